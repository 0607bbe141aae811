import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { sqlitePath } from '../../../src/platform/db/connection/store-url.js';
import { migrationStatus } from '../../../src/platform/db/migrations/migrate.js';
import { withMigrationLock } from '../../../src/platform/db/migrations/migration-lock.js';
import { readMigrations } from '../../../src/platform/db/migrations/migrations-folder.js';
import { openStore } from '../../../src/platform/db/open.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { withinBounds } from '../../support/cost.js';
import { emptyDatabase, migratedDatabase, provider, testDatabase } from '../../support/database.js';
import { signal } from '../../support/signal.js';
import { startStoreProcess } from '../../support/store-process.js';
import { sampleUser } from './sample-rows.js';

/** Returns the number of tokens of each user, by user id. */
async function tokensPerUser(store: Store): Promise<Record<string, number>> {
  const query = store.sql
    .selectFrom('User')
    .leftJoin('AccessToken', 'AccessToken.userId', 'User.id')
    .groupBy('User.id')
    .select(({ fn }) => ['User.id', fn.count<number>('AccessToken.id').as('tokens')]);
  return Object.fromEntries((await store.read.all(query)).map((row) => [row.id, row.tokens]));
}

describe('a store', () => {
  it('retains acknowledged writes, but no partial ones, when a process is killed while it writes', async () => {
    const { url, store } = await testDatabase();
    const writer = startStoreProcess(['insert', url, 'usr', '100000']);
    await writer.printed(25);
    writer.child.kill('SIGKILL');
    await writer.exited;
    const found = await tokensPerUser(store);
    for (const id of writer.lines) expect(found[id], id).toBe(2);
    expect(new Set(Object.values(found))).toEqual(new Set([2]));
  });

  it('opens again after a process was killed, with the acknowledged writes', async () => {
    const url = await migratedDatabase();
    const writer = startStoreProcess(['insert', url, 'usr', '100000']);
    await writer.printed(3);
    writer.child.kill('SIGKILL');
    await writer.exited;
    expect((await migrationStatus({ url })).pending).toEqual([]);
    const store = await openStore({ url });
    const found = await tokensPerUser(store).finally(store.close);
    for (const id of writer.lines) expect(found[id], id).toBe(2);
  });

  it('rolls back the transaction of a killed process, and does not block others', async () => {
    const { url, store } = await testDatabase();
    const holder = startStoreProcess(['hold', url, 'half']);
    await holder.printed(1);
    holder.child.kill('SIGKILL');
    await holder.exited;
    await store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('after') }));
    expect(await tokensPerUser(store)).toEqual({ after: 0 });
  });

  it('accepts writes of several processes to one database', async () => {
    const { url, store } = await testDatabase();
    const writers = ['left', 'right'].map((prefix) => startStoreProcess(['insert', url, prefix, '40']));
    for (let index = 0; index < 40; index++) {
      await store.transaction((tx) => tx.prisma.user.create({ data: sampleUser(`own_${index}`) }));
    }
    expect(await Promise.all(writers.map((writer) => writer.exited))).toEqual([0, 0]);
    const found = await tokensPerUser(store);
    expect(Object.keys(found)).toHaveLength(120);
    for (const id of writers.flatMap((writer) => writer.lines)) expect(found[id], id).toBe(2);
  });

  it.runIf(provider === 'sqlite')(
    'returns STORE_BUSY after two seconds while another process has the file locked',
    async () => {
      const { url, store } = await testDatabase({ patience: 1 });
      const holder = startStoreProcess(['hold', url, 'slow']);
      await holder.printed(1);
      const write = () => store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('waiting') }));
      const refused = { code: 'UNAVAILABLE', detail: { reason: 'STORE_BUSY', retryAfter: 1 } };
      await withinBounds({ clock: 3 }, () => expect(write()).rejects.toMatchObject(refused));
      holder.child.stdin!.write('go\n');
      expect(await holder.exited).toBe(0);
      await write();
      expect(await tokensPerUser(store)).toEqual({ slow: 2, waiting: 0 });
    },
  );

  it.runIf(provider === 'sqlite')(
    'does not block the event loop while it waits for a locked file, so the lock can be released and the write is done',
    async () => {
      // The timeout is so long that it has no effect: the other process continues only if the event loop of this one
      // runs.
      const { url, store } = await testDatabase({ patience: 1_000 });
      const holder = startStoreProcess(['hold', url, 'slow']);
      await holder.printed(1);
      let isDone = false;
      const write = store.transaction((tx) => tx.prisma.user.create({ data: sampleUser('waiting') }));
      const done = write.then(() => {
        isDone = true;
      });
      for (let iteration = 0; iteration < 100; iteration++) await turn();
      expect([isDone, await tokensPerUser(store)]).toEqual([false, {}]);
      holder.child.stdin!.write('go\n');
      await done;
      expect(await holder.exited).toBe(0);
      expect(await tokensPerUser(store)).toEqual({ slow: 2, waiting: 0 });
    },
  );

  it('migrates once when two processes start together', async () => {
    const url = await emptyDatabase();
    const starts = [startStoreProcess(['migrate', url]), startStoreProcess(['migrate', url])];
    expect(await Promise.all(starts.map((start) => start.exited))).toEqual([0, 0]);
    const store = await openStore({ url });
    const applied = await store.read.all(sql<{ name: string }>`select migration_name as name from _prisma_migrations`);
    await store.close();
    expect(new Set(applied.map((row) => row.name)).size).toBe(applied.length);
    expect(starts.flatMap((start) => start.lines).sort()).toEqual(['applied 0', `applied ${applied.length}`]);
  });

  it('does not migrate while another process holds the migration lock', async () => {
    const url = await emptyDatabase();
    const target = provider === 'sqlite' ? sqlitePath(url) : url;
    const start = await withMigrationLock({ provider, target }, async () => {
      const [patient, hasty] = [startStoreProcess(['migrate', url]), startStoreProcess(['migrate', url, '1'])];
      await hasty.exited;
      expect(hasty.lines).toEqual([expect.stringMatching(/^refused: Another process has been migrating the database/)]);
      expect(patient.lines).toEqual([]);
      return patient;
    });
    expect(await start.exited).toBe(0);
    expect(start.lines).toEqual([`applied ${readMigrations(provider).migrations.length}`]);
  });

  it('closes only after running transactions have ended', async () => {
    const url = await migratedDatabase();
    const store = await openStore({ url });
    const [begun, closing] = [signal(), signal()];
    const write = store.transaction(async (tx) => {
      begun.give();
      await closing.given;
      await tx.prisma.user.create({ data: sampleUser('last') });
    });
    await begun.given;
    const closed = store.close();
    closing.give();
    await Promise.all([write, closed]);
    const again = await openStore({ url });
    expect(await tokensPerUser(again)).toEqual({ last: 0 });
    await again.close();
  });
});
