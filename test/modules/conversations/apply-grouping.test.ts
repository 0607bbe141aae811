import { expect, it } from 'vitest';
import { movesOf } from '../../../src/modules/conversations/apply-grouping.js';

it('issues that move to another cluster are sorted by their new cluster', () => {
  const issues = [null, 'b', null, 'a', 'a', 'b'].map((clusterId, index) => ({
    ...{ id: `issue${index}`, number: index + 1, position: 0, clusterId },
  }));
  const groups = Int32Array.from([1, 0, 0, 0, -1, 1]);
  expect(movesOf({ issues, groups, clusters: ['a', 'b'] })).toEqual([
    { id: 'issue4', to: null },
    { id: 'issue1', to: 'a' },
    { id: 'issue2', to: 'a' },
    { id: 'issue0', to: 'b' },
  ]);
});
