import { setImmediate as turn } from 'node:timers/promises';
import type { SqlQuery } from '@prisma/driver-adapter-utils';
import Database from 'better-sqlite3';
import { describe, expect, it } from 'vitest';
import { connectInThread, getSqliteThread } from '../../../src/platform/db/sqlite/sqlite-thread.js';
import { atEnd, migratedDatabase, provider, testDatabase } from '../../support/database.js';
import { startStoreProcess } from '../../support/store-process.js';
import { sampleUser } from './sample-rows.js';

/** Opens a connection in the thread to a new file. Returns it with the path. */
async function connected() {
  const path = (await migratedDatabase()).slice('file:'.length);
  const connection = await connectInThread(path);
  atEnd(() => connection.dispose());
  return { path, connection };
}

/**
 * Starts a statement that waits, within SQLite, until this process commits. The process can do so only if its event
 * loop is not blocked.
 */
async function startBlockedStatement() {
  const { path, connection } = await connected();
  const holder = new Database(path);
  atEnd(() => void holder.close());
  holder.exec('begin immediate');
  await connection.executeScript('PRAGMA busy_timeout = 600000');
  return { begun: connection.executeScript('BEGIN IMMEDIATE'), release: () => holder.exec('commit') };
}

const query = (sql: string, args: unknown[] = []): SqlQuery => ({
  sql,
  args,
  argTypes: args.map(() => ({ scalarType: 'unknown', arity: 'scalar' })),
});

describe.runIf(provider === 'sqlite')('the thread that writes to SQLite files', () => {
  it('does not block the event loop while a statement waits for a lock', async () => {
    const { begun, release } = await startBlockedStatement();
    let isDone = false;
    const done = begun.then(() => {
      isDone = true;
    });
    for (let iteration = 0; iteration < 100; iteration++) await turn();
    expect(isDone).toBe(false);
    release();
    await done;
  });

  it('returns values unchanged, and bytes without the buffer that they are part of', async () => {
    const { connection } = await connected();
    const whole = new Uint8Array(1_000_000).fill(7);
    await connection.executeScript('create table things (bytes BLOB, a, b, c, d, e)');
    const insert = query('insert into things values (?, ?, ?, ?, ?, ?) returning *', [
      whole.subarray(5, 8),
      ...['text', 12, 2n ** 60n, null, true],
    ]);
    const [[bytes, ...others] = []] = (await connection.queryRaw(insert)).rows;
    expect([...(bytes as Uint8Array)]).toEqual([7, 7, 7]);
    expect((bytes as Uint8Array).buffer.byteLength).toBeLessThan(1_000);
    expect(others).toEqual(['text', 12, String(2n ** 60n), null, 1]);
    expect(whole.byteLength).toBe(1_000_000);
    expect(await connection.executeRaw(query('delete from things'))).toBe(1);
  });

  it('returns errors of the adapter, the driver and the thread as they were thrown', async () => {
    const { connection } = await connected();
    const insert = query("insert into User (id, displayName, email, createdAt) values ('a', 'a', 'a', 'a')");
    await connection.queryRaw(insert);
    await expect(connection.queryRaw(insert)).rejects.toMatchObject({
      name: 'DriverAdapterError',
      message: 'UniqueConstraintViolation',
      cause: { kind: 'UniqueConstraintViolation', originalCode: 'SQLITE_CONSTRAINT_UNIQUE', table: 'User' },
    });
    await expect(connection.queryRaw(query('select ?', [{}]))).rejects.toMatchObject({ name: 'TypeError' });
    await expect(connectInThread('/dev/null/x.db')).rejects.toMatchObject({ code: 'SQLITE_CANTOPEN' });
  });

  it('rejects running calls when it ends and stores none of their writes; the next write starts another thread', async () => {
    const { store } = await testDatabase();
    const create = (id: string) => store.transaction((tx) => tx.prisma.user.create({ data: sampleUser(id) }));
    await create('before');
    let other: Promise<void> | undefined;
    const cut = store.transaction(async (tx) => {
      await tx.prisma.user.create({ data: sampleUser('cut') });
      const { begun, release } = await startBlockedStatement();
      other = begun;
      other.catch(() => {});
      const user = tx.prisma.user.create({ data: sampleUser('cut too') });
      for (let iteration = 0; iteration < 100; iteration++) await turn();
      const ended = getSqliteThread().worker.terminate();
      release();
      await ended;
      await user;
    });
    const away = { code: 'UNAVAILABLE', detail: { reason: 'STORE_UNAVAILABLE', retryAfter: 1 } };
    await expect(cut).rejects.toMatchObject(away);
    await expect(other).rejects.toMatchObject({ cause: { kind: 'ConnectionClosed' } });
    await create('after');
    const users = await store.read.all(store.sql.selectFrom('User').select('id').orderBy('id'));
    expect(users.map(({ id }) => id)).toEqual(['after', 'before']);
  });

  it('does not keep a process alive whose store was not closed', async () => {
    const { exited, lines } = startStoreProcess(['leave', await migratedDatabase()]);
    expect([await exited, lines]).toEqual([0, ['committed']]);
  });
});
