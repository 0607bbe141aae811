import { sql } from 'kysely';
import { describe, expect, it, vi } from 'vitest';
import { AppError } from '../../../src/platform/base/errors.js';
import { driverCode, mapStoreError } from '../../../src/platform/db/connection/store-errors.js';
import { openStore } from '../../../src/platform/db/open.js';
import { postgresLanes } from '../../../src/platform/db/write/write-queue.js';
import { withinBounds } from '../../support/cost.js';
import { administerPostgres, provider, testDatabase } from '../../support/database.js';
import { signal } from '../../support/signal.js';
import { waitForBlockedTransactions } from '../../support/waiting.js';
import { sampleUser } from './sample-rows.js';

const onPostgres = it.runIf(provider === 'postgresql');

describe('the store', () => {
  onPostgres(
    'returns UNAVAILABLE while the server is down, without waiting for the connect timeout of twenty seconds',
    async () => {
      const store = await openStore({ url: 'postgres://nobody:x@127.0.0.1:1/none', patience: 10 });
      const unavailableError = { code: 'UNAVAILABLE', detail: { reason: 'STORE_UNAVAILABLE', retryAfter: 1 } };
      const create = () => store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('a') }));
      for (const ask of [() => store.ping(), create]) {
        await withinBounds({ clock: 2 }, () => expect(ask()).rejects.toMatchObject(unavailableError));
      }
      await store.close();
    },
  );

  onPostgres('returns UNAVAILABLE when its connections are cut, and works again immediately', async () => {
    const warnings: string[] = [];
    const { store, url } = await testDatabase({ logger: { warn: (_detail, message) => warnings.push(message) } });
    const name = new URL(url).pathname.slice(1);
    const cut = () =>
      administerPostgres(`select pg_terminate_backend(pid, 60000) from pg_stat_activity where datname = '${name}'`);
    const sleepers = sql`select pid from pg_stat_activity where datname = ${name} and wait_event = 'PgSleep'`;
    const interrupted = store.transaction(async (tx) => {
      await tx.prisma.user.create({ data: sampleUser('cut') });
      await cut();
      await tx.prisma.user.create({ data: sampleUser('after') });
    });
    await expect(interrupted).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await store.ping();
    const slow = store.read.all(sql`select pg_sleep(60)::text`);
    slow.catch(() => {});
    await expect.poll(() => store.read.all(sleepers)).toHaveLength(1);
    await cut();
    await expect(slow).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    // A connection that was idle when it was cut may report the cut only at its next use.
    await vi.waitFor(() => store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('again') })), 60_000);
    expect(await store.read.all(store.sql.selectFrom('User').select('id'))).toEqual([{ id: 'again' }]);
  });

  onPostgres('returns TIMEOUT if a statement takes too long, and UNAVAILABLE if a row stays locked', async () => {
    const { store } = await testDatabase();
    const slow = store.transaction(async (tx) => {
      await tx.prisma.$executeRawUnsafe('set local statement_timeout = 50');
      await tx.read.all(sql`select pg_sleep(60)::text`);
    });
    await expect(slow).rejects.toMatchObject({ code: 'TIMEOUT' });
    await store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('locked') }));
    const [locked, released] = [signal(), signal()];
    const holder = store.transaction(async (tx) => {
      await tx.lock('User', 'locked');
      locked.give();
      await released.given;
    });
    await locked.given;
    const waiting = store.transaction(async (tx) => {
      await tx.prisma.$executeRawUnsafe('set local lock_timeout = 50');
      await tx.lock('User', 'locked');
    });
    await expect(waiting).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { reason: 'STORE_BUSY' } });
    released.give();
    await holder;
  });

  onPostgres('retries a transaction that lost to another, and returns UNAVAILABLE if it loses every time', async () => {
    const { store } = await testDatabase();
    let runs = 0;
    const lose = (most: number) =>
      store.transaction(async (tx) => {
        runs += 1;
        if (runs > most) return runs;
        return tx.read.all(sql`do $$ begin raise exception using errcode = '40P01'; end $$`);
      });
    expect(await lose(2)).toBe(3);
    runs = 0;
    await expect(lose(9)).rejects.toMatchObject({ code: 'UNAVAILABLE', detail: { reason: 'STORE_BUSY' } });
    expect(runs).toBe(4);
  });

  onPostgres('reads immediately while more writers than it has connections wait for one row', async () => {
    const { store } = await testDatabase();
    await store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('wanted') }));
    const released = signal();
    const lock = () => store.transaction((tx) => tx.lock('User', 'wanted'));
    const holder = store.transaction(async (tx) => {
      await tx.lock('User', 'wanted');
      await released.given;
    });
    const ended = Promise.all([holder, ...Array.from({ length: 30 }, lock)]);
    // A tenant leaves one lane to other tenants, and its first transaction holds the row. The other `postgresLanes - 2`
    // transactions wait.
    await Promise.race([waitForBlockedTransactions({ store }, postgresLanes - 2), ended]);
    await expect(store.ping()).resolves.toBeUndefined();
    released.give();
    await ended;
  });

  onPostgres('limits statements, locks and idle transactions of every session', async () => {
    const { store } = await testDatabase({ patience: 1 });
    const settings = await store.read.all(
      sql<{ name: string; setting: string }>`select name, setting from pg_settings where name in
      ('statement_timeout', 'lock_timeout', 'idle_in_transaction_session_timeout', 'default_transaction_isolation') order by name`,
    );
    expect(settings.map((row) => row.setting)).toEqual(['read committed', '10000', '2000', '5000']);
  });

  it('does not change an error that does not come from a database driver', () => {
    const error = new Error('mine');
    expect(mapStoreError(error)).toBe(error);
    const refused = new AppError('CONFLICT', 'mine');
    expect(mapStoreError(refused)).toBe(refused);
    expect(driverCode(undefined)).toBeUndefined();
  });

  it.each([
    ['SQLITE_FULL', 'STORAGE_FULL'],
    ['53100', 'STORAGE_FULL'],
    ['SQLITE_BUSY_SNAPSHOT', 'UNAVAILABLE'],
    ['SQLITE_PROTOCOL', 'UNAVAILABLE'],
    ['08006', 'UNAVAILABLE'],
    ['57P01', 'UNAVAILABLE'],
    ['57P04', 'UNAVAILABLE'],
    ['3D000', 'UNAVAILABLE'],
    ['28P01', 'UNAVAILABLE'],
    ['53200', 'UNAVAILABLE'],
    ['57014', 'TIMEOUT'],
    ['55P03', 'UNAVAILABLE'],
    ['25006', 'UNAVAILABLE'],
    ['SQLITE_READONLY_DBMOVED', 'UNAVAILABLE'],
  ])('turns the database code %s into %s, however deep the error is wrapped', (code, expected) => {
    const driver = Object.assign(new Error('x'), { code });
    const adapter = Object.assign(new Error('x'), { cause: { kind: 'other', originalCode: code } });
    const prisma = Object.assign(new Error('x'), { code: 'P2010', meta: { driverAdapterError: adapter } });
    for (const error of [driver, adapter, prisma]) expect(mapStoreError(error)).toMatchObject({ code: expected });
  });
});
