import { equalJson } from '../../base/canonical-json.js';
import type { Manifest } from '../../base/types.js';
import { indexOf, type PlacedPage } from '../../tree/manifest/page-index.js';

/** What two versions of things known by a key differ in. */
export interface ChangedEntries<Thing> {
  /** As they were: what changed or is no more. */
  gone: Thing[];
  /** As they are: what changed or is new. */
  come: Thing[];
}

/** The things of two versions that are not the same in both, each in the order of its version. */
export function changedEntries<Thing>(
  before: ReadonlyMap<string, Thing>,
  after: ReadonlyMap<string, Thing>,
  isSame: (old: Thing, now: Thing) => boolean,
): ChangedEntries<Thing> {
  const changed = new Set<string>();
  const [gone, come]: [Thing[], Thing[]] = [[], []];
  for (const [key, now] of after) {
    const old = before.get(key);
    if (old !== undefined && isSame(old, now)) continue;
    changed.add(key);
    come.push(now);
  }
  for (const [key, old] of before) if (changed.has(key) || !after.has(key)) gone.push(old);
  return { gone, come };
}

/** The pages of two manifests that are not the same in both. A page is another one where it stands elsewhere; sub-pages count by themselves. */
export function changedPages(before: Manifest, after: Manifest): ChangedEntries<PlacedPage> {
  return changedEntries(indexOf(before).pageById, indexOf(after).pageById, isSamePage);
}

function isSamePage(old: PlacedPage, now: PlacedPage): boolean {
  if (old.parentId !== now.parentId) return false;
  return old.page === now.page || equalJson({ ...old.page, children: undefined }, { ...now.page, children: undefined });
}
