import { expect, it } from 'vitest';
import { testDatabase } from '../../support/database.js';
import { dearStatements } from '../../support/grown-plans.js';

const { url } = await testDatabase();

const judged = async (sql: string) => (await dearStatements(url, new Map([[sql, 'list']]))).length;

it.each([
  ['goes through a table', `select * from "Space" where "title" = 'x'`],
  ['goes through an index', `select "id" from "Space" where "title" = 'x' order by "id" limit 2`],
  ['sorts for a page', `select * from "Space" where "organizationId" = 'x' order by "title" limit 2`],
  [
    'joins a table without an index',
    `select 1 from "Space" join "Team" on "Team"."title" = "Space"."title" where "Space"."id" = 'x'`,
  ],
])('a statement that %s is found', async (_, sql) => {
  expect(await judged(sql)).toBe(1);
});

it.each([
  ['by key', `select * from "Space" where "id" = 'x'`],
  ['in the order of an index', `select * from "Space" where "organizationId" = 'x' order by "id" desc limit 2`],
  ['whole, and sorted', `select * from "Space" where "organizationId" = 'x' order by "title"`],
])('what is read %s is fine', async (_, sql) => {
  expect(await judged(sql)).toBe(0);
});
