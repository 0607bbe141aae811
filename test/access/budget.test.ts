import { type CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import type { Viewer } from '../../src/access/viewer.js';
import type { Context } from '../../src/api/graphql/execution/context.js';
import { isInVisibleSpace, isVisibleCollection, isVisibleSpace } from '../../src/modules/shared/visible.js';
import { newId } from '../../src/platform/base/ids.js';
import type { Queries, Query } from '../../src/platform/db/query/queries.js';
import { testApp } from '../support/app.js';
import { provider } from '../support/database.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedTeam } from '../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
let member: Person;

const collectionCount = 50;
const spaceCount = 1000;

/**
 * Fifty collections in five branches of ten levels, below a collection that only a team may see. They contain a
 * thousand spaces.
 */
beforeAll(async () => {
  member = await seedMember(test, acme.id, 'comment');
  const at = new Date();
  const ids = Array.from({ length: collectionCount }, () => newId('Collection'));
  const parentIndex = (index: number): string | null => (index === 0 ? null : index <= 5 ? ids[0]! : ids[index - 5]!);
  const pathToRoot = (index: number): string[] => {
    const parent = parentIndex(index);
    return [ids[index]!, ...(parent ? pathToRoot(ids.indexOf(parent)) : [])];
  };
  const common = { organizationId: acme.id, createdAt: at, updatedAt: at, resolvedLevel: null };
  const space = { emoji: '', visibility: 'in-collection', editMode: 'live', mergeRules: { type: 'inherit' } };
  await test.store.transaction(async ({ prisma }) => {
    const collections = ids.map((id, index) => ({
      ...common,
      id,
      title: `Collection ${index}`,
      parentId: parentIndex(index),
      defaultLevel: index === 0 ? null : 'inherit',
    }));
    await prisma.collection.createMany({ data: collections });
    await prisma.collectionAncestor.createMany({
      data: ids.flatMap((collectionId, index) =>
        pathToRoot(index).map((ancestorId) => ({ organizationId: acme.id, collectionId, ancestorId })),
      ),
    });
    const data = Array.from({ length: spaceCount }, (_, index) => ({
      ...common,
      ...space,
      id: newId('Space'),
      title: `Space ${index}`,
      defaultLevel: 'inherit',
      parentId: ids[index % collectionCount]!,
      revisionId: newId('Revision'),
      changeRequestNumber: 0,
    }));
    await prisma.space.createMany({ data });
  });
  const teams = [];
  for (let index = 0; index < 5; index++) teams.push(await seedTeam(test, acme.id, { members: [member.id] }));
  await seedGrant(test, acme.id, { to: teams[0]!, on: ids[0]!, role: 'edit' });
  for (const [index, team] of teams.entries())
    await seedGrant(test, acme.id, { to: team, on: ids[index + 1]!, role: 'review' });
});

/**
 * Calls `ask` twice, because the first call compiles the queries. Prints the number of batches and the duration of the
 * second call, and returns its batches.
 */
async function measureBatches(name: string, ask: () => Promise<void>): Promise<string[]> {
  await ask();
  const start = performance.now();
  const batches = await test.batches(ask);
  console.log(`${name}: ${batches.length} batches, ${Math.round(performance.now() - start)} ms`);
  return batches;
}

it('a list of a thousand spaces in fifty nested collections takes at most 6 batches on /v1', async () => {
  const batches = await measureBatches('GET /v1/orgs/{id}/spaces?limit=1000', async () => {
    const { status, body } = await test.rest('GET', `/orgs/${acme.id}/spaces?limit=1000`, member);
    expect([status, body.count, body.items.length]).toEqual([200, spaceCount, spaceCount]);
    for (const { parent, permissions } of body.items)
      expect([parent !== undefined, permissions.edit, permissions.admin]).toEqual([true, true, false]);
  });
  expect(batches.length, batches.join('\n')).toBeLessThanOrEqual(6);
});

it('one page of a thousand spaces, with the total count, takes at most 6 batches', async () => {
  const batches = await test.batches(async () => {
    const { body } = await test.rest('GET', `/orgs/${acme.id}/spaces?limit=100`, member);
    expect([body.count, body.items.length]).toEqual([spaceCount, 100]);
  });
  expect(batches.length, batches.join('\n')).toBeLessThanOrEqual(6);
});

it('a list of a thousand spaces with their collections and permissions takes at most 6 batches in GraphQL', async () => {
  const query = `query ($id: ID!) { organization(id: $id) { spaces(first: 1000) {
    totalCount nodes { title parent { title } permissions { view edit merge admin } }
  } } }`;
  const batches = await measureBatches('organization.spaces', async () => {
    const { data, errors } = await test.graphql(query, { ...member, variables: { id: acme.id } });
    expect(errors).toBeUndefined();
    expect([data.organization.spaces.totalCount, data.organization.spaces.nodes.length]).toEqual([
      spaceCount,
      spaceCount,
    ]);
    for (const { parent, permissions } of data.organization.spaces.nodes)
      expect([parent !== null, permissions.edit]).toEqual([true, true]);
  });
  expect(batches.length, batches.join('\n')).toBeLessThanOrEqual(6);
});

const lists: Record<string, (context: Context, read: Queries) => Query<unknown>> = {
  spaces: (context, { sql }) =>
    sql
      .selectFrom('Space')
      .selectAll()
      .where('organizationId', '=', acme.id)
      .where('deletedAt', 'is', null)
      .where(isVisibleSpace(context, 'space.view'))
      .orderBy('id', 'desc')
      .limit(51),
  collections: (context, { sql }) =>
    sql
      .selectFrom('Collection')
      .selectAll()
      .where('organizationId', '=', acme.id)
      .where(isVisibleCollection(context, 'collection.view'))
      .orderBy('id', 'desc')
      .limit(51),
  changeRequests: (context, { sql }) =>
    sql
      .selectFrom('ChangeRequest')
      .selectAll()
      .where('organizationId', '=', acme.id)
      .where(isInVisibleSpace(context, 'changeRequest.view'))
      .orderBy('id', 'desc')
      .limit(51),
};

it.each(Object.keys(lists))('a list of %s reads the grants once, and scans no table', async (name) => {
  const viewer: Viewer = {
    kind: 'user',
    userId: member.id,
    tokenId: 'tok',
    roles: new Map([[acme.id, 'comment']]),
    allowed: null,
    isAgent: false,
    organizationId: null,
  };
  const { read } = test.store;
  const plan = await planOf(lists[name]!({ viewer, read } as Context, read));
  const walks = plan.split('\n').filter((line) => /\bSCAN (?!json_each)|Seq Scan|CORRELATED/.test(line));
  expect(walks, plan).toEqual([]);
});

/**
 * Returns the query plan of the database. Disables sequential scans on Postgres, which prefers them for small tables.
 */
async function planOf(query: Query<unknown>): Promise<string> {
  const compiled = query.compile(test.store.read.sql);
  const explained = { ...compiled, sql: `${provider === 'sqlite' ? 'explain query plan' : 'explain'} ${compiled.sql}` };
  const rows = await test.store.transaction(async ({ read }) => {
    if (provider === 'postgresql') await read.all(sql`set local enable_seqscan = off`);
    return read.all({ compile: () => explained as CompiledQuery<Record<string, string>> });
  });
  expect(rows.length).toBeGreaterThan(2);
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
}
