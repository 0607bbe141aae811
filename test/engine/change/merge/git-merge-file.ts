import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { linesOf } from '../../../../src/engine/change/diff/line-diff.js';
import {
  type MergedText,
  type TextHunk,
  type ThreeTexts,
  withFinalLineFeed,
} from '../../../../src/engine/change/merge/text.js';

/** Result of a merge: the text, or the regions in conflict. Git ends every printed line with a line feed. */
export type Outcome = { text: string } | { regions: Region[] };

type Region = Pick<TextHunk, 'base' | 'ours' | 'theirs'>;

/** Converts a result of `mergeText` for comparison with git's result. */
export function outcomeOf(merged: MergedText): Outcome {
  if ('text' in merged) return merged;
  const regions = merged.hunks.map(({ base, ours, theirs }) => ({ base, ours, theirs }));
  return { regions: regions.map(withLineFeeds) };
}

/**
 * Runs `git merge-file --diff3`. It is the only style that prints the base of a conflict. Without it, git removes lines
 * that both sides share from a conflict. This function drops regions in which both sides have equal lines, because
 * neither plain git nor `mergeText` reports these.
 */
export function mergeByGit(texts: ThreeTexts): Outcome {
  const regions = regionsIn(printedByGit(texts, ['--diff3'])).filter((region) => !isAlike(region));
  return regions.length > 0 ? { regions } : { text: printedByGit(texts, []) };
}

const sides = ['ours', 'base', 'theirs'] as const;
const markers = ['<', '|', '=', '>'].map((sign) => sign.repeat(30));

function printedByGit(texts: ThreeTexts, style: string[]): string {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-merge-file-'));
  try {
    for (const side of sides) writeFileSync(join(folder, side), texts[side]);
    const args = ['merge-file', '-p', ...style, '--marker-size=30', ...sides];
    const { stdout, status } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 27 });
    if (status === null || status > 127) throw new Error(`git merge-file failed with ${status}`);
    return stdout;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/**
 * Parses the regions in conflict from git's output. A line of marker characters that is longer than a marker is text.
 */
function regionsIn(output: string): Region[] {
  const regions: Region[] = [];
  let side: keyof Region | null = null;
  for (const line of linesOf(output)) {
    const marker = markers.indexOf(line.replace(/(?: (?:ours|base|theirs))?\r?\n$/, ''));
    if (marker === 0) regions.push({ base: [], ours: [], theirs: [] });
    if (marker >= 0) side = sides[marker] ?? null;
    else if (side) regions.at(-1)![side].push(line);
  }
  return regions;
}

function isAlike({ ours, theirs }: Region): boolean {
  return ours.join('') === theirs.join('');
}

function withLineFeeds({ base, ours, theirs }: Region): Region {
  return {
    base: [...withFinalLineFeed(base)],
    ours: [...withFinalLineFeed(ours)],
    theirs: [...withFinalLineFeed(theirs)],
  };
}
