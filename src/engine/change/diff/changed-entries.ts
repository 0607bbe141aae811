import { equalJson } from '../../base/canonical-json.js';
import type { Manifest } from '../../base/types.js';
import { type IndexedPage, manifestIndex } from '../../tree/manifest/page-index.js';

/** Differences between two versions of a keyed collection. */
export interface ChangedEntries<Thing> {
  /** Old state of entries that changed or were removed. */
  removed: Thing[];
  /** New state of entries that changed or were added. */
  added: Thing[];
}

/**
 * Returns the entries that differ between two versions. `removed` is in the order of the old version, `added` in the
 * order of the new one.
 */
export function changedEntries<Thing>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  isSame: (old: Thing, now: Thing) => boolean,
): ChangedEntries<Thing> {
  const changed = new Set<string>();
  const [removed, added]: [Thing[], Thing[]] = [[], []];
  for (const [key, now] of after) {
    const old = before.get(key);
    if (old !== undefined && isSame(old, now)) continue;
    changed.add(key);
    added.push(now);
  }
  for (const [key, old] of before) if (changed.has(key) || !after.has(key)) removed.push(old);
  return { removed: removed, added: added };
}

/**
 * Returns the pages that differ between two manifests. A page whose parent changed differs. Sub-pages are compared
 * separately.
 */
export function changedPages(before: Manifest, after: Manifest): ChangedEntries<IndexedPage> {
  return changedEntries(manifestIndex(before).pageById, manifestIndex(after).pageById, isSamePage);
}

function isSamePage(old: IndexedPage, now: IndexedPage): boolean {
  if (old.parentId !== now.parentId) return false;
  return old.page === now.page || equalJson({ ...old.page, children: undefined }, { ...now.page, children: undefined });
}
