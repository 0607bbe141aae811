import { type LineChange, lineChanges, linesOf, type MatchFrom } from '../diff/line-diff.js';

/** Lines that both sides changed in different ways; every line keeps its line feed. */
export interface TextHunk {
  base: string[];
  ours: string[];
  theirs: string[];
}

/** The outcome of a merge: the text, or at least one hunk. */
export type MergedText = { text: string } | { hunks: TextHunk[] };

/** Three versions of a text. */
export interface ThreeTexts {
  base: string;
  ours: string;
  theirs: string;
}

/**
 * Merges two descendants of a text by lines, as `git merge-file` does: changes that overlap or touch and are not
 * equal are a conflict. Where lines match in several ways, the result must not depend on the way taken: matching
 * from the start and from the end of the text must agree, else the place where they differ is a conflict. (Either way
 * alone joins some changes that git holds to conflict; test/content/merge/text.test.ts has the figures.)
 */
export function mergeText(texts: ThreeTexts): MergedText {
  if (texts.ours === texts.base) return { text: texts.theirs };
  if (texts.theirs === texts.base || texts.ours === texts.theirs) return { text: texts.ours };
  const lines = { base: linesOf(texts.base), ours: linesOf(texts.ours), theirs: linesOf(texts.theirs) };
  const merged = mergeLines(lines, 'end');
  if ('hunks' in merged) return merged;
  const other = mergeLines(lines, 'start');
  if ('hunks' in other) return other;
  return merged.text === other.text ? merged : { hunks: [withoutCommonEnds(lines)] };
}

type ThreeLines = { base: string[]; ours: string[]; theirs: string[] };

/** A stretch of the base that at least one side changed, and each side's changes there. */
interface Region {
  start: number;
  end: number;
  ours: LineChange[];
  theirs: LineChange[];
}

function mergeLines(lines: ThreeLines, from: MatchFrom): MergedText {
  const hunks: TextHunk[] = [];
  const merged: string[] = [];
  let at = 0;
  for (const region of regionsOf(lines, from)) {
    for (const line of lines.base.slice(at, region.start)) merged.push(line);
    const hunk = hunkOf(region, lines);
    const agreed = agreedLines(region, hunk);
    if (!agreed) hunks.push(hunk);
    for (const line of agreed ?? []) merged.push(line);
    at = region.end;
  }
  for (const line of lines.base.slice(at)) merged.push(line);
  return hunks.length > 0 ? { hunks } : { text: merged.join('') };
}

function regionsOf(lines: ThreeLines, from: MatchFrom): Region[] {
  const all = (['ours', 'theirs'] as const).flatMap((side) =>
    lineChanges(lines.base, lines[side], from).map((change) => ({ side, change })),
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

function hunkOf(region: Region, lines: ThreeLines): TextHunk {
  return {
    base: lines.base.slice(region.start, region.end),
    ours: sideOf(region, 'ours', lines),
    theirs: sideOf(region, 'theirs', lines),
  };
}

/** The lines that stand for the region on one side: its own, extended to the region's ends. */
function sideOf(region: Region, side: 'ours' | 'theirs', lines: ThreeLines): string[] {
  const first = region[side][0];
  const last = region[side].at(-1);
  if (!first || !last) return lines.base.slice(region.start, region.end);
  return lines[side].slice(first.newStart - (first.start - region.start), last.newEnd + (region.end - last.end));
}

function agreedLines(region: Region, hunk: TextHunk): string[] | null {
  if (region.theirs.length === 0) return hunk.ours;
  if (region.ours.length === 0) return hunk.theirs;
  return equalLines(hunk.ours, hunk.theirs) ? hunk.ours : null;
}

function equalLines(left: string[], right: string[]): boolean {
  return left.length === right.length && left.every((line, index) => line === right[index]);
}

function withoutCommonEnds({ base, ours, theirs }: ThreeLines): TextHunk {
  const shortest = Math.min(base.length, ours.length, theirs.length);
  const alike = (index: number) => base.at(index) === ours.at(index) && base.at(index) === theirs.at(index);
  let head = 0;
  while (head < shortest && alike(head)) head++;
  let tail = 0;
  while (tail < shortest - head && alike(-1 - tail)) tail++;
  const middle = (side: string[]) => side.slice(head, side.length - tail);
  return { base: middle(base), ours: middle(ours), theirs: middle(theirs) };
}
