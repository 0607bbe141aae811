import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { moveBlobs } from '../../../../src/modules/content/blob-objects/move-blobs.js';
import { findBrokenObjects } from '../../../../src/platform/blobs/check-objects.js';
import { countBlobsToMove } from '../../../../src/platform/blobs/stored-blobs.js';
import { blobKey } from '../../../../src/platform/object-storage/blob-storage.js';
import { appWithBlobs, type TestApp } from '../../../support/app.js';
import { download, forget, largeFile, placeOf, seedFiles, testBlobs } from '../../../support/blobs.js';
import { type TestObjectStorage, testObjectStorage } from '../../../support/object-storage.js';
import { type Person, seedOrganization } from '../../../support/seed.js';

let server: TestObjectStorage;
let blobs: ReturnType<typeof testBlobs>;
let test: TestApp;
let organization: string;
let admin: Person;
let space: string;
const files = [largeFile(1), largeFile(2), largeFile(3)];

beforeAll(async () => {
  server = await testObjectStorage();
  blobs = testBlobs(server);
  test = await appWithBlobs(blobs);
  ({ id: organization, admin } = await seedOrganization(test));
  blobs.pausedUntil = Date.now() + 60_000;
  space = await seedFiles(test, organization, Object.fromEntries(files.map((bytes, index) => [`${index}.bin`, bytes])));
  await seedFiles(test, organization, { 'small.bin': Buffer.from('small') });
});
beforeEach(() => {
  server.mend();
  forget(blobs);
});

const move = (to: 's3' | 'database', stopAfter = Number.POSITIVE_INFINITY) => {
  const stop = new AbortController();
  const onMoved = (moved: { blobs: number }) => void (moved.blobs === stopAfter && stop.abort());
  return moveBlobs({ store: test.store, blobs }, { to, onMoved, signal: stop.signal });
};
const places = () => Promise.all(files.map((bytes) => placeOf(test, organization, bytes)));
const contents = async () => {
  const read = async (name: string) => (await download(test, space, { name, token: admin.token })).rawPayload;
  return Promise.all(files.map((_, index) => read(`${index}.bin`)));
};
const problems = async () => {
  const found = [];
  for await (const { hash, problem } of findBrokenObjects(test.store.read)) found.push([hash, problem]);
  return found;
};

describe('a move of blobs', () => {
  it('continues after it was interrupted, moves only large blobs, and changes no content', async () => {
    expect(await places()).toEqual(['database', 'database', 'database']);
    await expect(move('s3', 1)).rejects.toThrow(/aborted/);
    expect((await places()).filter((place) => place === 'objects')).toHaveLength(1);
    expect(await contents()).toEqual(files);
    expect(await countBlobsToMove(test.store.read, { to: 's3', threshold: 65_536 })).toEqual({
      blobs: 2,
      bytes: 200_000,
    });
    expect(await move('s3')).toEqual({ blobs: 2, bytes: 200_000 });
    expect(await places()).toEqual(['objects', 'objects', 'objects']);
    expect(await placeOf(test, organization, Buffer.from('small'))).toBe('database');
    expect(await contents()).toEqual(files);
    expect(await problems()).toEqual([]);
  });

  it('moves them back', async () => {
    await expect(move('database', 1)).rejects.toThrow(/aborted/);
    expect(await move('database')).toEqual({ blobs: 2, bytes: 200_000 });
    expect(await places()).toEqual(['database', 'database', 'database']);
    expect(await contents()).toEqual(files);
  });

  it.each([
    ['slow', ['PUT']],
    ['status500', ['HEAD']],
    ['lost', ['PUT']],
    ['truncated', ['GET']],
    ['corrupt', ['GET']],
  ] as const)('removes nothing if the storage is %s', async (fault, methods) => {
    await blobs.storage.delete(files.map((bytes) => blobKey({ organizationId: organization, hash: hashOf(bytes) })));
    server.fail(fault, methods);
    await expect(move('s3')).rejects.toThrow();
    server.mend();
    expect(await places()).toEqual(['database', 'database', 'database']);
    expect(await contents()).toEqual(files);
  });

  it('is followed by a check that finds missing and changed objects', async () => {
    await move('s3');
    const [first, second] = files.map((bytes) => ({ organizationId: organization, hash: hashOf(bytes) }));
    await blobs.storage.delete([blobKey(first!)]);
    await blobs.storage.put(blobKey(second!), Buffer.alloc(100_000), hashOf(Buffer.alloc(100_000)));
    expect((await problems()).sort()).toEqual(
      [
        [first!.hash, 'it is missing'],
        [second!.hash, 'its bytes changed'],
      ].sort(),
    );
    // The third one is moved, although the move meets broken objects before it or after it.
    await expect(move('database')).rejects.toThrow(
      /^Cannot move 2 contents\. The first: Cannot read the object .*: it(s bytes changed| is missing)\./,
    );
    expect(await places()).toEqual(['objects', 'objects', 'database']);
  });
});
