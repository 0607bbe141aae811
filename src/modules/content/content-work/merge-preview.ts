import { changedPages } from '../../../engine/change/diff/changed-entries.js';
import { type LinkBrokenByMerge, linksBrokenByMerge } from '../../../engine/change/merge/lost-links.js';
import { type MergeInput, mergeManifests } from '../../../engine/change/merge/merge.js';
import { isOpen } from '../../../engine/change/merge/resolution.js';
import { type ConflictSummaries, summarizeConflicts } from './conflict-summaries.js';

/** Preview of a merge. */
export interface MergePreview extends ConflictSummaries {
  /** Changes at the head of the space; null while a conflict is open. */
  result: MergeResult | null;
}

/** Result of a merge without open conflicts. */
interface MergeResult {
  changedPages: number;
  brokenLinks: number;
  /** The first broken links. */
  firstBroken: LinkBrokenByMerge[];
}

/** Maximum number of broken links that the preview lists. */
const namedLinks = 20;

/**
 * Merges without storing anything.
 * @throws ContentError as `mergeManifests`.
 */
export function previewMerge(input: MergeInput): MergePreview {
  const merged = mergeManifests(input);
  const summary = summarizeConflicts(merged.conflicts);
  if (merged.conflicts.some(isOpen)) return { ...summary, result: null };
  const { removed, added } = changedPages(input.ours, merged.manifest);
  const ids = new Set([...removed, ...added].map(({ page }) => page.id));
  const broken = linksBrokenByMerge(input, merged);
  const result = { changedPages: ids.size, brokenLinks: broken.length, firstBroken: broken.slice(0, namedLinks) };
  return { ...summary, result };
}
