import { copyFileSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { migrate, migrationStatus } from '../../../../src/platform/db/migrations/migrate.js';
import { databaseName } from '../../../../src/platform/db/moving/database-name.js';
import { type MoveOptions, moveDatabase } from '../../../../src/platform/db/moving/move-database.js';
import { openStore } from '../../../../src/platform/db/open.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { emptyDatabase, migratedDatabase, provider, testFolder } from '../../../support/database.js';
import { startStoreProcess } from '../../../support/store-process.js';
import { summaries } from '../dump/move-kit.js';
import { sampleOrganization, sampleUser } from '../sample-rows.js';

const template = join(testFolder(), 'template.db');
await migrate({ url: `file:${template}` });

/** Returns a SQLite database with an organization and two users. */
async function source(): Promise<string> {
  const path = join(testFolder(), 'source.db');
  copyFileSync(template, path);
  const url = `file:${path}`;
  await change(url, async ({ transaction }) =>
    transaction(async ({ prisma }) => {
      await prisma.organization.create({ data: sampleOrganization('org_a') });
      for (const id of ['usr_a', 'usr_b']) await prisma.user.create({ data: sampleUser(id) });
    }),
  );
  return url;
}

async function change(url: string, work: (store: Store) => Promise<unknown>): Promise<void> {
  const store = await openStore({ url });
  await work(store).finally(store.close);
}

/** Begins a move that fails after it has copied the users. */
async function interrupt(options: MoveOptions): Promise<void> {
  const onProgress: MoveOptions['onProgress'] = ({ table, rows }) => {
    if (table === 'User' && rows > 0) throw new Error('interrupted');
  };
  await expect(moveDatabase({ ...options, onProgress })).rejects.toThrow('interrupted');
}

it('a target with rows is refused, and stays as it is', async () => {
  const [from, to] = [await source(), await migratedDatabase()];
  await change(to, ({ transaction }) => transaction(({ prisma }) => prisma.user.create({ data: sampleUser('usr_c') })));
  const before = await summaries(to);
  const reason = `Cannot move to ${databaseName(to)}: it has rows (User: 1). Use`;
  await expect(moveDatabase({ from, to })).rejects.toThrow(reason);
  expect(await summaries(to)).toEqual(before);
  expect((await migrationStatus({ url: to })).pending).toEqual([]);
});

it('servers and commands refuse the target of an interrupted move, and the same move continues', async () => {
  const [from, to] = [await source(), await migratedDatabase()];
  await interrupt({ from, to });
  const reason = `the move from ${databaseName(from)} to it is not finished. Run \`docgraph move\``;
  await expect(migrate({ url: to })).rejects.toThrow(reason);
  await change(to, async ({ problem }) => expect(await problem()).toContain(reason));
  const other = await source();
  await expect(moveDatabase({ from: other, to })).rejects.toThrow(
    `it has an unfinished move from ${databaseName(from)}`,
  );
  expect(await moveDatabase({ from, to })).toMatchObject({ resumed: true });
  expect(await summaries(to)).toEqual(await summaries(from));
  expect((await migrationStatus({ url: to })).pending).toEqual([]);
});

it('a source that changed since the move began is found', async () => {
  const user = (store: Store, id: string) =>
    store.transaction(({ prisma }) => prisma.user.create({ data: sampleUser(id) }));
  const cases: [(store: Store) => Promise<unknown>, string][] = [
    [(store) => user(store, 'usr_aa'), 'its rows in User are not those of the source'],
    [
      ({ transaction }) =>
        transaction(({ prisma }) => prisma.user.update({ where: { id: 'usr_a' }, data: { displayName: 'Bea' } })),
      'the source and it differ in User, because one changed since the move began',
    ],
  ];
  for (const [work, reason] of cases) {
    const [from, to] = [await source(), await migratedDatabase()];
    await interrupt({ from, to });
    await change(from, work);
    await expect(moveDatabase({ from, to })).rejects.toThrow(reason);
    await expect(migrate({ url: to })).rejects.toThrow('is not finished');
  }
});

it('a database that another process uses is refused', async () => {
  const [from, to] = [await source(), await migratedDatabase()];
  for (const url of [from, to]) {
    const holder = startStoreProcess(['hold', url, 'held']);
    await holder.printed(1);
    await expect(moveDatabase({ from, to })).rejects.toThrow(`Cannot move: ${databaseName(url)} is in use (`);
    holder.child.kill('SIGKILL');
    await holder.exited;
  }
  // The killed processes have written nothing.
  expect(await moveDatabase({ from, to })).toMatchObject({ rows: 3 });
});

it('a source without a file or with pending migrations is refused, and creates no target', async () => {
  const folder = testFolder();
  const to = `file:${join(folder, 'to.db')}`;
  const missing = `file:${join(folder, 'missing.db')}`;
  await expect(moveDatabase({ from: missing, to })).rejects.toThrow(`Cannot open ${missing}: there is no such file.`);
  await expect(moveDatabase({ from: await emptyDatabase(), to })).rejects.toThrow(
    'migrations are pending. Run `docgraph migrate`',
  );
  expect(existsSync(join(folder, 'to.db'))).toBe(false);
  const from = await source();
  await expect(moveDatabase({ from, to: from })).rejects.toThrow('it is also the source');
});

it.runIf(provider === 'postgresql')('a text that Postgres cannot store is named with its table and key', async () => {
  const from = await source();
  await change(from, ({ transaction }) =>
    transaction(({ prisma }) => prisma.user.update({ where: { id: 'usr_b' }, data: { displayName: 'B\0' } })),
  );
  await expect(moveDatabase({ from, to: await migratedDatabase() })).rejects.toThrow(
    '`displayName` of the row ["usr_b"] in User must have no character U+0000, which Postgres cannot store.',
  );
});
