import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest, Page } from '../../../../src/engine/base/types.js';
import type { Conflict } from '../../../../src/engine/change/merge/conflict.js';
import { mergeManifests } from '../../../../src/engine/change/merge/merge.js';
import { isOpen, type Resolution, type Resolutions } from '../../../../src/engine/change/merge/resolution.js';
import {
  type Decision,
  type ResolvedConflicts,
  resolveConflicts,
} from '../../../../src/engine/change/merge/resolve.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { manifestArbitrary, readBlob, storeBlobs, textOfPage } from '../../manifests.js';
import { applySteps, stepsArbitrary } from '../../random-edits.js';

interface Sides {
  base: Manifest;
  ours: Manifest;
  theirs: Manifest;
}

/** Generates the side to choose for each decision. */
const choicesArbitrary = fc.infiniteStream(fc.constantFrom('ours', 'theirs', 'both' as const));

type Choices = Iterator<'ours' | 'theirs' | 'both'>;

/** Returns a decision for every open conflict; for a conflict in a text, one for every open hunk. */
function decide(conflicts: readonly Conflict[], choices: Choices): Decision[] {
  return conflicts.filter(isOpen).flatMap((conflict) => {
    const choice = choices.next().value;
    if (conflict.kind !== 'page_text') return { conflict: conflict.id, choice: choice === 'both' ? 'ours' : choice };
    const open = conflict.hunks.filter(({ resolution }) => !resolution);
    return open.map(({ id }) => ({ conflict: id, choice: choices.next().value }));
  });
}

const after = (resolutions: Resolutions, { decisions: newDecisions }: ResolvedConflicts) =>
  new Map<string, Resolution>([...resolutions, ...newDecisions.map(({ id, choice }) => [id, { choice }] as const)]);

/**
 * Decides repeatedly until no conflict is open. After six rounds, pages whose moves still form a cycle are moved to the
 * top level.
 */
function resolveAllConflicts(sides: Sides, choices: Choices, start: Resolutions = new Map()) {
  let resolutions = start;
  for (let round = 0; round < 30; round++) {
    const merged = mergeManifests({ ...sides, readBlob, resolutions });
    if (!merged.conflicts.some(isOpen)) return { merged, resolutions };
    const decisions = decide(merged.conflicts, choices).map((decision): Decision => {
      const isMove = merged.conflicts.some(({ id, kind }) => id === decision.conflict && kind === 'page_moved');
      return isMove && round > 5 ? { conflict: decision.conflict, choice: 'value', value: null } : decision;
    });
    const resolved = resolveConflicts({ ...sides, readBlob, resolutions }, decisions);
    if ('unknown' in resolved) throw new Error('A conflict that was just told is unknown');
    const next = resolved.decisions.map(({ id, choice, value }) => [id, { choice, value }] as const);
    resolutions = new Map([...resolutions, ...next]);
  }
  throw new Error('Conflicts remain, whatever is decided');
}

/** Returns the lines of a page without link targets, because moves rewrite links. */
const linesOf = (page: Page | undefined) =>
  page?.blob === undefined
    ? []
    : textOfPage(page)
        .split('\n')
        .map((line) => line.replace(/\]\([^)]*\)/g, ']()'));

/** Returns changes of one side that neither the merge result nor a conflict contains. */
function lostChanges(
  side: 'ours' | 'theirs',
  sides: Sides,
  { manifest, conflicts }: ReturnType<typeof mergeManifests>,
) {
  const [base, own, result] = [sides.base, sides[side], manifest].map((one) => manifestIndex(one).pageById);
  const missing: string[] = [];
  for (const { page } of manifestIndex(sides[side]).pages) {
    const [before, now] = [base!.get(page.id), result!.get(page.id)?.page];
    const about = conflicts.filter((conflict) => 'pageId' in conflict && conflict.pageId === page.id);
    const has = (kind: string, field?: string) =>
      about.some((one) => one.kind === kind && (!field || ('field' in one && one.field === field)));
    const isChanged = !before || before.page.title !== page.title || before.parentId !== own!.get(page.id)!.parentId;
    const added = linesOf(page).filter((line) => !linesOf(before?.page).includes(line));
    if (!now) {
      if ((isChanged || added.length > 0) && !has('page_deleted')) missing.push(`page ${page.id}`);
      continue;
    }
    if (before?.page.title !== page.title && now.title !== page.title && !has('page_field', 'title'))
      missing.push(`title ${page.id}`);
    const hunkLines = about.flatMap((one) => (one.kind === 'page_text' ? one.hunks.flatMap((hunk) => hunk[side]) : []));
    const preservedLines = [...linesOf(now), ...hunkLines.map((line) => line.trimEnd().replace(/\]\([^)]*\)/g, ']()'))];
    for (const line of added) if (!preservedLines.includes(line)) missing.push(`${page.id}: ${line}`);
  }
  return missing;
}

function expectNothingLost(sides: Sides, merged: ReturnType<typeof mergeManifests>) {
  storeBlobs(merged);
  expect(lostChanges('ours', sides, merged)).toEqual([]);
  expect(lostChanges('theirs', sides, merged)).toEqual([]);
  const { pages } = manifestIndex(merged.manifest);
  expect(new Set(pages.map(({ page }) => page.id)).size).toBe(pages.length);
  const paths = pages.flatMap(({ page }) => page.path ?? []);
  expect(new Set(paths).size).toBe(paths.length);
}

const sidesArbitrary = fc.tuple(manifestArbitrary(), stepsArbitrary(), stepsArbitrary()).map(
  ([base, ours, theirs]): Sides => ({
    base,
    ours: applySteps(base, ours, 'ours'),
    theirs: applySteps(base, theirs, 'theirs'),
  }),
);

describe('resolving the conflicts of manifests with random edits', () => {
  it('ends, and the result and the conflicts together contain every change of both sides', () => {
    let runsWithConflicts = 0;
    fc.assert(
      fc.property(sidesArbitrary, choicesArbitrary, (sides, choices) => {
        const { merged } = resolveAllConflicts(sides, choices[Symbol.iterator]());
        if (merged.conflicts.length > 0) runsWithConflicts++;
        expectNothingLost(sides, merged);
      }),
      { numRuns: 200 },
    );
    expect(runsWithConflicts).toBeGreaterThan(20);
  });

  it('loses no change if the space changes between resolutions', () => {
    fc.assert(
      fc.property(sidesArbitrary, stepsArbitrary(), choicesArbitrary, (sides, steps, choices) => {
        const draw = choices[Symbol.iterator]();
        const { conflicts } = mergeManifests({ ...sides, readBlob });
        const some = decide(conflicts, draw).filter((_, index) => index % 2 === 0);
        const first = resolveConflicts({ ...sides, readBlob }, some) as ResolvedConflicts;
        const moved = { ...sides, ours: applySteps(sides.ours, steps, 'later') };
        const { merged } = resolveAllConflicts(moved, draw, after(new Map(), first));
        expectNothingLost(moved, merged);
      }),
      { numRuns: 200 },
    );
  });

  it('a resolved update is merged without changes or conflicts', () => {
    fc.assert(
      fc.property(sidesArbitrary, choicesArbitrary, (sides, choices) => {
        const { merged } = resolveAllConflicts(sides, choices[Symbol.iterator]());
        storeBlobs(merged);
        const again = mergeManifests({ base: sides.ours, ours: sides.ours, theirs: merged.manifest, readBlob });
        expect(again).toMatchObject({ manifest: merged.manifest, conflicts: [] });
      }),
    );
  });
});
