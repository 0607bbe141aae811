import { setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { queryById } from '../../../src/platform/db/query/by-id.js';
import { getSqliteThread } from '../../../src/platform/db/sqlite/sqlite-thread.js';
import { bufferUpdate } from '../../../src/platform/db/write/change-rows.js';
import type { Transaction } from '../../../src/platform/db/write/transaction.js';
import { atEnd, provider, testDatabase } from '../../support/database.js';
import { sampleUser } from './sample-rows.js';

const usersById = queryById('User');

const nameOf = async ({ read }: Pick<Transaction, 'read'>, id = 'one') =>
  (await read.first(usersById(read, [id])))!.displayName;

const rename = (tx: Transaction, displayName: string) =>
  bufferUpdate(tx, { table: 'User', where: { id: 'one' }, set: { displayName } });

/**
 * Opens a store that has been the only writer for some transactions. Then opens a second connection to its file, which
 * acts as another process.
 */
async function openOnlyWriter() {
  const { store, url } = await testDatabase({ patience: 1 });
  const create = (id: string) => store.transaction((tx) => tx.prisma.user.create({ data: sampleUser(id) }));
  for (const id of ['one', 'two', 'three']) await create(id);
  const other = new Database(sqlitePath(url));
  atEnd(() => void other.close());
  const write = (name: string) => other.prepare('update User set displayName = ?').run(name);
  const users = () => other.prepare('select id from User order by id').pluck().all();
  return { store, other, write, users };
}

async function runAfterIterations(then: () => void): Promise<void> {
  for (let iteration = 0; iteration < 100; iteration++) await turn();
  then();
}

describe.runIf(provider === 'sqlite')('a transaction of the only writing process', () => {
  it('sends one message to the writer thread, and none if it only reads', async () => {
    const { store } = await openOnlyWriter();
    const { calls } = getSqliteThread();
    await store.transaction(async (tx) => rename(tx, `${await nameOf(tx)}!`));
    expect(getSqliteThread().calls).toBe(calls + 1);
    await store.transaction((tx) => nameOf(tx));
    expect(getSqliteThread().calls).toBe(calls + 1);
  });

  it('runs again if another process changed the data that it read, and is optimistic again after that', async () => {
    const { store, write } = await openOnlyWriter();
    let attempts = 0;
    await store.transaction(async (tx) => {
      const name = await nameOf(tx);
      if (attempts++ === 0) write('theirs');
      rename(tx, `${name}, ours`);
    });
    expect([attempts, await nameOf(store)]).toEqual([2, 'theirs, ours']);
    for (const name of ['a', 'b']) await store.transaction(async (tx) => rename(tx, name));
    const { calls } = getSqliteThread();
    await store.transaction(async (tx) => rename(tx, 'c'));
    expect([getSqliteThread().calls - calls, await nameOf(store)]).toEqual([1, 'c']);
  });

  it('reads one snapshot of the data, also if it writes nothing', async () => {
    const { store, write } = await openOnlyWriter();
    write('before');
    for (let index = 0; index < 3; index++) await store.transaction(async (tx) => rename(tx, 'before'));
    let attempts = 0;
    const read = async (tx: Transaction) => {
      const names = [await nameOf(tx, 'one')];
      if (attempts++ === 0) write('after');
      return [...names, await nameOf(tx, 'two')];
    };
    expect([await store.transaction(read), attempts]).toEqual([['after', 'after'], 2]);
    for (let index = 0; index < 3; index++) await store.transaction(async (tx) => rename(tx, 'before'));
    attempts = 0;
    const refusing = store.transaction(async (tx) => Promise.reject(new Error((await read(tx)).join())));
    await expect(refusing).rejects.toThrow('after,after');
    expect(attempts).toBe(2);
  });

  it('runs none of the statements that are called at the same time if one of them is refused', async () => {
    const { store, write, users } = await openOnlyWriter();
    let attempts = 0;
    const failing = store.transaction(async (tx) => {
      await nameOf(tx);
      if (attempts++ === 0) write('theirs');
      rename(tx, 'ours');
      const create = (id: string) => tx.prisma.user.create({ data: sampleUser(id) });
      const reading = tx.read.all(store.sql.selectFrom('User').select('id'));
      await Promise.allSettled([reading, create('four'), create('five'), reading]);
      if (attempts === 1) return;
      throw new Error('no');
    });
    await expect(failing).rejects.toThrow('no');
    expect([attempts, users(), await nameOf(store)]).toEqual([2, ['one', 'three', 'two'], 'theirs']);
  });

  it('waits for a write of another process, and then runs again', async () => {
    const { store, other, write } = await openOnlyWriter();
    let attempts = 0;
    await store.transaction(async (tx) => {
      const name = await nameOf(tx);
      rename(tx, `${name}, ours`);
      if (attempts++ > 0) return;
      other.exec('begin immediate');
      write('theirs');
      void runAfterIterations(() => other.exec('commit'));
    });
    expect([attempts, await nameOf(store)]).toEqual([2, 'theirs, ours']);
  });

  it('continues after a failed statement, and stores the writes before it', async () => {
    const { store, users } = await openOnlyWriter();
    await store.transaction(async (tx) => {
      await nameOf(tx);
      const again = tx.prisma.user.create({ data: sampleUser('one') });
      await expect(again).rejects.toMatchObject({ code: 'P2002' });
      await tx.prisma.user.create({ data: sampleUser('four') });
    });
    expect(users()).toEqual(['four', 'one', 'three', 'two']);
  });
});
