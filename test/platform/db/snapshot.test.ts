import { expect, it } from 'vitest';
import { readSnapshot } from '../../../src/platform/db/snapshot.js';
import { testDatabase } from '../../support/database.js';
import { sampleOrganization, sampleUser } from './sample-rows.js';

it('all reads of a snapshot see the state at its first read, and return the same types as reads of the store', async () => {
  const { store } = await testDatabase();
  const organizations = store.sql.selectFrom('Organization').selectAll().orderBy('id');
  const insert = (id: string) =>
    store.transaction(async ({ prisma }) => void (await prisma.organization.create({ data: sampleOrganization(id) })));
  await insert('org_a');
  const seen = await readSnapshot(store, async (read) => {
    const first = await read.all(organizations);
    await insert('org_b');
    return [first, await read.all(organizations)];
  });
  const [committed] = await store.read.all(organizations);
  expect(seen).toEqual([[committed], [committed]]);
  expect(await store.read.all(organizations)).toHaveLength(2);
});

it('a snapshot reads empty texts and bytes, and refuses writes', async () => {
  const { store } = await testDatabase();
  await store.transaction(async ({ prisma }) => {
    await prisma.organization.create({ data: sampleOrganization('org_a') });
    await prisma.user.create({ data: { ...sampleUser('usr_a'), searchKey: '' } });
    const blob = { organizationId: 'org_a', hash: 'h', size: 3, bytes: Uint8Array.of(0, 255, 7) };
    await prisma.blob.create({ data: { ...blob, createdAt: new Date(0) } });
  });
  await readSnapshot(store, async (read) => {
    expect(await read.all(read.sql.selectFrom('Blob').select(['bytes', 'createdAt']))).toEqual([
      { bytes: Uint8Array.of(0, 255, 7), createdAt: '1970-01-01T00:00:00.000Z' },
    ]);
    expect(await read.all(read.sql.selectFrom('User').select('searchKey'))).toEqual([{ searchKey: '' }]);
    await expect(read.all(read.sql.deleteFrom('Blob'))).rejects.toThrow();
  });
});
