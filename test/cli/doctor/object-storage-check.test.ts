import { beforeAll, expect, it } from 'vitest';
import { checkObjectStorage } from '../../../src/cli/doctor/services/check-object-storage.js';
import { testApp } from '../../support/app.js';
import { type TestObjectStorage, testObjectStorage } from '../../support/object-storage.js';
import { textOf } from './doctor-kit.js';

const { url } = await testApp();
let server: TestObjectStorage;
beforeAll(async () => {
  server = await testObjectStorage();
});

it('the check of object storage reports a bucket that is missing, public, or loses objects', async () => {
  expect(await textOf(checkObjectStorage, url)).toBe('skipped: BLOBS is not set.');
  const check = (bucket = server.url) => textOf(checkObjectStorage, url, { BLOBS: bucket });
  expect(await check()).toBe(`ok: The bucket of ${server.url} can be written, read and listed.`);
  expect(await check('s3://missing-bucket')).toMatch(
    /^error: Cannot write .*: the bucket does not exist\. Create the bucket/,
  );
  server.fail('lost', ['PUT']);
  expect(await check()).toMatch(/^error: The bucket of .* loses objects\./);
  server.mend();
  server.isPublic = true;
  expect(await check()).toMatch(/^error: Anyone can read the objects of/);
});
