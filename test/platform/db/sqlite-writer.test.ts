import { execFileSync } from 'node:child_process';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { describe, expect, it, vi } from 'vitest';
import { openStore } from '../../../src/platform/db/open.js';
import { sqliteDurability } from '../../../src/platform/db/sqlite/sqlite-file.js';
import { openSqliteReader } from '../../../src/platform/db/sqlite/sqlite-reader.js';
import { moveClock } from '../../support/clock.js';
import { atEnd, migratedDatabase, provider, testDatabase, testFolder } from '../../support/database.js';
import { signal } from '../../support/signal.js';
import { startStoreProcess } from '../../support/store-process.js';
import { sampleToken, sampleUser } from './sample-rows.js';

const pathOf = (url: string) => url.slice('file:'.length);

describe.runIf(provider === 'sqlite')('the writing connection of a SQLite file', () => {
  it('can write after a failed COMMIT, whose writes are not stored', async () => {
    const { url, store } = await testDatabase();
    const failed = store.transaction(async (tx) => {
      await tx.prisma.user.create({ data: sampleUser('lost') });
      // SQLite detects this violation only at the COMMIT, which then leaves the transaction open.
      await tx.prisma.$executeRawUnsafe('PRAGMA defer_foreign_keys = ON');
      await tx.prisma.accessToken.create({ data: sampleToken('dangling', 'nobody') });
    });
    await expect(failed).rejects.toThrow();
    for (const id of ['one', 'two']) await store.transaction((tx) => tx.prisma.user.create({ data: sampleUser(id) }));
    const elsewhere = new Database(pathOf(url), { readonly: true });
    expect(elsewhere.prepare('select id from User order by id').pluck().all()).toEqual(['one', 'two']);
    elsewhere.close();
  });

  it('uses synchronous=FULL, WAL mode and foreign keys', async () => {
    const { store } = await testDatabase();
    const pragma = (tx: Parameters<Parameters<typeof store.transaction>[0]>[0], name: string) =>
      tx.prisma
        .$queryRawUnsafe<Record<string, unknown>[]>(`PRAGMA ${name}`)
        .then(([row]) => String(Object.values(row!)[0]));
    const settings = await store.transaction(async (tx) => [
      await pragma(tx, 'journal_mode'),
      await pragma(tx, 'synchronous'),
      await pragma(tx, 'foreign_keys'),
      await pragma(tx, 'trusted_schema'),
    ]);
    expect(settings).toEqual(['wal', '2', '1', '0']);
  });

  it('refuses to start on a file that cannot be put in WAL mode', async () => {
    const url = await migratedDatabase();
    const other = new Database(pathOf(url));
    other.exec('begin; select * from User');
    await expect(openStore({ url })).rejects.toMatchObject({ detail: { reason: 'STORE_REFUSED' } });
    other.close();
    expect(() => sqliteDurability.verify('x.db', ['delete', 2n])).toThrow('got delete and 2');
    expect(() => sqliteDurability.verify('x.db', ['wal', 1n])).toThrow('got wal and 1');
  });

  it('refuses to start on a file that is not a database, or in a folder that is not writable', async () => {
    const url = `file:${new URL(import.meta.url).pathname}`;
    await expect(openStore({ url })).rejects.toMatchObject({ detail: { reason: 'STORE_REFUSED' } });
    await expect(openStore({ url: 'file:/dev/null/x.db' })).rejects.toThrow('cannot be written');
    await expect(openStore({ url: 'mysql://secret@host/x' })).rejects.toThrow('got "mysql"');
  });

  it('refuses each write to a locked file two seconds after its call, also in a long queue', async () => {
    const { url, store } = await testDatabase({ patience: 1 });
    const holder = new Database(pathOf(url));
    holder.exec('begin immediate');
    moveClock(0);
    const refusals: unknown[] = [];
    const write = (id: string) => store.transaction((tx) => tx.prisma.user.create({ data: sampleUser(id) }));
    for (const id of ['a', 'b', 'c', 'd']) write(id).catch((error) => refusals.push(error));
    for (let iteration = 0; iteration < 100; iteration++) await turn();
    expect(refusals).toEqual([]);
    vi.setSystemTime(Date.now() + 2_001);
    // `expect.poll` is not used, because it would advance the clock.
    for (let tries = 0; tries < 5_000 && refusals.length < 4; tries++) await sleep(1);
    expect(refusals).toHaveLength(4);
    const refused = { code: 'UNAVAILABLE', detail: { reason: 'STORE_BUSY', retryAfter: 1 } };
    for (const refusal of refusals) expect(refusal).toMatchObject(refused);
    holder.close();
    await write('after');
  });

  it('runs a write that waited more than two seconds for other writes of its own process', async () => {
    const { store } = await testDatabase({ patience: 1 });
    moveClock(0);
    const [begun, released] = [signal(), signal()];
    const long = store.transaction(async (tx) => {
      begun.give();
      await released.given;
      await tx.prisma.user.create({ data: sampleUser('long') });
    });
    await begun.given;
    const queued = store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('queued') }));
    vi.setSystemTime(Date.now() + 60_000);
    released.give();
    await Promise.all([long, queued]);
  });

  it('waits to read a locked file until it is unlocked, and does not block the event loop', async () => {
    // The file is not in WAL mode, because in WAL mode a writer does not lock readers out.
    const path = join(testFolder(), 'x.db');
    const holder = new Database(path);
    holder.exec('create table things (name text); begin exclusive; insert into things values (1)');
    const reader = openSqliteReader(path);
    atEnd(() => reader.close());
    const read = () => reader.run({ sql: 'select name from things', parameters: [] });
    const waiting = read();
    for (let iteration = 0; iteration < 100; iteration++) await turn();
    holder.exec('commit');
    expect((await waiting).rows).toEqual([['1']]);
    moveClock(0);
    holder.exec('begin exclusive');
    const refused = read();
    vi.setSystemTime(Date.now() + 2_001);
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { reason: 'STORE_BUSY' } });
    holder.close();
  });

  it('creates a file that only its owner can read', async () => {
    const path = join(testFolder(), 'new', 'x.db');
    const store = await openStore({ url: `file:${path}` });
    await store.close();
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  const canTrace = provider === 'sqlite' && traces();
  const missing = provider === 'sqlite' && !canTrace;
  const onStrace = (title: string) => `${title}${missing ? ': skipped, strace is missing' : ''}`;

  it.skipIf(!canTrace)(onStrace('synchronizes at every commit, as strace counts'), async () => {
    const url = await migratedDatabase();
    const log = join(testFolder(), 'calls');
    const trace = ['strace', '-f', '-qq', '-e', 'trace=fsync,fdatasync', '-o', log];
    expect(await startStoreProcess(['insert', url, 'usr', '50'], trace).exited).toBe(0);
    // With synchronous=NORMAL there are fewer than ten such calls, because only checkpoints synchronize.
    const calls = readFileSync(log, 'utf8')
      .split('\n')
      .filter((line) => /f(data)?sync\(/.test(line));
    expect(calls.length).toBeGreaterThanOrEqual(50);
  });

  /**
   * Inserts 40 users while some system calls on files fail. Returns the exit code, the printed lines and the users
   * found.
   */
  async function insertWithFault(fault: string) {
    const url = await migratedDatabase();
    const trace = ['strace', '-f', '-qq', '-o', '/dev/null', '-e', `inject=${fault}`];
    const writer = startStoreProcess(['insert', url, 'usr', '40'], trace);
    const code = await writer.exited;
    const database = new Database(pathOf(url));
    const users = database.prepare('select id from User').pluck().all() as string[];
    expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
    database.close();
    return {
      code,
      users,
      acknowledged: writer.lines.filter((line) => !line.startsWith('refused')),
      lines: writer.lines,
    };
  }

  it.skipIf(!canTrace)(
    onStrace('refuses with STORAGE_FULL while the disk is full, retains acknowledged writes, and continues afterwards'),
    async () => {
      const { code, users, acknowledged, lines } = await insertWithFault('pwrite64:error=ENOSPC:when=60..70');
      expect(code).toBe(0);
      expect(lines).toContain('refused STORAGE_FULL');
      expect(acknowledged).toContain('usr_39');
      expect(users.sort()).toEqual(acknowledged.sort());
    },
  );

  it.skipIf(!canTrace)(onStrace('ends the process if the disk does not confirm a write'), async () => {
    const { code, users, acknowledged } = await insertWithFault('fsync,fdatasync:error=EIO:when=15+');
    expect(code).toBe(1);
    expect(acknowledged.length).toBeGreaterThan(0);
    for (const id of acknowledged) expect(users).toContain(id);
  });
});

function traces(): boolean {
  try {
    execFileSync('strace', ['-qq', '-o', '/dev/null', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}
