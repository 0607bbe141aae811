import { channel } from 'node:diagnostics_channel';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isUniqueViolation } from '../../../src/platform/db/connection/store-errors.js';
import { keyedQuery } from '../../../src/platform/db/query/keyed-query.js';
import { bufferInsert } from '../../../src/platform/db/write/insert-rows.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import type { Transaction } from '../../../src/platform/db/write/transaction.js';
import { provider, testDatabase } from '../../support/database.js';
import { sampleUser } from './sample-rows.js';

// Tests how the statements of a transaction are sent to Postgres in batches.

const batches: number[] = [];
const recordBatch = (message: unknown) => batches.push((message as { count: number }).count);
const batchChannel = channel('docgraph:batches');

let store: Store;
beforeAll(async () => {
  store = (await testDatabase()).store;
  batchChannel.subscribe(recordBatch);
});
afterAll(() => void batchChannel.unsubscribe(recordBatch));

const userBy = keyedQuery(({ sql }, inKeys) => sql.selectFrom('User').select('id').where(inKeys('id')));
const find = ({ read }: Pick<Transaction, 'read'> | Store, id: string) => read.first(userBy(read, [id]));
const add = (tx: Transaction, id: string) => bufferInsert(tx, { table: 'User', rows: [sampleUser(id)] });

/** Number of statements in each batch of a transaction. */
async function batchesOf(work: (tx: Transaction) => Promise<unknown>): Promise<number[]> {
  batches.length = 0;
  await store.transaction(work).catch(() => {});
  return [...batches];
}

describe.runIf(provider === 'postgresql')('the statements of a transaction', () => {
  it('of one tick are in the batch of the BEGIN, and the last writes are in the batch of the commit', async () => {
    const batchSizes = await batchesOf(async (tx) => {
      await Promise.all([find(tx, 'one'), find(tx, 'two'), find(tx, 'three')]);
      add(tx, 'one');
      add(tx, 'two');
    });
    expect(batchSizes).toEqual([4, 3]);
    expect(await find(store, 'two')).toEqual({ id: 'two' });
  });

  it('wait for the batch in flight, and are one batch after it', async () => {
    const batchSizes = await batchesOf(async (tx) => {
      const first = find(tx, 'one');
      await turn();
      await turn();
      await Promise.all([first, find(tx, 'two'), find(tx, 'three')]);
    });
    expect(batchSizes).toEqual([2, 2, 1]);
  });

  it('see earlier writes in the same batch, in order, and so do those of Prisma', async () => {
    const found = await store.transaction(async (tx) => {
      const before = find(tx, 'ordered');
      add(tx, 'ordered');
      const after = find(tx, 'ordered');
      // Prisma starts a call only when it is awaited.
      const counted = tx.prisma.user.count({ where: { id: 'ordered' } }).then((count) => count);
      const removed = tx.prisma.user.deleteMany({ where: { id: 'ordered' } });
      return Promise.all([before, after, counted, removed.then(() => find(tx, 'ordered'))]);
    });
    expect(found).toEqual([undefined, { id: 'ordered' }, 1, undefined]);
  });

  it('are not sent if the work fails before a batch is sent', async () => {
    const batchSizes = await batchesOf(async (tx) => {
      add(tx, 'never');
      throw new Error('no');
    });
    expect(batchSizes).toEqual([]);
  });

  it('after a failed statement do not run: each fails, and nothing is stored', async () => {
    await store.transaction(async (tx) => add(tx, 'there'));
    const outcomes = await store
      .transaction(async (tx) => {
        const reads = [find(tx, 'there'), tx.read.all(sql`select 1 / 0 as "none"`), find(tx, 'one')];
        add(tx, 'lost');
        return Promise.allSettled(reads).then((all) => Promise.reject(all.map(({ status }) => status)));
      })
      .catch((error) => error);
    expect(outcomes).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect(await find(store, 'lost')).toBeUndefined();
  });

  it('that are not awaited make the commit fail with the error of the statement', async () => {
    const twice = store.transaction(async (tx) => {
      add(tx, 'there');
      add(tx, 'beside');
    });
    await expect(twice).rejects.toSatisfy(isUniqueViolation);
    expect(await find(store, 'beside')).toBeUndefined();
  });

  it('that Postgres skipped are sent again by the next transaction of the connection', async () => {
    const fresh = keyedQuery(({ sql }, inKeys) => sql.selectFrom('User').select(['id', 'email']).where(inKeys('id')));
    const ask = (tx: Transaction) => tx.read.first(fresh(tx.read, ['there']));
    for (let again = 0; again < 12; again++)
      await batchesOf((tx) => Promise.all([tx.read.all(sql`select 1 / 0 as "none"`), ask(tx)]));
    const reads = Array.from({ length: 12 }, () => store.transaction(ask));
    for (const found of await Promise.all(reads)) expect(found).toMatchObject({ id: 'there' });
  });

  it('fail with the error of an assertion at commit that does not hold, and nothing is stored', async () => {
    const missing = new Error('The user is missing');
    const requiring = (id: string) =>
      store.transaction(async (tx) => {
        add(tx, `beside ${id}`);
        tx.assertAtCommit(userBy(tx.read, [id]), missing);
      });
    await requiring('there');
    await expect(requiring('nobody')).rejects.toBe(missing);
    expect(await find(store, 'beside there')).toBeDefined();
    expect(await find(store, 'beside nobody')).toBeUndefined();
  });

  it('with values that cannot be sent fail, and nothing of their batch is stored', async () => {
    const circle: { self?: object } = {};
    circle.self = circle;
    const failing = store.transaction(async (tx) => {
      add(tx, 'unsent');
      await tx.read.all(sql`select ${circle} as "value"`);
    });
    await expect(failing).rejects.toThrow(TypeError);
    expect(await find(store, 'unsent')).toBeUndefined();
  });
});
