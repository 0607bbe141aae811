import { sql } from 'kysely';
import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { collectContentGarbage } from '../../../../src/modules/content/content-garbage-collection/collect-content.js';
import { storeBlobs } from '../../../../src/modules/content/revisions/store-content.js';
import { blobKey } from '../../../../src/platform/object-storage/blob-storage.js';
import { appWithBlobs, type TestApp } from '../../../support/app.js';
import { forget, largeFile, placeOf, seedFiles, testBlobs } from '../../../support/blobs.js';
import { moveClock } from '../../../support/clock.js';
import { type TestObjectStorage, testObjectStorage } from '../../../support/object-storage.js';
import { seedOrganization } from '../../../support/seed.js';

const day = 86_400_000;
let server: TestObjectStorage;
let blobs: ReturnType<typeof testBlobs>;
let test: TestApp;
let organization: string;

beforeAll(async () => {
  server = await testObjectStorage();
  blobs = testBlobs(server);
  test = await appWithBlobs(blobs);
  organization = (await seedOrganization(test)).id;
});
beforeEach(() => {
  server.mend();
  forget(blobs);
});

const collect = () => collectContentGarbage(test.store, { signal: new AbortController().signal });
const keyOf = (bytes: Uint8Array, owner = organization) => blobKey({ organizationId: owner, hash: hashOf(bytes) });
const exists = async (bytes: Uint8Array) => (await blobs.storage.head(keyOf(bytes))) !== null;

/** Stores bytes in a transaction, which then fails if an error is given. */
const store = (bytes: Uint8Array, error?: Error) =>
  test.store.transaction(async (tx) => {
    await storeBlobs(tx, { organizationId: organization, storedAt: new Date() }, new Map([[hashOf(bytes), bytes]]));
    if (error) throw error;
  });

it('the object of a transaction that was rolled back is deleted after a day, objects in use never', async () => {
  const [rolledBack, used] = [largeFile(1), largeFile(2)];
  await seedFiles(test, organization, { 'used.bin': used });
  await expect(store(rolledBack, new Error('It fails'))).rejects.toThrow('It fails');
  await blobs.storage.put('backups/other', Buffer.from('other'), hashOf('other'));
  await collect();
  expect([await exists(rolledBack), await exists(used)]).toEqual([true, true]);
  moveClock(day + 60_000);
  await collect();
  expect([await exists(rolledBack), await exists(used)]).toEqual([false, true]);
  expect(await blobs.storage.head('backups/other')).not.toBeNull();
});

it('the object of an organization that is gone is deleted', async () => {
  const orphan = largeFile(3);
  const key = keyOf(orphan, 'org_00000000000000000000000000');
  await blobs.storage.put(key, orphan, hashOf(orphan));
  moveClock(day + 60_000);
  await collect();
  expect(await blobs.storage.head(key)).toBeNull();
});

it('an object that a writer has just claimed again is retained', async () => {
  const bytes = largeFile(4);
  await expect(store(bytes, new Error('It fails'))).rejects.toThrow();
  moveClock(day + 60_000);
  forget(blobs);
  server.fail('lost', ['PUT']);
  await expect(store(bytes, new Error('It fails again'))).rejects.toThrow();
  server.mend();
  await collect();
  expect(await exists(bytes)).toBe(true);
});

it('a writer stores bytes in the database while their object is being deleted', async () => {
  const bytes = largeFile(5);
  await expect(store(bytes, new Error('It fails'))).rejects.toThrow();
  moveClock(day + 60_000);
  server.fail('status500', ['DELETE']);
  await expect(collect()).rejects.toThrow('Cannot delete the object');
  server.mend();
  forget(blobs);
  await store(bytes);
  expect(await placeOf(test, organization, bytes)).toBe('database');
  moveClock(2 * day);
  await collect();
  expect(await exists(bytes)).toBe(false);
  expect(await placeOf(test, organization, bytes)).not.toBe('objects');
  expect(await test.store.read.all(sql`select "hash" from "ObjectDeletion"`)).toEqual([]);
});
