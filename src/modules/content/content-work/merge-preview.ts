import { changedPages } from '../../../engine/change/diff/changed-entries.js';
import { type LostLink, lostLinks } from '../../../engine/change/merge/lost-links.js';
import { type MergeInput, mergeManifests } from '../../../engine/change/merge/merge.js';
import { isOpen } from '../../../engine/change/merge/resolution.js';
import { type ToldConflicts, tellConflicts } from './told-conflicts.js';

/** What a merge would come to. */
export interface MergePreview extends ToldConflicts {
  /** What it would change at the head of the space; null while a conflict is open. */
  result: MergeResult | null;
}

/** What a merge without open conflicts comes to. */
interface MergeResult {
  changedPages: number;
  brokenLinks: number;
  /** The first of them. */
  firstBroken: LostLink[];
}

/** So many links that would break are named. */
const namedLinks = 20;

/** Merges without keeping anything. @throws ContentError as `mergeManifests`. */
export function previewMerge(input: MergeInput): MergePreview {
  const merged = mergeManifests(input);
  const told = tellConflicts(merged.conflicts);
  if (merged.conflicts.some(isOpen)) return { ...told, result: null };
  const { gone, come } = changedPages(input.ours, merged.manifest);
  const ids = new Set([...gone, ...come].map(({ page }) => page.id));
  const broken = lostLinks(input, merged);
  const result = { changedPages: ids.size, brokenLinks: broken.length, firstBroken: broken.slice(0, namedLinks) };
  return { ...told, result };
}
