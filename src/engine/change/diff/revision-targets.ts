import type { Manifest } from '../../base/types.js';
import { createManifestLookup, type LinkLookup } from '../../tree/links/links.js';
import { keyOfId, keyOfPath, type ParsedReference, type TargetKind } from '../../tree/links/parsed-reference.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { type ChangedEntries, changedEntries } from './changed-entries.js';

/** The object that a key identifies in a revision. */
interface RevisionTarget {
  kind: 'page' | 'file' | 'reusable-content';
  id: string;
}

/** Target of a reference; `none` if the revision does not contain it. */
export interface ResolvedTarget {
  kind: TargetKind | 'none';
  targetId: string | null;
  targetSpaceId: string | null;
}

/** Finds the object that a key identifies in one revision. */
export type RevisionTargets = (key: string) => RevisionTarget | undefined;

const targetsByManifest = new WeakMap<Manifest, RevisionTargets>();

/** Returns the targets in a manifest; cached per manifest object. */
export function revisionTargets(manifest: Manifest): RevisionTargets {
  const found = targetsByManifest.get(manifest);
  if (found) return found;
  const targets = createTargetFinder(manifest);
  targetsByManifest.set(manifest, targets);
  return targets;
}

/**
 * Returns the target of a reference in a revision of a space. Does not check that a target outside of the space exists;
 * the code that reads the reference does.
 */
export function resolveReference(
  {
    targetKey,
    literalTargetKey,
    outside,
  }: Pick<ParsedReference, 'targetKey' | 'literalTargetKey'> & { outside?: ParsedReference['outside'] },
  { targets, spaceId }: { targets: RevisionTargets; spaceId: string },
): ResolvedTarget {
  if (outside) return { kind: outside.kind, targetId: outside.id, targetSpaceId: outside.spaceId };
  const found = (targetKey && targets(targetKey)) || (literalTargetKey && targets(literalTargetKey));
  if (!found) return { kind: 'none', targetId: null, targetSpaceId: null };
  return { kind: found.kind, targetId: found.id, targetSpaceId: spaceId };
}

/**
 * Returns the keys whose target changed, or exists in only one of the manifests. Only references with these keys must
 * be resolved again after the change.
 */
export function changedKeys(before: Manifest, after: Manifest): string[] {
  const candidates = new Set(keysOfMoved(before, after));
  if (candidates.size === 0) return [];
  const [from, to] = [revisionTargets(before), revisionTargets(after)];
  return [...candidates].filter((key) => from(key)?.id !== to(key)?.id);
}

/**
 * Returns every key that may identify a page, file or reusable content that was moved, or that is only in one manifest.
 */
function keysOfMoved(before: Manifest, after: Manifest): string[] {
  const [old, now] = [manifestIndex(before), manifestIndex(after)];
  const pages = changedEntries(old.pageById, now.pageById, (left, right) => left.page.file === right.page.file);
  const files = changedEntries(old.fileById, now.fileById, (left, right) => left.path === right.path);
  const contents = changedEntries(old.reusableById, now.reusableById, (left, right) => left.file === right.file);
  return [
    ...removedAndAdded(pages).flatMap(({ page: { file, id } }) => [...pathKeys(file), keyOfId('page', id)]),
    ...removedAndAdded(files).flatMap(({ path, id }) => [keyOfPath(path), keyOfId('file', id)]),
    ...removedAndAdded(contents).flatMap(({ id, file }) => [...pathKeys(file), keyOfId('reusable-content', id)]),
  ];
}

function removedAndAdded<Thing>({ removed, added }: ChangedEntries<Thing>): Thing[] {
  return [...removed, ...added];
}

/** Returns the paths under which `createLinkLookup` finds a Markdown file. */
function pathKeys(file: string | undefined): string[] {
  if (file === undefined) return [];
  const bare = file.replace(/\.md$/, '');
  const folder = /^(?:(.*)\/)?(?:readme|index)\.md$/i.exec(file);
  const paths = [file, ...(bare === file ? [] : [bare, `${bare}.html`]), ...(folder ? [folder[1] ?? ''] : [])];
  return paths.map(keyOfPath);
}

function createTargetFinder(manifest: Manifest): RevisionTargets {
  const lookup: LinkLookup = createManifestLookup(manifest);
  const { pageById, fileById, reusableById } = manifestIndex(manifest);
  const has = { page: pageById, file: fileById, 'reusable-content': reusableById };
  return (key) => {
    const at = key.indexOf(':');
    const [kind, name] = [key.slice(0, at) as keyof typeof has | 'path', key.slice(at + 1)];
    if (kind === 'path') return lookup(name);
    return has[kind].has(name) ? { kind, id: name } : undefined;
  };
}
