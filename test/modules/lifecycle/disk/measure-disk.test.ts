import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import type { DiskUse } from '../../../../src/modules/lifecycle/disk/disk-use.js';
import { measureDisk } from '../../../../src/modules/lifecycle/disk/measure-disk.js';
import { sqlitePath } from '../../../../src/platform/db/connection/store-url.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const kibibyte = 1_024;

let texts = 0;

/** Returns another text with a number of bytes, which a database cannot compress. */
function noise(bytes: number): string {
  texts += 1;
  return createHash('shake256', { outputLength: Math.floor((bytes * 2) / 3) })
    .update(String(texts))
    .digest('base64')
    .replaceAll(/.{8}/g, '$& ');
}

const sum = (uses: readonly DiskUse[]): number => uses.reduce((bytes, use) => bytes + use.bytes, 0);

/** Returns the size of the database, as its files or its server state it. */
async function readSize(): Promise<number> {
  if (test.store.provider === 'postgresql') {
    const query = sql<{ size: number }>`select pg_database_size(current_database()) as "size"`;
    return (await test.store.read.first(query, { size: 'int' }))!.size;
  }
  const path = sqlitePath(test.url);
  const sizes = await Promise.all(['', '-wal'].map(async (end) => (await stat(`${path}${end}`)).size));
  return sizes[0]! + sizes[1]!;
}

describe('what takes space in a database', () => {
  it('adds up to its size', async () => {
    const { id } = await seedOrganization(test);
    for (let count = 0; count < 4; count += 1)
      await seedSpace(test, id, { 'README.md': `# One\n\n${noise(500 * kibibyte)}\n` });
    const uses = await measureDisk(test.store);
    const size = await readSize();
    expect(Math.abs(sum(uses) - size)).toBeLessThan(size / 10);
    expect(uses.map(({ bytes }) => bytes)).toEqual(uses.map(({ bytes }) => bytes).sort((one, other) => other - one));
    expect(uses.every(({ bytes }) => bytes >= 0)).toBe(true);
  });

  it('names the texts and the search index of a space, with about their sizes', async () => {
    const { id } = await seedOrganization(test);
    const space = await seedSpace(test, id, { 'README.md': `# One\n\n${noise(900 * kibibyte)}\n` });
    const uses = (await measureDisk(test.store)).filter(({ spaceId }) => spaceId === space);
    const bytesOf = (kind: string) => sum(uses.filter((use) => use.kind === kind));
    expect(bytesOf('pages')).toBeGreaterThan(850 * kibibyte);
    expect(bytesOf('pages')).toBeLessThan(1_300 * kibibyte);
    expect(bytesOf('search')).toBeGreaterThan(200 * kibibyte);
    expect(uses.every(({ organizationId, isShared }) => organizationId === id && !isShared)).toBe(true);
  });

  it('counts content that two spaces share once, as that of neither', async () => {
    const { id } = await seedOrganization(test);
    const files = { 'README.md': `# One\n\n${noise(500 * kibibyte)}\n` };
    const spaces = [await seedSpace(test, id, files), await seedSpace(test, id, files)];
    const pages = (await measureDisk(test.store)).filter((use) => use.organizationId === id && use.kind === 'pages');
    const shared = pages.filter(({ isShared }) => isShared);
    expect(shared).toMatchObject([{ spaceId: null, count: 1 }]);
    expect(shared[0]!.bytes).toBeGreaterThan(480 * kibibyte);
    expect(sum(pages)).toBeLessThan(900 * kibibyte);
    expect(pages.map(({ spaceId }) => spaceId).filter((space) => spaces.includes(space!))).toEqual([]);
  });

  it('has kinds of their own for files, specifications and content that nothing refers to', async () => {
    const { id, admin } = await seedOrganization(test);
    const space = await seedSpace(test, id, { 'README.md': '# One\n', '.gitbook/assets/a.bin': noise(500 * kibibyte) });
    const text = JSON.stringify({ openapi: '3.1.0', info: { title: noise(52_000), version: '1' }, paths: {} });
    await test.rest('PUT', `/orgs/${id}/openapi/pets`, { ...admin, body: { source: { text } } });
    const lost = {
      organizationId: id,
      hash: 'f'.repeat(64),
      size: 5,
      bytes: Buffer.from('bytes'),
      createdAt: new Date(),
    };
    await test.store.transaction(({ prisma }) => prisma.blob.create({ data: lost }));
    const uses = (await measureDisk(test.store)).filter(({ organizationId }) => organizationId === id);
    const files = uses.filter(({ kind }) => kind === 'files');
    expect(files).toMatchObject([{ spaceId: space, count: 1 }]);
    expect(files[0]!.bytes).toBeGreaterThan(480 * kibibyte);
    expect(sum(uses.filter(({ kind }) => kind === 'specifications'))).toBeGreaterThan(50_000);
    expect(uses.filter(({ kind }) => kind === 'unreachable')).toMatchObject([{ spaceId: null, count: 1 }]);
  });
});
