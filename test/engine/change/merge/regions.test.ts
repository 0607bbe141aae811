import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { linesOf } from '../../../../src/engine/change/diff/line-diff.js';
import { mergeText, type ThreeTexts } from '../../../../src/engine/change/merge/text.js';
import { readSharedLines } from '../../../support/shared-data.js';
import { mergeByGit, outcomeOf } from './git-merge-file.js';

/**
 * A recorded case. `merged` is the result of git when the case was recorded, and `conflicts` is the number of conflicts
 * in it.
 */
interface RealCase extends ThreeTexts {
  id: string;
  merged: string;
  conflicts: number;
}

const cases = readSharedLines<RealCase>('merge/merge_cases.jsonl');
const suffix = cases ? '' : ' (skipped: the shared merge cases are absent)';

const lines = fc.array(fc.constantFrom('a\n', 'b\n', 'c\n', '\n'), { maxLength: 20 });

/**
 * Three texts made of few different lines, so that the lines match in many ways. Either all or none end with a line
 * feed, because git's output does not show a missing one.
 */
const alike = fc.constantFrom([''], ['a', 'b']).chain((ends) => {
  const text = fc.tuple(lines, fc.constantFrom(...ends)).map(([some, end]) => some.join('') + end);
  return fc.record({ base: text, ours: text, theirs: text });
});

/** Three versions of a page, whose unique lines are separated by empty ones; each side rewrites some ranges. */
const rewritten = fc
  .array(
    fc.record({ at: fc.nat(200), removed: fc.nat(40), added: fc.nat(40), side: fc.constantFrom('ours', 'theirs') }),
    {
      minLength: 2,
      maxLength: 6,
    },
  )
  .map((edits): ThreeTexts => {
    const written = (of: string, count: number) =>
      Array.from({ length: count }, (_, index) => (index % 5 === 4 ? '\n' : `${of} ${index}\n`));
    const write = (side: string): string => {
      const page = written('base', 200);
      for (const [index, edit] of edits.entries())
        if (edit.side === side) page.splice(edit.at, edit.removed, ...written(`${side} ${index}`, edit.added));
      return page.join('');
    };
    return { base: write('base'), ours: write('ours'), theirs: write('theirs') };
  });

describe('the result of a merge', () => {
  it.skipIf(!cases)(`is the same as git's in all real cases${suffix}`, () => {
    const other = cases!.filter((one) => !isSameAsGit(one));
    console.info(`merges: ${cases!.length - other.length} of ${cases!.length} real cases come to what git comes to`);
    expect(other.map(({ id }) => id)).toEqual([]);
  });

  it.skipIf(!cases)(`has the recorded text, or the recorded number of conflicts, of real cases${suffix}`, () => {
    for (const { id, merged, conflicts, ...texts } of cases!) {
      const found = mergeText(texts);
      const recorded = conflicts > 0 ? { id, conflicts } : { id, text: merged };
      expect('text' in found ? { id, ...found } : { id, conflicts: found.hunks.length }).toEqual(recorded);
    }
  });

  it("is the same as git's if lines match in many ways", () => {
    fc.assert(fc.property(alike, expectSameAsGit), { numRuns: 200 });
  });

  it("is the same as git's if ranges of lines were rewritten", () => {
    fc.assert(fc.property(rewritten, expectSameAsGit), { numRuns: 50 });
  });

  it.skipIf(!cases)(`has the correct positions of conflicts in all three versions${suffix}`, () => {
    for (const one of cases!) {
      const merged = mergeText(one);
      if (!('hunks' in merged)) continue;
      for (const { at, ...lines } of merged.hunks)
        for (const side of ['base', 'ours', 'theirs'] as const)
          expect(linesOf(one[side]).slice(at[side].start, at[side].end)).toEqual(lines[side]);
    }
  });
});

function expectSameAsGit(texts: ThreeTexts): void {
  expect(outcomeOf(mergeText(texts))).toEqual(mergeByGit(texts));
}

function isSameAsGit(texts: ThreeTexts): boolean {
  return JSON.stringify(outcomeOf(mergeText(texts))) === JSON.stringify(mergeByGit(texts));
}
