import { sql } from 'kysely';
import pg from 'pg';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { keyedReads } from '../../../src/platform/db/postgres/postgres-pool.js';
import { keyedQuery } from '../../../src/platform/db/query/keyed-query.js';
import type { Queries, Query } from '../../../src/platform/db/query/queries.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { administerPostgres, provider, testDatabase } from '../../support/database.js';
import { sampleOrganization, sampleUser } from './sample-rows.js';

// On Postgres, keyed reads use separate connections. On SQLite they run like all other reads, and must return the same
// rows.

const isPipelined = provider === 'postgresql' && keyedReads === 'pipelined';

let store: Store;
let url: string;
const ids = Array.from({ length: 300 }, (_, index) => `usr_${index}`);

beforeAll(async () => {
  ({ store, url } = await testDatabase());
  await store.transaction(async ({ prisma }) => {
    await prisma.user.createMany({ data: ids.map(sampleUser) });
    await prisma.organization.create({ data: { ...sampleOrganization('org_a'), title: 'Ünï 日本 \u{1f600}' } });
    const blob = { organizationId: 'org_a', hash: 'h', size: 3, createdAt: new Date('2026-01-02T03:04:05Z') };
    await prisma.blob.create({ data: { ...blob, bytes: new Uint8Array([0, 128, 255]) } });
  });
});

const userById = keyedQuery(({ sql }, inKeys) => sql.selectFrom('User').selectAll().where(inKeys('id')));
const organizationById = keyedQuery(({ sql }, inKeys) =>
  sql.selectFrom('Organization').selectAll().where(inKeys('id')),
);
const blobByHash = keyedQuery(({ sql }, inKeys) => sql.selectFrom('Blob').selectAll().where(inKeys('hash')));
const usersAtId = keyedQuery<{ number: number }>((_queries, inKeys) => {
  return sql<{ number: number }>`select count(*) as number from "User" where ${inKeys('id')}`;
});

/** Returns the same query without the mark for keyed reads. */
function withoutKeyedMark<Row>(query: Query<Row>): Query<Row> {
  return {
    compile(builder) {
      const { isKeyed: _, ...compiled } = query.compile(builder) as ReturnType<Query<Row>['compile']> & {
        isKeyed?: true;
      };
      return compiled;
    },
  };
}

describe('reads by key', () => {
  it.each<[string, (read: Queries) => Query<unknown>]>([
    ['text and null', (read) => userById(read, ['usr_1'])],
    ['many keys', (read) => userById(read, ids)],
    ['no row', (read) => userById(read, ['usr_none'])],
    ['booleans, numbers, JSON and text beyond ASCII', (read) => organizationById(read, ['org_a'])],
    ['bytes, and a time without a fraction', (read) => blobByHash(read, ['h'])],
    ['a count', (read) => usersAtId(read, ids)],
  ])('return the same rows as any other read: %s', async (_what, query) => {
    const { read } = store;
    expect(await read.all(query(read))).toEqual(await read.all(withoutKeyedMark(query(read))));
  });

  it('return the correct rows to hundreds of concurrent callers', async () => {
    const found = await Promise.all(ids.map((id) => store.read.all(userById(store.read, [id]))));
    expect(found.map((rows) => rows.map(({ id }) => id))).toEqual(ids.map((id) => [id]));
  });

  it('fail separately: an error of one does not reject concurrent ones', async () => {
    const broken = keyedQuery((_queries, inKeys) => sql`select 1 / 0 from "NoSuchTable" where ${inKeys('id')}`);
    const reads = ids.map((id, index) =>
      store.read.all<unknown>(index === 150 ? broken(store.read, [id]) : userById(store.read, [id])),
    );
    const outcomes = await Promise.allSettled(reads);
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual([outcomes[150]]);
  });

  it('fail separately, also if the others are new statements', async () => {
    const never = keyedQuery(({ sql }, inKeys) =>
      sql.selectFrom('User').select(['id', 'createdAt']).where(inKeys('id')),
    );
    const broken = keyedQuery((_queries, inKeys) => sql`select 1 / 0 from "User" where ${inKeys('id')}`);
    const reads = ids.map((id, index) => store.read.all<unknown>((index === 0 ? broken : never)(store.read, [id])));
    const outcomes = await Promise.allSettled(reads);
    const failed = provider === 'postgresql' ? [outcomes[0]] : [];
    expect(outcomes.filter(({ status }) => status === 'rejected')).toEqual(failed);
  });

  it.runIf(provider === 'postgresql')('work again after all connections were ended', async () => {
    const one = () => store.read.first(userById(store.read, ['usr_1']));
    await one();
    const { pathname } = new URL(url);
    await administerPostgres(
      `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${pathname.slice(1)}'`,
    );
    await vi.waitFor(async () => expect((await one())?.id).toBe('usr_1'), 10_000);
  });

  it.runIf(isPipelined)('of one event loop tick are sent together, and each statement is prepared once', async () => {
    const prepared = keyedQuery<{ name: string; sent: number }>((_queries, inKeys) => {
      return sql<{ name: string; sent: number }>`select name, generic_plans + custom_plans as sent
      from pg_prepared_statements where ${inKeys('statement')}`;
    });
    await Promise.all(ids.map((id) => store.read.all(userById(store.read, [id]))));
    const { sql: text } = userById(store.read, ['usr_1']).compile(store.sql);
    const [statement, ...others] = await store.read.all(prepared(store.read, [text]));
    expect(others).toEqual([]);
    expect(Number(statement!.sent)).toBeGreaterThan(100);
  });

  it.runIf(provider === 'postgresql')(
    'continue after a concurrent migration added columns to the tables, and so do writes',
    async () => {
      const query = () => organizationById(store.read, ['org_a']);
      const read = () => store.read.first(query());
      const write = () =>
        store.transaction(async (tx) => {
          const [user] = await tx.readLocked(userById(tx.read, ['usr_1']));
          return [user?.id, (await tx.read.first(query()))?.id];
        });
      const all = () => Promise.all(Array.from({ length: 20 }, async () => [(await read())?.id, await write()]));
      const before = await all();
      const client = new pg.Client({ connectionString: url });
      await client.connect();
      await client.query(
        'alter table "User" add column "later" text; alter table "Organization" add column "later" text',
      );
      await client.end();
      expect(await all()).toEqual(before);
    },
  );
});
