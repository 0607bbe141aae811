import { decodeTextFile } from '../../base/blob.js';
import type { Manifest, Page, ReadBlob } from '../../base/types.js';
import { movesBetween, relocateText } from '../../tree/pages/text.js';
import { linesOf } from '../diff/line-diff.js';
import type { ThreeWay } from '../diff/three-way.js';
import type { PageTextConflict, PageTextHunk } from './conflict.js';
import { conflictId, type Resolution, type Resolutions } from './resolution.js';
import { mergeText, type TextHunk, type ThreeTexts, withFinalLineFeed } from './text.js';

/** One version of a page, as input to a merge of texts. */
export interface TextVersion {
  page: Page;
  /** New paths of the pages and files that have moved in the merged tree, and the content root of this version. */
  move: { moves: Map<string, string>; root: string };
}

/**
 * Result for one page: the page whose text is used, a new text, or a conflict. A resolved conflict also has a new text.
 */
export type TextOutcome =
  | { textOf: Page }
  | { text: string; conflict?: PageTextConflict }
  | { text?: undefined; conflict: PageTextConflict };

/** Input of a merge of texts. */
export interface TextMerge {
  readBlob: ReadBlob;
  resolutions: Resolutions;
  /** Same as `mergeTexts` of `MergeInput`. */
  mergeTexts?(texts: ThreeTexts, pageId: string): string;
}

/**
 * Merges a document's text by lines. First rewrites the links of every version for the merged tree. Otherwise, links
 * that one side rewrote after a rename would conflict with the other side's edits of the same lines.
 */
export function mergePageText(three: ThreeWay<TextVersion>, merge: TextMerge): TextOutcome {
  const { readBlob, resolutions, mergeTexts } = merge;
  const { base, ours, theirs } = three;
  const chosen = chooseVersion(three);
  if (chosen) {
    const text = relocatedText(chosen, readBlob);
    return text === null ? { textOf: chosen.page } : { text };
  }
  const written = (version: TextVersion | undefined) => (version ? textOfPage(version.page, readBlob) : '');
  const read = (version: TextVersion | undefined) =>
    version ? (relocatedText(version, readBlob) ?? written(version)) : '';
  const texts = { base: read(base), ours: read(ours), theirs: read(theirs) };
  const pageId = ours!.page.id;
  if (mergeTexts) return { text: mergeTexts(texts, pageId) };
  const merged = mergeText(texts);
  if ('text' in merged) return merged;
  const hunks = withHunkIds(merged.hunks, pageId, {
    base: written(base),
    ours: written(ours),
    theirs: written(theirs),
  });
  const conflict = withResolutions(
    { kind: 'page_text', id: textConflictId(pageId, hunks), pageId, hunks },
    resolutions,
  );
  const decided = conflict.hunks.map((hunk) => (hunk.resolution ? decidedLines(hunk, hunk.resolution) : null));
  if (!decided.some((lines) => lines)) return { conflict };
  return { conflict, ...mergedTextIn(mergeText(texts, decided)) };
}

function mergedTextIn(merged: ReturnType<typeof mergeText>): { text?: string } {
  return 'text' in merged ? merged : {};
}

/**
 * Returns the hunks with ids. The ids are derived from the stored lines, because rewritten lines would change each time
 * a linked page moves.
 */
function withHunkIds(hunks: readonly TextHunk[], pageId: string, written: ThreeTexts): PageTextHunk[] {
  const lines = { base: linesOf(written.base), ours: linesOf(written.ours), theirs: linesOf(written.theirs) };
  return hunks.map((hunk) => {
    const { at } = hunk;
    const part = (side: keyof typeof lines) => lines[side].slice(at[side].start, at[side].end);
    const id = conflictId('hunk', pageId, at.base, [part('base'), part('ours'), part('theirs')]);
    return { id, ...hunk };
  });
}

function textConflictId(pageId: string, hunks: readonly PageTextHunk[]): string {
  return conflictId(
    'page_text',
    pageId,
    hunks.map(({ id }) => id),
  );
}

/**
 * Returns the conflict with the resolutions of its hunks. A hunk without its own resolution gets the resolution of the
 * whole conflict.
 */
function withResolutions(conflict: PageTextConflict, resolutions: Resolutions): PageTextConflict {
  if (resolutions.size === 0) return conflict;
  const whole = resolutions.get(conflict.id);
  const hunks = conflict.hunks.map((hunk) => {
    const resolution = resolutions.get(hunk.id) ?? whole;
    return resolution ? { ...hunk, resolution } : hunk;
  });
  return { ...conflict, hunks };
}

function decidedLines({ ours, theirs }: TextHunk, { choice, value }: Resolution): readonly string[] {
  if (choice === 'value') {
    const given = linesOf(String(value));
    return [ours, theirs].some((lines) => lines.at(-1)?.endsWith('\n')) ? withFinalLineFeed(given) : given;
  }
  if (choice === 'both') return theirs.length > 0 ? [...withFinalLineFeed(ours), ...theirs] : ours;
  return choice === 'ours' ? ours : theirs;
}

/** Reports whether a side's text differs from the base only by links that were rewritten for moves. */
export function isOnlyRelocated(
  pages: { base: Page; side: Page },
  versions: { base: Manifest; side: Manifest },
  readBlob: ReadBlob,
): boolean {
  const { base, side } = pages;
  if (base.blob === side.blob) return true;
  if (base.blob === undefined || side.blob === undefined) return false;
  const move = { moves: movesBetween(versions.base, versions.side), root: versions.base.root };
  return relocateText(textOfPage(base, readBlob), base, move) === textOfPage(side, readBlob);
}

/** Returns the version to use if no merge by lines is needed; otherwise null. */
function chooseVersion({ base, ours, theirs }: ThreeWay<TextVersion>): TextVersion | null {
  if (!ours || !theirs) return (ours ?? theirs)!;
  if (ours.page.blob === theirs.page.blob || theirs.page.blob === base?.page.blob) return ours;
  return ours.page.blob === base?.page.blob ? theirs : null;
}

/** Returns the version's text with its links rewritten for the merged tree; null if the text does not change. */
function relocatedText({ page, move }: TextVersion, readBlob: ReadBlob): string | null {
  if (page.blob === undefined || move.moves.size === 0) return null;
  const present = textOfPage(page, readBlob);
  const text = relocateText(present, page, move);
  return text === present ? null : text;
}

function textOfPage({ blob, file = '' }: Page, readBlob: ReadBlob): string {
  return blob === undefined ? '' : decodeTextFile(readBlob(blob), file);
}
