import { changedPages } from '../../../engine/change/diff/changed-entries.js';
import { type LinkBrokenByMerge, linksBrokenByMerge } from '../../../engine/change/merge/links-broken-by-merge.js';
import { type MergeInput, mergeManifests } from '../../../engine/change/merge/merge.js';
import { isOpen } from '../../../engine/change/merge/resolution.js';
import { type ConflictSummaries, summarizeConflicts } from './conflict-summaries.js';

/** Preview of a merge. */
export interface MergePreview extends ConflictSummaries {
  /** Effects on the space's head; null while a conflict is open. */
  result: MergeResult | null;
}

/** Result of a merge without open conflicts. */
interface MergeResult {
  changedPages: number;
  brokenLinks: number;
  /** The first broken links, at most 20. */
  firstBroken: LinkBrokenByMerge[];
}

/** Maximum number of broken links that the preview lists. */
const maxListedLinks = 20;

/**
 * Merges three versions of the content, and returns the effects without storing the result.
 * @throws errors of `mergeManifests`
 */
export function previewMerge(input: MergeInput): MergePreview {
  const merged = mergeManifests(input);
  const summary = summarizeConflicts(merged.conflicts);
  if (merged.conflicts.some(isOpen)) return { ...summary, result: null };
  const { removed, added } = changedPages(input.ours, merged.manifest);
  const ids = new Set([...removed, ...added].map(({ page }) => page.id));
  const broken = linksBrokenByMerge(input, merged);
  const result = { changedPages: ids.size, brokenLinks: broken.length, firstBroken: broken.slice(0, maxListedLinks) };
  return { ...summary, result };
}
