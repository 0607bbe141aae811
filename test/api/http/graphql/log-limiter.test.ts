import { expect, it } from 'vitest';
import { createLogLimiter } from '../../../../src/api/http/graphql/log-limiter.js';

it('a log limiter allows some lines in each second, and returns the number of lines omitted before a line', () => {
  const take = createLogLimiter(2);
  expect([5_000, 5_100, 5_200, 5_999].map(take)).toEqual([0, 0, null, null]);
  expect([6_000, 6_001, 6_002].map(take)).toEqual([2, 0, null]);
  expect([9_000].map(take)).toEqual([1]);
});
