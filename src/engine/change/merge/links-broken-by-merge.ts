import { decodeTextFile } from '../../base/blob.js';
import type { Manifest, Page, PageLink, ReadBlob } from '../../base/types.js';
import { hasTarget, manifestIndex } from '../../tree/manifest/page-index.js';
import { linksOf } from '../../tree/pages/text.js';
import type { MergedManifests, MergeInput } from './merge.js';

/** A link in a merged page whose target exists on one of the sides, but not in the merge. */
export interface LinkBrokenByMerge {
  pageId: string;
  target: PageLink['target'];
}

/** Returns the links that a merge breaks, by page in reading order. Each target is listed once per page. */
export function linksBrokenByMerge(
  { ours, theirs, readBlob }: MergeInput,
  { manifest, blobs }: MergedManifests,
): LinkBrokenByMerge[] {
  const isGone = createMissingTest(manifest, [ours, theirs]);
  if (!isGone) return [];
  const read: ReadBlob = (hash) => blobs.get(hash) ?? readBlob(hash);
  const broken = new Map<string, LinkBrokenByMerge>();
  for (const { page } of manifestIndex(manifest).pages) {
    for (const { target } of linksBefore(page, { ours, theirs }, read))
      if (isGone(target)) broken.set(`${page.id} ${target.id}`, { pageId: page.id, target });
  }
  return [...broken.values()];
}

/**
 * Returns a predicate for targets that are not in `manifest`. Returns null if it contains all pages, files and reusable
 * contents of `otherManifests`.
 */
function createMissingTest(
  manifest: Manifest,
  otherManifests: Manifest[],
): ((target: PageLink['target']) => boolean) | null {
  const has = (target: PageLink['target']) => hasTarget(manifest, target);
  const isWhole = otherManifests.every((otherManifest) => {
    const { pageById, fileById, reusableById } = manifestIndex(otherManifest);
    const isPresent = (kind: PageLink['target']['kind']) => (id: string) => has({ kind, id });
    const isWith = [...pageById.keys()].every(isPresent('page')) && [...fileById.keys()].every(isPresent('file'));
    return isWith && [...reusableById.keys()].every(isPresent('reusable-content'));
  });
  return isWhole ? null : (target) => !has(target);
}

/** Returns the links in the text of a merged page, as they were resolved in ours and theirs. */
function linksBefore(page: Page, { ours, theirs }: Pick<MergeInput, 'ours' | 'theirs'>, read: ReadBlob): PageLink[] {
  const [our, their] = [ours, theirs].map((side) => manifestIndex(side).pageById.get(page.id)?.page);
  if (page.blob === undefined) return [];
  if (page.blob === our?.blob) return our.links ?? [];
  if (!our) return their?.links ?? [];
  const text = decodeTextFile(read(page.blob), page.id);
  return [ours, theirs].flatMap((side) => linksOf(text, page.file ?? '', side));
}
