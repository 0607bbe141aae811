import { beforeAll, beforeEach, expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { blobKey } from '../../../../src/platform/object-storage/blob-storage.js';
import { appWithBlobs, type TestApp } from '../../../support/app.js';
import { forget, largeFile, placeOf, seedFiles, testBlobs } from '../../../support/blobs.js';
import { type TestObjectStorage, testObjectStorage } from '../../../support/object-storage.js';
import { seedOrganization } from '../../../support/seed.js';
import { findProblems } from './verification-kit.js';

let server: TestObjectStorage;
let blobs: ReturnType<typeof testBlobs>;
let test: TestApp;
let organizationId: string;
let spaceId: string;
const file = largeFile(1);
const hash = hashOf(file);

beforeAll(async () => {
  server = await testObjectStorage();
  blobs = testBlobs(server);
  test = await appWithBlobs(blobs);
  ({ id: organizationId } = await seedOrganization(test));
  spaceId = await seedFiles(test, organizationId, { 'large.bin': file });
});
beforeEach(() => {
  server.mend();
  forget(blobs);
});

const loss = () => [
  { organizationId, spaceId, space: 'Untitled', changeRequestId: null, kind: 'file', name: 'large.bin' },
];

it('contents in object storage are sound', async () => {
  expect(await placeOf(test, organizationId, file)).toBe('objects');
  expect(await findProblems(test.store)).toEqual({ checks: {}, losses: [] });
});

it('names the files whose object is missing or has other bytes', async () => {
  const key = blobKey({ organizationId, hash });
  const sentence = (problem: string) => `Blob ${key} has its bytes in object storage, but ${problem}.`;
  server.fail('corrupt', ['GET']);
  expect(await findProblems(test.store)).toEqual({
    checks: { blobs: [sentence('its bytes changed')] },
    losses: loss(),
  });
  server.mend();
  await blobs.storage.delete([key]);
  expect(await findProblems(test.store)).toEqual({ checks: { blobs: [sentence('it is missing')] }, losses: loss() });
});

it('content that nothing uses may lack its object, because the garbage collection deletes both', async () => {
  const unused = { organizationId, hash: 'f'.repeat(64), size: 5, bytes: Buffer.alloc(0), inObjectStorage: true };
  const createdAt = new Date().toISOString();
  const insert = test.store.sql.insertInto('Blob').values({ ...unused, createdAt });
  await test.store.transaction(({ read }) => read.all(insert));
  expect((await findProblems(test.store)).checks.blobs).toHaveLength(1);
});

it('fails if the object storage cannot be used', async () => {
  server.fail('status500');
  await expect(findProblems(test.store)).rejects.toThrow('The object storage cannot be used now');
});
