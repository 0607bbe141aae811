import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { linesOf } from '../../../src/content/diff/line-diff.js';
import { ended, mergeText, type TextHunk, type ThreeTexts } from '../../../src/content/merge/text.js';
import { readSharedLines } from '../shared-data.js';

const cases = readSharedLines<ThreeTexts & { id: string; conflict: boolean }>('merge/merge_cases.jsonl');
const suffix = cases ? '' : ' (skipped: the shared merge cases are absent)';
const folder = mkdtempSync(join(tmpdir(), 'docgraph-regions-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const markers = ['<'.repeat(30), '|'.repeat(30), '='.repeat(30), '>'.repeat(30)];

/** The regions that `git merge-file` finds in conflict, with their lines in the three versions. */
function regionsOfGit(texts: ThreeTexts): Pick<TextHunk, 'base' | 'ours' | 'theirs'>[] {
  const sides = ['ours', 'base', 'theirs'] as const;
  for (const side of sides) writeFileSync(join(folder, side), texts[side]);
  let output = '';
  try {
    execFileSync('git', ['merge-file', '-p', '--diff3', '--marker-size=30', ...sides], { cwd: folder, stdio: 'pipe' });
  } catch (error) {
    output = String((error as { stdout: Buffer }).stdout);
  }
  const regions: Record<string, string[]>[] = [];
  let at: string | null = null;
  for (const line of linesOf(output)) {
    const marker = markers.findIndex((text) => line.startsWith(text));
    if (marker === 0) regions.push({ ours: [], base: [], theirs: [] });
    if (marker >= 0) at = sides[marker] ?? null;
    else if (at) regions.at(-1)![at]!.push(line);
  }
  return regions as never;
}

describe('the places of conflicts', () => {
  it.skipIf(!cases)(`are those of git in four of five texts, where lines match in one way${suffix}`, () => {
    const conflicting = cases!.filter(({ conflict }) => conflict);
    const alike = conflicting.filter((one) => {
      const merged = mergeText(one);
      if (!('hunks' in merged)) return false;
      // git ends every line that it prints.
      const said = merged.hunks.map(({ base, ours, theirs }) => ({
        ours: ended(ours),
        base: ended(base),
        theirs: ended(theirs),
      }));
      return JSON.stringify(said) === JSON.stringify(regionsOfGit(one));
    });
    console.info(`regions: ${alike.length} of ${conflicting.length} conflicts have those of git`);
    expect(alike.length / conflicting.length).toBeGreaterThanOrEqual(0.8);
  });

  it.skipIf(!cases)(`are where the three versions have the lines${suffix}`, () => {
    for (const one of cases!) {
      const merged = mergeText(one);
      if (!('hunks' in merged)) continue;
      for (const { at, ...lines } of merged.hunks)
        for (const side of ['base', 'ours', 'theirs'] as const)
          expect(linesOf(one[side]).slice(at[side].start, at[side].end)).toEqual(lines[side]);
    }
  });
});
