import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorTable } from '../../../src/platform/base/errors.js';

const page = readFileSync(new URL('../../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| (.+) \|$/gm)].map(([, code, status, title]) => [
  code,
  Number(status),
  title,
]);

it('the manual lists exactly the error codes of the program, with status and title, in the same order', () => {
  expect(rows).toEqual(Object.entries(errorTable).map(([code, { status, title }]) => [code, status, title]));
});

// Clients that use persisted documents expect the status 200 and read the error code.
it('each error status has one code, so that a status determines the code', () => {
  const statuses = Object.values(errorTable)
    .map(({ status }) => status)
    .filter((status) => status !== 200);
  expect(new Set(statuses).size).toBe(statuses.length);
});
