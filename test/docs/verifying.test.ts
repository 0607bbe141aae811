import { expect, it } from 'vitest';
import { checks } from '../../src/modules/lifecycle/verification/checks.js';
import { rowsOf } from './pages.js';

it('the manual lists every check of verify with what it examines, in the order of the report', () => {
  const names = new Set(checks.map(({ name }) => name));
  const listed = rowsOf('docs/verifying.md', /./).filter(([name, , action]) => names.has(name!) && action);
  expect(listed.map(([name, about]) => [name, about])).toEqual(checks.map(({ name, about }) => [name, about]));
});
