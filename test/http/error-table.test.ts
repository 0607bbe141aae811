import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { errorTable } from '../../src/errors.js';

const page = readFileSync(new URL('../../docs/errors.md', import.meta.url), 'utf8');
const rows = [...page.matchAll(/^\| `([A-Z_]+)` \| (\d{3}) \| (.+) \|$/gm)].map(([, code, status, title]) => [
  code,
  Number(status),
  title,
]);

it('the manual lists every code with its status and title, in the order of the table, and no other', () => {
  expect(rows).toEqual(Object.entries(errorTable).map(([code, { status, title }]) => [code, status, title]));
});

it('each status has one code, so that a status tells the code', () => {
  const statuses = Object.values(errorTable).map(({ status }) => status);
  expect(new Set(statuses).size).toBe(statuses.length);
});
