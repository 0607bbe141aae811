import { type LineChange, lineChanges, linesOf } from '../diff/line-diff.js';

/** Lines of a text from `start` up to, but not including, `end`; both are counted from 0. */
export interface LineRange {
  start: number;
  end: number;
}

/** Lines that both sides changed in different ways; every line includes its line feed. */
export interface TextHunk {
  base: string[];
  ours: string[];
  theirs: string[];
  /** Line range of the hunk in each version. */
  at: { base: LineRange; ours: LineRange; theirs: LineRange };
}

/** Lines to use for each hunk of a merge, in the order of the hunks; null or absent for hunks that are not resolved. */
export type HunkDecisions = readonly (readonly string[] | null)[];

/** Result of a merge: the merged text, or the hunks if at least one is not resolved. */
export type MergedText = { text: string } | { hunks: TextHunk[] };

/** Three versions of a text. */
export interface ThreeTexts {
  base: string;
  ours: string;
  theirs: string;
}

/**
 * Merges two descendants of a text by lines, like `git merge-file --diff3`. Changes that overlap or touch and are not
 * equal are a conflict. (Without `--diff3`, git removes common lines of both sides from a conflict; the remaining lines
 * have no base.) The hunks do not depend on `decided`. Once all hunks are decided, the result is a text.
 */
export function mergeText(texts: ThreeTexts, decided: HunkDecisions = []): MergedText {
  if (texts.ours === texts.base) return { text: texts.theirs };
  if (texts.theirs === texts.base || texts.ours === texts.theirs) return { text: texts.ours };
  const lines = { base: linesOf(texts.base), ours: linesOf(texts.ours), theirs: linesOf(texts.theirs) };
  const merged = mergeLines(lines, decided);
  return merged.isOpen ? { hunks: merged.hunks } : { text: merged.lines.join('') };
}

type ThreeLines = { base: string[]; ours: string[]; theirs: string[] };

/** A range of the base that at least one side changed, and each side's changes there. */
interface Region {
  start: number;
  end: number;
  ours: LineChange[];
  theirs: LineChange[];
}

/** A merge in progress: the lines so far, all hunks, and whether a hunk is not resolved. */
interface LinesMerge {
  lines: string[];
  hunks: TextHunk[];
  isOpen: boolean;
}

function mergeLines(lines: ThreeLines, decided: HunkDecisions): LinesMerge {
  const merge: LinesMerge = { lines: [], hunks: [], isOpen: false };
  let at = 0;
  const take = (some: readonly string[]) => {
    for (const line of some) merge.lines.push(line);
  };
  for (const region of changedRegions(lines)) {
    take(lines.base.slice(at, region.start));
    const hunk = regionHunk(region, lines);
    const agreed = agreedLines(region, hunk);
    if (agreed) take(agreed);
    else {
      const given = decided[merge.hunks.length];
      merge.hunks.push(hunk);
      if (given) take(region.end < lines.base.length ? withFinalLineFeed(given) : given);
      else merge.isOpen = true;
    }
    at = region.end;
  }
  take(lines.base.slice(at));
  return merge;
}

/** Returns the lines with a line feed at the end of the last one, so that other lines can follow. */
export function withFinalLineFeed(lines: readonly string[]): readonly string[] {
  const last = lines.at(-1);
  return last === undefined || last.endsWith('\n') ? lines : [...lines.slice(0, -1), `${last}\n`];
}

function changedRegions(lines: ThreeLines): Region[] {
  const all = (['ours', 'theirs'] as const).flatMap((side) =>
    lineChanges(lines.base, lines[side]).map((change) => ({ side, change })),
  );
  all.sort((left, right) => left.change.start - right.change.start || left.change.end - right.change.end);
  const regions: Region[] = [];
  for (const { side, change } of all) {
    let region = regions.at(-1);
    if (!region || change.start > region.end) {
      region = { start: change.start, end: change.end, ours: [], theirs: [] };
      regions.push(region);
    }
    region.end = Math.max(region.end, change.end);
    region[side].push(change);
  }
  return regions;
}

function regionHunk(region: Region, lines: ThreeLines): TextHunk {
  const at = {
    base: { start: region.start, end: region.end },
    ours: rangeOnSide(region, 'ours'),
    theirs: rangeOnSide(region, 'theirs'),
  };
  const linesAt = (side: keyof ThreeLines) => lines[side].slice(at[side].start, at[side].end);
  return { base: linesAt('base'), ours: linesAt('ours'), theirs: linesAt('theirs'), at };
}

/** Returns a side's lines for a region: the changed lines, extended to the ends of the region. */
function rangeOnSide(region: Region, side: 'ours' | 'theirs'): LineRange {
  const first = region[side][0];
  const last = region[side].at(-1);
  // For a side without changes the result is not used, because `agreedLines` returns the other side.
  if (!first || !last) return { start: region.start, end: region.end };
  return { start: first.newStart - (first.start - region.start), end: last.newEnd + (region.end - last.end) };
}

function agreedLines(region: Region, hunk: TextHunk): string[] | null {
  if (region.theirs.length === 0) return hunk.ours;
  if (region.ours.length === 0) return hunk.theirs;
  return equalLines(hunk.ours, hunk.theirs) ? hunk.ours : null;
}

function equalLines(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}
