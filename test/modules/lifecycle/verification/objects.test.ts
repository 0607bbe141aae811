import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { appWithBlobs } from '../../../support/app.js';
import { largeFile, seedFiles, testBlobs } from '../../../support/blobs.js';
import { testObjectStorage } from '../../../support/object-storage.js';
import { seedOrganization } from '../../../support/seed.js';
import { findProblems, repair } from './verification-kit.js';

const server = await testObjectStorage();
const { storage } = testBlobs(server);
const test = await appWithBlobs(testBlobs(server));
const { id: organization } = await seedOrganization(test);
const [missing, changed, resized] = [largeFile(1), largeFile(2), largeFile(3)];
await seedFiles(test, organization, { 'a.bin': missing, 'b.bin': changed, 'c.bin': resized });

const keyOf = (bytes: Uint8Array): string => `${organization}/${hashOf(bytes)}`;
const setSize = (size: number) =>
  test.store.transaction(({ read }) =>
    read.all(sql`update "Blob" set "size" = ${size} where "hash" = ${hashOf(resized)}`),
  );

it('objects that are missing, changed, or of another size are found, and no repair hides them', async () => {
  expect((await findProblems(test.store)).checks).toEqual({});
  await storage.delete([keyOf(missing)]);
  await storage.put(keyOf(changed), largeFile(4), hashOf(largeFile(4)));
  await setSize(7);
  const faults = [
    [missing, 'it is missing'],
    [changed, 'its bytes changed'],
    [resized, 'it has 100000 of 7 bytes'],
  ] as const;
  const sentences = faults.map(
    ([bytes, fault]) => `Blob ${keyOf(bytes)} has its bytes in ${server.url}, but the object cannot be read: ${fault}.`,
  );
  const { checks, losses } = await findProblems(test.store);
  expect(Object.keys(checks)).toEqual(['objects']);
  expect(checks.objects).toEqual(expect.arrayContaining(sentences));
  expect(losses.map(({ kind, name }) => [kind, name?.slice(-5)]).sort()).toEqual([
    ['file', 'a.bin'],
    ['file', 'b.bin'],
    ['file', 'c.bin'],
  ]);
  const outcome = (await repair(test.store)).checks.find(({ name }) => name === 'objects');
  expect(outcome).toMatchObject({ found: 3, problems: 3 });
  await storage.put(keyOf(missing), missing, hashOf(missing));
  await storage.put(keyOf(changed), changed, hashOf(changed));
  await setSize(resized.length);
  expect((await findProblems(test.store)).checks).toEqual({});
});

it('an object whose content was deleted during the verification is not a problem', async () => {
  await storage.delete([keyOf(missing)]);
  const before = server.requests.GET!;
  server.fail('slow', ['GET']);
  const found = findProblems(test.store);
  await expect.poll(() => server.requests.GET).toBeGreaterThan(before);
  await test.store.transaction(({ read }) =>
    read.all(sql`update "Blob" set "bytes" = ${missing}, "inObjectStorage" = false where "hash" = ${hashOf(missing)}`),
  );
  server.mend();
  expect((await found).checks).toEqual({});
});
