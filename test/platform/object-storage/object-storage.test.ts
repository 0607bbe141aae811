import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { beforeAll, expect, it } from 'vitest';
import type { ObjectStorage } from '../../../src/platform/object-storage/object-storage.js';
import { openObjectStorage } from '../../../src/platform/object-storage/open-object-storage.js';
import { type TestObjectStorage, testObjectStorage } from '../../support/object-storage.js';

let server: TestObjectStorage;
let storage: ObjectStorage;

beforeAll(async () => {
  server = await testObjectStorage();
  storage = openObjectStorage(`${server.url}/some/prefix/`, { timeoutMs: 5_000, attempts: 2 });
});

const put = (key: string, text: string, target = storage) => {
  const sha256 = createHash('sha256').update(text).digest('hex');
  return target.put(key, Buffer.from(text), sha256);
};

it('writes, finds, reads, copies and deletes objects', async () => {
  expect(await storage.head('org/a')).toBeNull();
  expect(await storage.get('org/a')).toBeNull();
  await put('org/a', 'hello world');
  expect(await storage.head('org/a')).toMatchObject({ key: 'org/a', size: 11 });
  expect(String(await storage.get('org/a'))).toBe('hello world');
  expect(String(await storage.get('org/a', { first: 6, last: 8 }))).toBe('wor');
  expect(await storage.copy('org/a', 'other/b')).toBe(true);
  expect(await storage.copy('org/none', 'other/b')).toBe(false);
  expect(String(await storage.get('other/b'))).toBe('hello world');
  await storage.delete(['org/a', 'org/none']);
  expect(await storage.get('org/a')).toBeNull();
  expect(String(await buffer((await storage.getStream('other/b'))!))).toBe('hello world');
  expect(await storage.getStream('org/a')).toBeNull();
});

it('lists objects below its prefix, in the order of their keys', async () => {
  for (const key of ['list/b', 'list/a', 'list2/c']) await put(key, key);
  await put('some/prefix2/d', 'd', openObjectStorage(server.url));
  const found = [];
  for await (const entries of storage.list('list/')) found.push(...entries.map(({ key, size }) => [key, size]));
  expect(found).toEqual([
    ['list/a', 6],
    ['list/b', 6],
  ]);
});

it('writes streams in parts, and leaves no object if a stream fails', async () => {
  const part = Buffer.alloc(1_048_576, 7);
  await storage.putStream('large', Readable.from(Array.from({ length: 18 }, () => part)));
  expect(await storage.head('large')).toMatchObject({ size: 18 * part.length });
  const failing = async function* () {
    for (let count = 0; count < 10; count += 1) yield part;
    throw new Error('The source failed');
  };
  await expect(storage.putStream('broken', Readable.from(failing()))).rejects.toThrow('The source failed');
  expect(await storage.head('broken')).toBeNull();
});

it('signs addresses that anyone can read until they expire, with the given headers', async () => {
  await put('signed', 'hello');
  const address = { seconds: 60, contentType: 'text/plain', contentDisposition: 'attachment; filename="a.txt"' };
  const url = await storage.signedUrl('signed', address);
  const response = await fetch(url);
  expect([response.status, await response.text()]).toEqual([200, 'hello']);
  expect(response.headers.get('content-type')).toBe('text/plain');
  expect(response.headers.get('content-disposition')).toBe('attachment; filename="a.txt"');
  expect((await fetch(url.replace(/X-Amz-Signature=\w+/, ''))).status).toBe(403);
});

it('says that the bucket is missing', async () => {
  const missing = openObjectStorage('s3://no-such-bucket');
  await expect(put('a', 'a', missing)).rejects.toMatchObject({
    kind: 'bucketMissing',
    message:
      'Cannot write the object a to s3://no-such-bucket: the bucket does not exist. Create the bucket, or correct the URL.',
  });
});

it('says that the credentials are refused', async () => {
  process.env.AWS_ACCESS_KEY_ID = 'UNKNOWN';
  const refused = openObjectStorage(server.url);
  await expect(refused.get('a')).rejects.toMatchObject({
    kind: 'refused',
    message: expect.stringContaining(
      'the storage refuses the credentials (InvalidAccessKeyId). Check AWS_ACCESS_KEY_ID',
    ),
  });
  process.env.AWS_ACCESS_KEY_ID = 'S3RVER';
});

it('says that the storage cannot be reached', async () => {
  process.env.AWS_ENDPOINT_URL_S3 = 'http://127.0.0.1:9';
  const unreachable = openObjectStorage(server.url, { attempts: 1 });
  await expect(unreachable.head('a')).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringMatching(/cannot be reached \(ECONNREFUSED\)\. Check AWS_ENDPOINT_URL_S3/),
  });
  process.env.AWS_ENDPOINT_URL_S3 = server.endpoint;
});

it('ends calls in time if the storage does not respond', async () => {
  server.fail('slow');
  const hasty = openObjectStorage(server.url, { timeoutMs: 200 });
  await expect(hasty.get('a')).rejects.toMatchObject({
    kind: 'unreachable',
    message: expect.stringContaining('the storage did not respond in time'),
  });
  server.mend();
});

it('repeats failed requests a limited number of times', async () => {
  await put('repeated', 'hello');
  const before = server.requests.GET ?? 0;
  server.fail('status500');
  await expect(storage.get('repeated')).rejects.toMatchObject({ kind: 'failed' });
  server.mend();
  expect(server.requests.GET! - before).toBe(2);
  server.fail('truncated');
  await expect(storage.get('repeated')).rejects.toMatchObject({ kind: 'unreachable' });
  server.mend();
  expect(String(await storage.get('repeated'))).toBe('hello');
});

it('counts requests by operation and status', () => {
  const counts = storage.requestCounts();
  expect(counts).toContainEqual({ operation: 'get', status: '500', count: 1 });
  expect(counts.find(({ operation, status }) => operation === 'get' && status === '404')!.count).toBeGreaterThan(1);
});

it.each(['https://bucket', 's3://', 's3://Bucket', 's3://bucket/../a', 's3://bucket?x=1'])(
  'refuses the URL %s',
  (url) => {
    expect(() => openObjectStorage(url)).toThrow(/^The URL of an object storage must be s3:\/\/bucket or/);
  },
);
