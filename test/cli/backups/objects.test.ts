import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { hashOf } from '../../../src/engine/base/blob.js';
import { openStore } from '../../../src/platform/db/open.js';
import type { BlobStorage } from '../../../src/platform/object-storage/blob-storage.js';
import { openObjectStorage } from '../../../src/platform/object-storage/open-object-storage.js';
import { appWithBlobs } from '../../support/app.js';
import { largeFile, seedFiles, testBlobs } from '../../support/blobs.js';
import { docgraph, type Environment } from '../../support/command-line.js';
import { testObjectStorage } from '../../support/object-storage.js';
import { seedOrganization } from '../../support/seed.js';
import { backUp, newTarget, readRows, serverOn } from './backup-kit.js';

const server = await testObjectStorage();
const blobs = testBlobs(server);
const test = await appWithBlobs(blobs);
const { id: organization } = await seedOrganization(test);
/** More than the backup reads at the same time. */
const files = Array.from({ length: 40 }, (_, seed) => largeFile(seed));
await seedFiles(
  test,
  organization,
  Object.fromEntries([...files, Buffer.from('small')].map((bytes, index) => [`${index}.bin`, bytes])),
);

const credentials = {
  AWS_ACCESS_KEY_ID: 'S3RVER',
  AWS_SECRET_ACCESS_KEY: 'S3RVER',
  AWS_REGION: 'us-east-1',
  AWS_ENDPOINT_URL_S3: server.endpoint,
};

/** Returns the environment of a server with the credentials of the bucket, and its large blobs in it. */
const withBlobs = (url: string, bucket: string = server.url): Environment =>
  serverOn(url, { ...credentials, BLOBS: bucket });

const keyOf = (bytes: Uint8Array): string => `${organization}/${hashOf(bytes)}`;

/** Removes an object while a function runs. */
async function without<Result>(bytes: Uint8Array, run: () => Promise<Result>): Promise<Result> {
  await blobs.storage.delete([keyOf(bytes)]);
  try {
    return await run();
  } finally {
    await blobs.storage.put(keyOf(bytes), bytes, hashOf(bytes));
  }
}

/** Returns the number of blobs in the rows of a database and in a bucket, and whether all have their bytes. */
async function blobsOf(url: string, storage: Pick<BlobStorage, 'storage'>['storage'] | null = null) {
  const store = await openStore({ url });
  const rows = await store.read.all(
    sql<{ organizationId: string; hash: string; bytes: Uint8Array; inObjectStorage: boolean }>`
      select "organizationId", "hash", "bytes", "inObjectStorage" from "Blob"`,
    { inObjectStorage: 'boolean' },
  );
  await store.close();
  const bytesOf = (row: (typeof rows)[number]) =>
    row.inObjectStorage ? storage!.get(`${row.organizationId}/${row.hash}`) : row.bytes;
  const hashes = await Promise.all(rows.map(async (row) => hashOf((await bytesOf(row)) ?? Buffer.alloc(0))));
  const inObjects = rows.filter(({ inObjectStorage }) => inObjectStorage).length;
  return {
    inRows: rows.length - inObjects,
    inObjects,
    areIntact: rows.every(({ hash }, index) => hash === hashes[index]),
  };
}

const file = await backUp(withBlobs(test.url));
const { inRows, inObjects } = await blobsOf(test.url, blobs.storage);

it('a backup has the objects, which are restored to another bucket', async () => {
  expect(inObjects).toBe(files.length);
  const [target, bucket] = [await newTarget(), await server.createBucket()];
  const restored = await docgraph(['restore', file], withBlobs(target, bucket));
  expect([restored.stderr, restored.code]).toEqual(['', 0]);
  expect(await blobsOf(target, openObjectStorage(bucket))).toEqual({ inRows, inObjects, areIntact: true });
  expect((await readRows(target)).Blob).toBe((await readRows(test.url)).Blob);
  expect((await docgraph(['verify'], withBlobs(target, bucket))).code).toBe(0);
});

