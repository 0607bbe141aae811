import { indexOf } from '../manifest/page-index.js';
import type { Manifest } from '../types.js';
import { type Asked, keyOfId, keyOfPath, type TargetKind } from './asked.js';
import { type LinkLookup, lookupOf } from './links.js';

/** What a key names in a revision. */
export interface RevisionTarget {
  kind: 'page' | 'file' | 'reusable-content';
  id: string;
}

/** What a reference points at: `none` for what the revision does not have. */
export interface Resolved {
  kind: TargetKind | 'none';
  targetId: string | null;
  targetSpaceId: string | null;
}

/** Finds what keys name in one revision. */
export type RevisionTargets = (key: string) => RevisionTarget | undefined;

const known = new WeakMap<Manifest, RevisionTargets>();

/** The targets of a manifest; made once for each manifest object. */
export function targetsOf(manifest: Manifest): RevisionTargets {
  const found = known.get(manifest);
  if (found) return found;
  const made = finderOf(manifest);
  known.set(manifest, made);
  return made;
}

/** What a reference points at, in a revision of a space. Whether it is there outside is for the reader to tell. */
export function resolveAsked(
  { asked, askedToo, outside }: Pick<Asked, 'asked' | 'askedToo'> & { outside?: Asked['outside'] },
  { targets, spaceId }: { targets: RevisionTargets; spaceId: string },
): Resolved {
  if (outside) return { kind: outside.kind, targetId: outside.id, targetSpaceId: outside.spaceId };
  const found = (asked && targets(asked)) || (askedToo && targets(askedToo));
  if (!found) return { kind: 'none', targetId: null, targetSpaceId: null };
  return { kind: found.kind, targetId: found.id, targetSpaceId: spaceId };
}

/**
 * Keys that name something else after a change, or something at one side only. References that ask for one of them are to be
 * resolved again, and no others.
 */
export function changedKeys(before: Manifest, after: Manifest): string[] {
  const [old, now] = [keysById(before), keysById(after)];
  const candidates = new Set<string>();
  for (const [one, other] of [
    [old, now],
    [now, old],
  ] as const) {
    for (const [id, keys] of one) {
      const others = other.get(id);
      if (others?.[0] !== keys[0] || others?.length !== keys.length) for (const key of keys) candidates.add(key);
    }
  }
  const [from, to] = [targetsOf(before), targetsOf(after)];
  return [...candidates].filter((key) => from(key)?.id !== to(key)?.id);
}

/** Every key that may name a page, a file or a reusable content, by its key of its own; the path comes first. */
function keysById(manifest: Manifest): Map<string, string[]> {
  const { pages } = indexOf(manifest);
  const keys = new Map<string, string[]>();
  for (const { page } of pages) {
    const own = keyOfId('page', page.id);
    keys.set(own, [...pathKeys(page.file), own]);
  }
  for (const { id, path } of manifest.files) keys.set(keyOfId('file', id), [keyOfPath(path), keyOfId('file', id)]);
  for (const { id } of manifest.reusableContents)
    keys.set(keyOfId('reusable-content', id), [keyOfId('reusable-content', id)]);
  return keys;
}

/** The paths that a lookup finds a Markdown file by; see `linkLookup`. */
function pathKeys(file: string | undefined): string[] {
  if (file === undefined) return [];
  const bare = file.replace(/\.md$/, '');
  const folder = /^(?:(.*)\/)?(?:readme|index)\.md$/i.exec(file);
  const paths = [file, ...(bare === file ? [] : [bare, `${bare}.html`]), ...(folder ? [folder[1] ?? ''] : [])];
  return paths.map(keyOfPath);
}

function finderOf(manifest: Manifest): RevisionTargets {
  const lookup: LinkLookup = lookupOf(manifest);
  const { pageById, fileById } = indexOf(manifest);
  const reusable = new Set(manifest.reusableContents.map(({ id }) => id));
  const has = { page: pageById, file: fileById, 'reusable-content': reusable };
  return (key) => {
    const at = key.indexOf(':');
    const [kind, name] = [key.slice(0, at) as keyof typeof has | 'path', key.slice(at + 1)];
    if (kind === 'path') return lookup(name);
    return has[kind].has(name) ? { kind, id: name } : undefined;
  };
}
