import { sql } from 'kysely';
import { beforeAll, describe, expect, it } from 'vitest';
import { Prisma } from '../../../src/platform/db/generated/sqlite/client.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { provider, testDatabase } from '../../support/database.js';
import {
  sampleChangeRequest,
  sampleOrganization,
  sampleSpace,
  sampleTime,
  sampleToken,
  sampleUser,
} from './sample-rows.js';

let store: Store;
beforeAll(async () => {
  store = (await testDatabase()).store;
  await store.transaction(async ({ prisma }) => {
    for (const id of ['usr_a', 'usr_b']) await prisma.user.create({ data: sampleUser(id) });
    for (const id of ['tok_1', 'tok_2', 'tok_3']) await prisma.accessToken.create({ data: sampleToken(id, 'usr_a') });
    await prisma.organization.create({ data: sampleOrganization('org_a') });
    await prisma.space.create({ data: sampleSpace('spc_a', 'org_a') });
    const at = { organizationId: 'org_a', spaceId: 'spc_a', userId: 'usr_a' };
    await prisma.changeRequest.create({
      data: { ...sampleChangeRequest('cr_a', 1, at), description: { a: [1, null, 'ü'] } },
    });
    await prisma.blob.create({
      data: {
        organizationId: 'org_a',
        hash: 'h',
        size: 3,
        bytes: new Uint8Array([0, 128, 255]),
        createdAt: sampleTime,
      },
    });
  });
});

const time = '2026-01-02T03:04:05.670Z';

describe('the value of a column', () => {
  it('of each kind is the same on both databases', async () => {
    const organization = store.sql
      .selectFrom('Organization')
      .select(['id', 'sso', 'ai', 'emailDomains', 'operatorFacts', 'eventSequence', 'logo', 'createdAt']);
    expect(await store.read.all(organization)).toEqual([
      {
        id: 'org_a',
        sso: false,
        ai: true,
        emailDomains: ['example.org'],
        operatorFacts: {},
        eventSequence: 0,
        logo: null,
        createdAt: time,
      },
    ]);
    const blob = await store.read.first(store.sql.selectFrom('Blob').select(['bytes', 'size']));
    expect(blob!.bytes).toEqual(new Uint8Array([0, 128, 255]));
    expect(await store.read.first(store.sql.selectFrom('ChangeRequest').select('description'))).toEqual({
      description: { a: [1, null, 'ü'] },
    });
  });

  it('distinguishes an absent JSON value from null, and does not change a skipped one', async () => {
    const written = async (description: typeof Prisma.DbNull | typeof Prisma.JsonNull | typeof Prisma.skip) => {
      await store.transaction((tx) => tx.prisma.changeRequest.update({ where: { id: 'cr_a' }, data: { description } }));
      const isNull = sql<boolean>`description is null`.as('isNull');
      const query = store.sql.selectFrom('ChangeRequest').select(['description', isNull]);
      return store.read.first(query, { isNull: 'boolean' });
    };
    expect(await written(Prisma.skip)).toEqual({ description: { a: [1, null, 'ü'] }, isNull: false });
    expect(await written(Prisma.JsonNull)).toEqual({ description: null, isNull: false });
    expect(await written(Prisma.DbNull)).toEqual({ description: null, isNull: true });
  });

  it('is decoded through aliases, joins, subqueries, unions and common table expressions', async () => {
    const flags = store.sql
      .selectFrom('Organization')
      .select(['ai as flag', 'createdAt as at', 'emailDomains as list']);
    const expected = { flag: true, at: time, list: ['example.org'] };
    const nested = store.sql.selectFrom(flags.as('inner')).selectAll();
    const joined = store.sql
      .selectFrom('Space')
      .leftJoin('Organization as o', 'o.id', 'Space.organizationId')
      .select(['o.ai as flag', 'o.createdAt as at', 'o.emailDomains as list']);
    const common = store.sql
      .with('cte', () => flags)
      .selectFrom('cte')
      .selectAll();
    const union = flags.union(flags);
    for (const query of [flags, nested, joined, common, union]) expect(await store.read.all(query)).toEqual([expected]);
  });

  it('that is computed is decoded as the specified type, and a count is a number', async () => {
    const query = store.sql
      .selectFrom('Organization')
      .select(({ exists, selectFrom, fn }) => [
        exists(selectFrom('Space').select('id')).as('hasSpaces'),
        fn.countAll<number>().as('count'),
        fn.sum<number>('eventSequence').as('sum'),
      ]);
    expect(await store.read.all(query, { hasSpaces: 'boolean' })).toEqual([{ hasSpaces: true, count: 1, sum: 0 }]);
  });

  it('can be compared with a time in the format of the API', async () => {
    const at = (operator: '<' | '=' | '>') =>
      store.read.all(
        store.sql.selectFrom('User').select('id').where('createdAt', operator, time).where('id', '=', 'usr_a'),
      );
    expect([await at('<'), await at('='), await at('>')]).toEqual([[], [{ id: 'usr_a' }], []]);
  });

  it('is the same inside a transaction', async () => {
    const query = store.sql.selectFrom('Organization').selectAll();
    const inside = await store.transaction((tx) => tx.read.all(query));
    expect(inside).toEqual(await store.read.all(query));
  });
});

