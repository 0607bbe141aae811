import { describe, expect, it } from 'vitest';
import { testDatabase } from '../../support/database.js';
import { expensiveStatements } from '../../support/large-table-plans.js';

const { url } = await testDatabase();

const expensiveCount = async (sql: string) => (await expensiveStatements(url, new Map([[sql, 'list']]))).length;

describe('the check of query plans', () => {
  it.each([
    ['scans a table', `select * from "Space" where "title" = 'x'`],
    ['scans an index', `select "id" from "Space" where "title" = 'x' order by "id" limit 2`],
    ['sorts to return a page', `select * from "Space" where "organizationId" = 'x' order by "title" limit 2`],
    [
      'joins a table without an index',
      `select 1 from "Space" join "Team" on "Team"."title" = "Space"."title" where "Space"."id" = 'x'`,
    ],
  ])('reports a statement that %s', async (_, sql) => {
    expect(await expensiveCount(sql)).toBe(1);
  });

  it.each([
    ['reads by key', `select * from "Space" where "id" = 'x'`],
    ['reads in the order of an index', `select * from "Space" where "organizationId" = 'x' order by "id" desc limit 2`],
    ['sorts and returns a whole list', `select * from "Space" where "organizationId" = 'x' order by "title"`],
  ])('does not report a statement that %s', async (_, sql) => {
    expect(await expensiveCount(sql)).toBe(0);
  });
});
