import { decodeTextFile } from '../../base/blob.js';
import { equalJson } from '../../base/canonical-json.js';
import type { Hash, Json, Manifest, Page, ReadBlob } from '../../base/types.js';
import { commentableBlocks } from '../../change/anchors/commentable-blocks.js';
import type { Conflict } from '../../change/merge/conflict.js';
import { type MergedManifests, mergeManifests } from '../../change/merge/merge.js';
import { isOpen, type Resolution } from '../../change/merge/resolution.js';
import { splitFrontMatter } from '../../text/markdown/front-matter.js';
import { manifestIndex } from '../../tree/manifest/page-index.js';
import { mergeTranslation } from '../merge-translation.js';

/** Parts of a translated page that users wrote, and whose source has changed since then. */
export interface StaleParts {
  /** Keys of stale blocks; `front-matter` for the fields of the front matter. */
  blocks: string[];
  /** Stale fields of the page, with the values that users gave them. */
  fields: { [name: string]: Json };
}

/** Three states of a translated space, and the parts that were stale before. */
export interface ResultMerge {
  /** Previous translation by the machine. */
  before: Manifest;
  /** Current head of the space, with users' edits. */
  edited: Manifest;
  /** New translation by the machine, after the source changed. */
  now: Manifest;
  /** Stale parts before this merge, by page. */
  stale: ReadonlyMap<string, StaleParts>;
}

/** A translated space that merges users' edits with the machine's new translation. */
export interface MergedResult {
  manifest: Manifest;
  blobs: Map<Hash, Uint8Array>;
  /** Stale parts after this merge, by page. Omits pages without stale parts. */
  stale: Map<string, StaleParts>;
}

/**
 * Merges a new machine translation into users' edits of the previous one. If both changed the same thing, the users'
 * version is used. This applies to words, titles, positions of pages, edited pages that the source deleted, and pages
 * that users deleted. Stale words and fields are reported.
 */
export function mergeResult({ before, edited, now, stale }: ResultMerge, readBlob: ReadBlob): MergedResult {
  const blocks = new Map<string, string[]>();
  const input = {
    base: before,
    ours: edited,
    theirs: now,
    readBlob,
    mergeTexts({ base, ours, theirs }: { base: string; ours: string; theirs: string }, pageId: string): string {
      const merged = mergeTranslation(base, ours, theirs);
      if (merged.stale.length > 0) blocks.set(pageId, merged.stale);
      return merged.markdown;
    },
  };
  const merged = mergeForUsers(input);
  const read: ReadBlob = (hash) => merged.blobs.get(hash) ?? readBlob(hash);
  const fields = staleFields(merged.conflicts, edited);
  return {
    manifest: merged.manifest,
    blobs: merged.blobs,
    stale: staleIn(merged.manifest, { stale, blocks, fields }, read),
  };
}

/**
 * Merges and resolves every conflict in favor of the users. Repeats this, because a resolved conflict may reveal
 * another one.
 */
function mergeForUsers(input: Parameters<typeof mergeManifests>[0]): MergedManifests {
  const resolutions = new Map<string, Resolution>();
  for (;;) {
    const merged = mergeManifests({ ...input, resolutions });
    const open = merged.conflicts.filter(isOpen);
    if (open.length === 0) return merged;
    for (const { id } of open) {
      if (resolutions.has(id)) throw new Error(`The conflict ${id} stays open although it is resolved`);
      resolutions.set(id, { choice: 'ours' });
    }
  }
}

/** Returns the conflicting fields by page, with the values that users gave them. */
function staleFields(conflicts: readonly Conflict[], edited: Manifest): Map<string, StaleParts['fields']> {
  const { pageById } = manifestIndex(edited);
  const found = new Map<string, StaleParts['fields']>();
  for (const conflict of conflicts) {
    if (conflict.kind !== 'page_field') continue;
    const page = pageById.get(conflict.pageId)?.page;
    const value = page?.[conflict.field as keyof Page] as Json | undefined;
    found.set(conflict.pageId, { ...found.get(conflict.pageId), [conflict.field]: value ?? null });
  }
  return found;
}

interface FoundStale {
  /** Stale parts before this merge. */
  stale: ReadonlyMap<string, StaleParts>;
  blocks: ReadonlyMap<string, string[]>;
  fields: ReadonlyMap<string, StaleParts['fields']>;
}

/** Returns the earlier stale parts that users have not changed since, and the new ones. */
function staleIn(manifest: Manifest, found: FoundStale, readBlob: ReadBlob): Map<string, StaleParts> {
  const all = new Map<string, StaleParts>();
  for (const { page } of manifestIndex(manifest).pages) {
    const before = found.stale.get(page.id) ?? none;
    const remaining = remainingStale(page, before, readBlob);
    const blocks = [...new Set([...remaining.blocks, ...(found.blocks.get(page.id) ?? [])])];
    const fields = { ...remaining.fields, ...found.fields.get(page.id) };
    if (blocks.length > 0 || Object.keys(fields).length > 0) all.set(page.id, { blocks, fields });
  }
  return all;
}

const none: StaleParts = { blocks: [], fields: {} };

/**
 * Returns those parts of a page that are still stale. A changed block has a different key, so it is no longer stale.
 */
export function remainingStale(page: Page, { blocks, fields }: StaleParts, readBlob: ReadBlob): StaleParts {
  const given = Object.entries(fields).filter(([name, value]) =>
    equalJson((page[name as keyof Page] ?? null) as Json, value),
  );
  if (blocks.length === 0 || page.blob === undefined) return { blocks: [], fields: Object.fromEntries(given) };
  const { body } = splitFrontMatter(decodeTextFile(readBlob(page.blob), page.id));
  const present = new Set(['front-matter', ...commentableBlocks(body).map(({ key }) => key)]);
  return { blocks: blocks.filter((key) => present.has(key)), fields: Object.fromEntries(given) };
}
