import { describe, expect, it } from 'vitest';
import { pairTexts } from '../../../../src/engine/change/anchors/pair-blocks.js';
import { createComparisonBudget } from '../../../../src/engine/change/diff/budget.js';
import { splitFrontMatter } from '../../../../src/engine/text/markdown/front-matter.js';
import { seeds } from '../../../support/properties.js';
import { readSharedLines, readSharedText, sharedFiles } from '../../../support/shared-data.js';
import { evaluatePairing, type Outcome, totalOutcome } from './oracle.js';

/** A page before and after an edit. */
type Edit = [name: string, before: string, after: string];

interface MergeCase {
  id: string;
  base: string;
  ours: string;
  theirs: string;
  expected: string | null;
}

const changes = readSharedText('history/elsa/CHANGES.tsv');
const mergeCases = readSharedLines<MergeCase>('merge/merge_cases.jsonl');
const skip = ' (skipped: no real history next to the project, see DOCGRAPH_SHARED)';

/** Places a comment on every block of every page before the edits, and returns the result of moving the comments. */
function outcomeOf(edits: readonly Edit[]): Outcome {
  return totalOutcome(
    edits.map(([name, ...texts]) => {
      const [before, after] = texts.map((text) => splitFrontMatter(text).body) as [string, string];
      const outcome = evaluatePairing(before, after, pairTexts(before, after, createComparisonBudget()));
      return { ...outcome, wrong: outcome.wrong.map((sentence) => `${name}: ${sentence}`) };
    }),
  );
}

function expectPlaced(name: string, edits: readonly Edit[]): void {
  const { blocks, lost, withTarget: answered, right, wrong } = outcomeOf(edits);
  const share = ((100 * right) / answered).toFixed(2);
  console.log(
    `${name}: of ${blocks} comments on ${edits.length} edited or kept pages, ${answered} have an answer, ${right} of them (${share} %) were placed rightly; ${wrong.length} were placed wrongly, ${lost} were lost`,
  );
  expect(wrong).toEqual([]);
  expect(right / answered).toBeGreaterThanOrEqual(0.98);
}

/** Returns the pages that exist in both states of the history, matched by path or by recorded rename. */
function historyEdits(list: string): Edit[] {
  const rows = list.split('\n').map((line) => line.split('\t'));
  const renames = new Map(rows.flatMap(([, , , from, to]) => (from && to ? [[from, to] as const] : [])));
  const files = sharedFiles('history/elsa/base').filter((file) => file.endsWith('.md'));
  return files.flatMap((file): Edit[] => {
    const after = readSharedText(`history/elsa/later/${renames.get(file) ?? file}`);
    return after === null ? [] : [[file, readSharedText(`history/elsa/base/${file}`)!, after]];
  });
}

describe('comments on every block of real pages', () => {
  it.skipIf(changes === null)(`follow the edits of one year in a documentation${changes === null ? skip : ''}`, () => {
    expectPlaced('history/elsa', historyEdits(changes!));
  });

  // Each run tests only one side, because reading the pages takes most of the time.
  const side = (['ours', 'theirs', 'expected'] as const)[seeds(1)[0]! % 3]!;

  it.skipIf(mergeCases === null)(`follow real merged edits${mergeCases === null ? skip : ''}`, () => {
    const edits = mergeCases!.flatMap((one): Edit[] => (one[side] ? [[one.id, one.base, one[side]]] : []));
    expectPlaced(`merge cases, ${side}`, edits);
  });
});
