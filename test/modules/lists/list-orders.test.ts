import Database from 'better-sqlite3';
import { beforeAll, expect, it } from 'vitest';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { testApp } from '../../support/app.js';
import { type FullWorld, makeFullWorld } from './full-world.js';
import { type GraphList, graphLists, graphWalks } from './graph-lists.js';

// Uses SQLite, because its query plans do not depend on the number of rows. Those of Postgres do.
const test = await testApp();
let world: FullWorld;

beforeAll(async () => {
  world = await makeFullWorld(test);
});

/** Returns the query plans of the paged statements that `read` runs. */
async function plansOf(read: () => Promise<unknown>): Promise<string[]> {
  const pages = (await test.batches(read)).filter((sql) => / order by .* limit /s.test(sql));
  const database = new Database(sqlitePath(test.url), { readonly: true });
  const planOf = (sql: string): string => {
    const steps = database.prepare<unknown[], { detail: string }>(`explain query plan ${sql}`);
    return steps
      .all(Array(sql.split('?').length - 1).fill(''))
      .map(({ detail }) => detail)
      .join('\n');
  };
  try {
    return pages.map(planOf);
  } finally {
    database.close();
  }
}

/**
 * Reports whether a list sorts its rows. The links of a page are aggregated rows, and so are revisions and reviews of a
 * person. `Organization.accessTokens` lists the tokens of all members; no index has them in list order.
 */
const isSorted = ({ field, name }: GraphList) =>
  ['backlinks', 'contributors'].includes(field) || name.startsWith('Organization.accessTokens');

it.each(graphLists.filter((list) => !isSorted(list)).map((list) => [list.name, list] as const))(
  'a page of %s is read in index order, without sorting',
  async (_, list) => {
    for (const { forwards, backwards } of graphWalks(test, world, list))
      for (const plan of await plansOf(async () => [await forwards(2), await backwards(2)]))
        expect(plan).not.toContain('TEMP B-TREE FOR ORDER BY');
  },
);

it.each([
  ['space', '', 'spaceId_id'],
  ['space', 'status: OPEN', 'spaceId_status_id'],
  ['space', 'creator: $user', 'spaceId_createdById_id'],
  ['space', 'creator: $user, status: OPEN', 'spaceId_createdById_id'],
  ['organization', '', 'organizationId_id'],
  ['organization', 'status: OPEN', 'organizationId_status_id'],
  ['organization', 'creator: $user', 'organizationId_createdById_id'],
  ['organization', 'creator: $user, status: OPEN', 'organizationId_createdById_id'],
] as const)('change requests of the %s filtered by (%s) are read by the index %s', async (parent, narrowed, index) => {
  const list = `changeRequests(first: 2, filter: { ${narrowed} }) { nodes { id } }`;
  const query = `query ($id: ID!, $user: ID!) { node(id: $user) { id } ${parent}(id: $id) { ${list} } }`;
  const variables = { id: world[parent], user: world.member };
  const plans = await plansOf(() => test.graphql(query, { ...world.admin, variables }));
  expect(plans).toEqual([expect.stringMatching(new RegExp(`INDEX (sqlite_autoindex_)?ChangeRequest_${index}`))]);
});
