import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { DumpPart } from '../../../../src/platform/db/dump/contract/dump-part.js';
import { dumpedTables } from '../../../../src/platform/db/dump/contract/dumped-tables.js';
import { openDump } from '../../../../src/platform/db/dump/open-dump.js';
import { openLoad } from '../../../../src/platform/db/dump/open-load.js';
import { openStore } from '../../../../src/platform/db/open.js';
import { tableNames } from '../../../../src/platform/db/query/columns.js';
import type { Store } from '../../../../src/platform/db/write/store.js';
import { migratedDatabase, provider, testDatabase, testFolder } from '../../../support/database.js';
import { sampleOrganization, sampleSpace, sampleUser } from '../sample-rows.js';
import { copyAll, summaries } from './move-kit.js';

const origin = await testDatabase();
await origin.store.transaction(async ({ prisma }) => {
  await prisma.organization.create({ data: sampleOrganization('org_a') });
  await prisma.space.create({ data: sampleSpace('spc_a', 'org_a') });
  for (const id of ['a', 'B', 'ä', 'b']) await prisma.user.create({ data: sampleUser(id) });
});

it('a dump has all tables but one, and each table comes after those that it refers to', () => {
  const names = dumpedTables().map(({ name }) => name);
  expect(tableNames.filter((name) => !names.includes(name))).toEqual(['RateWindow']);
  const itself = dumpedTables().filter(({ refersToItself }) => refersToItself);
  expect(itself.map(({ name }) => name)).toEqual(['Collection', 'Comment', 'SiteSectionGroup']);
});

it('a dump is the state at its beginning, in the order of bytes, and continues after any row', async () => {
  const { url, store } = origin;
  const dump = await openDump({ url, partBytes: 1 });
  await store.transaction(({ prisma }) => prisma.user.create({ data: sampleUser('c') }));
  const users = dump.tables.find(({ name }) => name === 'User')!;
  const found: number[] = [];
  for (const after of [undefined, ['B'], ['a'], ['b'], ['ä']]) {
    const parts: DumpPart[] = [];
    for await (const part of dump.parts(users, after)) parts.push(part);
    expect(parts.map(({ rows }) => rows)).toEqual(parts.map(() => 1));
    expect(await dump.count(users, after)).toBe(after ? 4 - parts.length : 4);
    found.push(parts.length);
  }
  expect(found).toEqual([4, 3, 2, 1, 0]);
  await dump.close();
  expect((await summaries(url)).User).toMatchObject({ rows: 5 });
});

it('numbers of deleted search rows are not assigned again', async () => {
  const { url, store } = origin;
  const number = await addSearchRows(store, ['a', 'b', 'c']);
  await store.transaction(({ prisma }) => prisma.searchPage.deleteMany({ where: { number } }));
  const copy = await migratedDatabase();
  await copyAll(url, copy);
  const other = await openStore({ url: copy });
  expect(await addSearchRows(other, ['d']).finally(other.close)).toBe(number + 1);
});

/** Adds search rows to the only space, and returns the number of the last one. */
function addSearchRows({ transaction }: Store, pages: string[]): Promise<number> {
  const counts = { length: 1, titleLength: 1, title: '', path: '', ancestors: [], blobHash: '', terms: '', words: '' };
  return transaction(async ({ prisma }) => {
    let last = 0;
    for (const pageId of pages) {
      const row = { pageId, organizationId: 'org_a', spaceId: 'spc_a', ...counts };
      last = (await prisma.searchPage.create({ data: row })).number;
    }
    return last;
  });
}

it.runIf(provider === 'sqlite')(
  'a copy of a SQLite file is private, and is removed, also that of a killed process',
  async () => {
    const folder = testFolder();
    const leftover = join(folder, 'docgraph-copy-999999999.db');
    for (const file of [leftover, join(folder, 'other.db')]) writeFileSync(file, '');
    const dump = await openDump({ url: origin.url, copyTo: folder });
    const copy = `docgraph-copy-${process.pid}.db`;
    expect(readdirSync(folder).sort()).toEqual([copy, 'other.db']);
    expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600);
    expect(await dump.count(dump.tables[0]!)).toBeGreaterThan(0);
    await dump.close();
    expect(readdirSync(folder)).toEqual(['other.db']);
    expect(await summaries(origin.url, folder)).toEqual(await summaries(origin.url));
  },
);

it('rows that refer to missing rows are refused', async () => {
  const dump = await openDump({ url: origin.url });
  const load = await openLoad({ url: await migratedDatabase(), commits: 'atEnd' });
  const spaces = dump.tables.find(({ name }) => name === 'Space')!;
  const write = async () => {
    await load.write(spaces, dump.parts(spaces));
    await load.finish({});
  };
  await expect(write()).rejects.toThrow(/Cannot (load the table Space|finish loading): .*(foreign key|missing rows)/);
  await load.abort();
  await dump.close();
});
