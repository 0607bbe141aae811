import { beforeAll, expect, it } from 'vitest';
import { hashOf } from '../../src/engine/base/blob.js';
import { openObjectStorage } from '../../src/platform/object-storage/open-object-storage.js';
import { type TestApp, testApp } from '../support/app.js';
import { largeFile, placeOf, seedFiles } from '../support/blobs.js';
import { docgraph } from '../support/command-line.js';
import { type TestObjectStorage, testObjectStorage } from '../support/object-storage.js';
import { seedOrganization } from '../support/seed.js';
import { serverOn } from './backups/backup-kit.js';

const file = largeFile(1, 300_000);
let server: TestObjectStorage;
let test: TestApp;
let organization: string;

beforeAll(async () => {
  server = await testObjectStorage();
  test = await testApp();
  organization = (await seedOrganization(test)).id;
  await seedFiles(test, organization, { 'large.bin': file });
});

const move = (to: string, bucket = server.url) =>
  docgraph(
    ['blobs', 'move', '--to', to],
    serverOn(test.url, {
      BLOBS: bucket,
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
      AWS_REGION: 'us-east-1',
      AWS_ENDPOINT_URL_S3: server.endpoint,
    }),
  );

it('a move of blobs that fails says why, in one sentence', async () => {
  expect(await move('s3', 's3://no-such-bucket')).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^docgraph: Cannot write the object .*: the bucket does not exist\. Create .*\.\n$/),
  });
  expect(await move('s3')).toEqual({ code: 0, stdout: '{"blobs":1,"bytes":300000}\n', stderr: '' });
  server.fail('status500');
  const failed = await move('database');
  server.mend();
  expect([failed.code, failed.stderr]).toEqual([
    1,
    expect.stringMatching(/^docgraph: Cannot read the object .*: the storage responded with 500 .*\.\n$/),
  ]);
  await openObjectStorage(server.url).delete([`${organization}/${hashOf(file)}`]);
  const { code, stderr } = await move('database');
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^docgraph: Cannot move 1 contents\. The first: .*: it is missing\. Run `docgraph verify`.*\n$/,
    ),
  ]);
  expect(await placeOf(test, organization, file)).toBe('objects');
});