it('without BLOBS, the bytes of the objects are restored into the database', async () => {
  const target = await newTarget();
  expect((await docgraph(['restore', file], serverOn(target))).code).toBe(0);
  expect(await blobsOf(target)).toEqual({ inRows: inRows + inObjects, inObjects: 0, areIntact: true });
  const again = await newTarget();
  const copy = await backUp(serverOn(target));
  expect((await docgraph(['restore', copy], withBlobs(again, await server.createBucket()))).code).toBe(0);
  expect(await blobsOf(again)).toEqual({ inRows: inRows + inObjects, inObjects: 0, areIntact: true });
});

it('`backup check` verifies the objects', async () => {
  const checked = await docgraph(['backup', 'check', file], serverOn(test.url));
  expect([checked.code, JSON.parse(checked.stdout).damaged]).toEqual([0, []]);
});

it('an object that is missing or changed ends a backup, unless it is left out', async () => {
  const [first] = files as [Buffer];
  const env = withBlobs(test.url);
  const target = await newTarget();
  await without(first, async () => {
    await expect(backUp(env)).rejects.toThrow(
      `Cannot back up: the object ${keyOf(first)} of ${server.url} cannot be read: it is missing. Run \`docgraph verify\``,
    );
    const partial = await backUp(env, '--skip-lost');
    const checked = await docgraph(['backup', 'check', partial], env);
    expect([checked.code, JSON.parse(checked.stdout).damaged]).toEqual([
      1,
      [{ organizationId: organization, hash: hashOf(first) }],
    ]);
    expect((await docgraph(['restore', partial], serverOn(target))).stderr).toContain(`such as ${hashOf(first)}`);
    expect((await docgraph(['restore', partial, '--accept-damage'], serverOn(target))).code).toBe(0);
    await blobs.storage.put(keyOf(first), files[1]!, hashOf(files[1]!));
    await expect(backUp(env)).rejects.toThrow('cannot be read: its bytes changed.');
  });
  expect(await blobsOf(target)).toEqual({ inRows: inRows + inObjects, inObjects: 0, areIntact: false });
});

it('a storage that cannot be used, and missing BLOBS, are named', async () => {
  server.fail('status500', ['GET']);
  const failed = await docgraph(['verify'], withBlobs(test.url));
  await expect(backUp(withBlobs(test.url))).rejects.toThrow('the storage responded with 500');
  server.mend();
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('the storage responded with 500')]);
  await expect(backUp(serverOn(test.url))).rejects.toThrow('it is in object storage, and BLOBS is not set. Set BLOBS.');
});

it('a restore whose objects cannot be written leaves the target empty, and can be repeated', async () => {
  const [target, bucket] = [await newTarget(), await server.createBucket()];
  server.fail('lost', ['PUT']);
  const failed = await docgraph(['restore', file], withBlobs(target, bucket));
  server.mend();
  expect([failed.code, failed.stderr]).toEqual([1, expect.stringContaining('it is missing. Check the storage')]);
  expect((await docgraph(['restore', file], withBlobs(target, bucket))).code).toBe(0);
  expect(await blobsOf(target, openObjectStorage(bucket))).toEqual({ inRows, inObjects, areIntact: true });
});

it('`docgraph disk` counts objects apart from the database', async () => {
  const { total, objects, uses } = JSON.parse((await docgraph(['disk', '--json'], withBlobs(test.url))).stdout);
  const own = uses.filter(({ kind }: { kind: string }) => kind === 'objects');
  expect(own).toEqual([expect.objectContaining({ organizationId: organization, count: 40, bytes: 4_000_000 })]);
  expect(objects).toBe(4_000_000);
  const sum = uses.reduce((bytes: number, use: { bytes: number }) => bytes + use.bytes, 0);
  expect(total).toBe(sum - objects);
});
