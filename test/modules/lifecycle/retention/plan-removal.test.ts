import { describe, expect, it } from 'vitest';
import { type BranchRevision, planRemoval } from '../../../../src/modules/lifecycle/retention/plan-removal.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';

/** Returns the number of edits by author, counting removed ones. */
function countEdits(revisions: readonly BranchRevision[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { type, authorId, removedEdits } of revisions)
    if (type !== 'update') counts[authorId] = (counts[authorId] ?? 0) + 1 + (removedEdits ?? 0);
  return counts;
}

/** Applies one removal after the other, until none is left. */
function removeAll(all: readonly BranchRevision[], named: ReadonlySet<string>, limit: number): BranchRevision[] {
  for (let revisions = [...all]; ; ) {
    const { removed, parents, removedEdits } = planRemoval(revisions, { named, limit });
    if (removed.length === 0) return revisions;
    revisions = revisions
      .filter(({ id }) => !removed.includes(id))
      .map((revision) => ({
        ...revision,
        parentId: parents.has(revision.id) ? parents.get(revision.id)! : revision.parentId,
        removedEdits: removedEdits.get(revision.id) ?? revision.removedEdits,
      }));
  }
}

describe('the removal of revisions of a merged change request', () => {
  it.each(seeds(20))('keeps one chain, all named revisions, and the edits of each author (%i)', (seed) => {
    const draw = randomFrom(seed);
    const length = 1 + draw(30);
    const branch = Array.from({ length }, (_, index): BranchRevision => {
      const type = draw(4) === 0 ? 'update' : 'edits';
      const id = `r${String(index).padStart(2, '0')}`;
      const parentId = index === 0 ? 'base' : `r${String(index - 1).padStart(2, '0')}`;
      return { id, parentId, authorId: `u${draw(3)}`, type, removedEdits: null };
    });
    const named = new Set([branch.at(-1)!.id, ...branch.filter(() => draw(6) === 0).map(({ id }) => id)]);
    const left = removeAll(branch, named, 1 + draw(10));
    expect(left.map(({ parentId }) => parentId)).toEqual(['base', ...left.slice(0, -1).map(({ id }) => id)]);
    expect(left.map(({ id }) => id)).toEqual(expect.arrayContaining([...named]));
    expect(countEdits(left)).toEqual(countEdits(branch));
    expect(left.length).toBeLessThanOrEqual(named.size + 3);
  });
});