describe('a condition on a list of values (`inList`)', () => {
  it('passes 40,000 values as one parameter, in one batch', async () => {
    const batches: string[] = [];
    const reads = store.reading((batch) => batches.push(batch.sql));
    const ids = [...Array.from({ length: 40_000 }, (_, index) => `usr_${index}x`), 'usr_b'];
    const rows = await reads.all(store.sql.selectFrom('User').select('id').where(reads.inList('User.id', ids)));
    expect(rows).toEqual([{ id: 'usr_b' }]);
    expect(batches).toHaveLength(1);
  });

  it('accepts numbers, one value and an empty list', async () => {
    const numbers = (list: number[]) =>
      store.read.all(store.sql.selectFrom('ChangeRequest').select('number').where(store.read.inList('number', list)));
    expect(await numbers([1, 2])).toEqual([{ number: 1 }]);
    expect(await numbers([])).toEqual([]);
  });

  it('preserves values with quotes, commas or braces', async () => {
    const odd = ['a,b', '"', '{}', "'", '\\', 'ü', ''];
    await store.transaction(async ({ prisma }) => {
      for (const [index, id] of odd.entries()) {
        await prisma.user.create({ data: { ...sampleUser(`usr_odd${index}`), displayName: id } });
      }
    });
    const query = store.sql
      .selectFrom('User')
      .select('displayName')
      .where(store.read.inList('displayName', odd))
      .orderBy('id');
    expect((await store.read.all(query)).map((row) => row.displayName)).toEqual(odd);
  });
});

describe('rows for each of several keys (`perKey`)', () => {
  const tokensOf = (limit: number) => ({
    query: (userId: Parameters<Parameters<Store['read']['perKey']>[0]['query']>[0]) =>
      store.sql
        .selectFrom('AccessToken')
        .select(['id', 'createdAt'])
        .where('userId', '=', userId)
        .orderBy('id', 'desc')
        .limit(limit),
  });

  it('are returned for each key in order in one batch, with empty lists and repeated keys', async () => {
    const batches: string[] = [];
    const reads = store.reading((batch) => batches.push(batch.sql));
    const lists = await reads.perKey({ keys: ['usr_a', 'nobody', 'usr_b', 'usr_a'], ...tokensOf(2) });
    const two = [
      { id: 'tok_3', createdAt: time },
      { id: 'tok_2', createdAt: time },
    ];
    expect(lists).toEqual([two, [], [], two]);
    expect(batches).toHaveLength(1);
  });

  it('are read without a query if there are no keys', async () => {
    const batches: string[] = [];
    const reads = store.reading((batch) => batches.push(batch.sql));
    expect(await reads.perKey({ keys: [], ...tokensOf(1) })).toEqual([]);
    expect(batches).toEqual([]);
  });

  it('can be read by tuples as keys', async () => {
    const lists = await store.read.perKey({
      keys: [
        ['org_a', 'h'],
        ['org_b', 'h'],
      ],
      query: (organizationId, hash) =>
        store.sql
          .selectFrom('Blob')
          .select('size')
          .where('organizationId', '=', organizationId!)
          .where('hash', '=', hash!),
    });
    expect(lists).toEqual([[{ size: 3 }], []]);
  });

  it('include the writes of the same transaction', async () => {
    const undone = store.transaction(async (tx) => {
      await tx.prisma.accessToken.create({ data: sampleToken('tok_own', 'usr_b') });
      expect(await tx.read.perKey({ keys: ['usr_b'], ...tokensOf(5) })).toEqual([[{ id: 'tok_own', createdAt: time }]]);
      throw new Error('undone, for the other tests');
    });
    await expect(undone).rejects.toThrow('undone, for the other tests');
  });
});

it('the query builder refuses to execute a query, because it has no connection of its own', async () => {
  await expect(store.sql.selectFrom('User').selectAll().execute()).rejects.toThrow('queries.all()');
});

it('an SQL template can be run', async () => {
  expect(await store.read.all(sql<{ two: number }>`select 1 + 1 as two`)).toEqual([{ two: 2 }]);
});

it.runIf(provider === 'sqlite')(
  'rows are found with an index and without a scan, and a page is read in the order of its index',
  async () => {
    const plan = async (query: { compile(): { sql: string; parameters: readonly unknown[] } }) => {
      const { sql: text, parameters } = query.compile();
      const raw = sql.raw(`explain query plan ${text.replaceAll('?', () => "'x'")}`);
      expect(parameters).toBeDefined();
      return (await store.read.all(raw as ReturnType<typeof sql<{ detail: string }>>))
        .map((row) => row.detail)
        .join('; ');
    };
    const page = store.sql
      .selectFrom('ChangeRequest')
      .selectAll()
      .where('spaceId', '=', 'x')
      .where('status', '=', 'open');
    const plans = [
      await plan(
        store.sql
          .selectFrom('User')
          .selectAll()
          .where(store.read.inList('id', ['x'])),
      ),
      await plan(page.orderBy('id', 'desc')),
      await plan(page.where(sql<boolean>`(id) < (${'x'})`).orderBy('id', 'desc')),
      await plan(
        store.sql
          .selectFrom('Space')
          .selectAll()
          .where('organizationId', '=', 'x')
          .where('deletedAt', 'is', null)
          .orderBy('id', 'desc'),
      ),
    ];
    for (const steps of plans) {
      expect(steps).toMatch(/SEARCH \w+ USING/);
      expect(steps).not.toMatch(/SCAN (?!json_each)|TEMP B-TREE/);
    }
  },
);
