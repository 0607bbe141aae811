import { expect, it } from 'vitest';
import { formatStatementName } from '../../../src/platform/db/query/statement-name.js';

it.each([
  ['select "id" from "Space" where "id" = $1', 'SELECT Space'],
  ['insert into "Job" ("id") values ($1)', 'INSERT Job'],
  ['update "Space" set "title" = $1', 'UPDATE Space'],
  ['delete from "Blob" where "hash" in (select "hash" from "Other")', 'DELETE Blob'],
  ['with "moved" as (update "Page" set "at" = 1 returning "id") select 1', 'UPDATE Page'],
  [
    'select one_key.* from unnest($1::text[]) as keys cross join lateral (select * from "Event") as one_key',
    'SELECT Event',
  ],
  ['select pg_advisory_xact_lock(1)', 'SELECT'],
  ['COMMIT', 'COMMIT'],
])('the name of a statement has its operation and its first table: %s', (sql, name) => {
  expect(formatStatementName(sql)).toBe(name);
});
