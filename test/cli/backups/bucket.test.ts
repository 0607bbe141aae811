import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { docgraph, type Environment, spawnDocgraph, waitForExit } from '../../support/command-line.js';
import { testObjectStorage } from '../../support/object-storage.js';
import { seedOrganization } from '../../support/seed.js';
import { newTarget, readRows, serverOn } from './backup-kit.js';

const storage = await testObjectStorage();
const test = await testApp();
await seedOrganization(test);

/** Returns the environment of a server with the credentials of the bucket. */
const withBucket = (url: string): Environment =>
  serverOn(url, {
    BACKUP_TO: `${storage.url}/copies`,
    AWS_ACCESS_KEY_ID: 'S3RVER',
    AWS_SECRET_ACCESS_KEY: 'S3RVER',
    AWS_REGION: 'us-east-1',
    AWS_ENDPOINT_URL_S3: storage.endpoint,
  });

const env = withBucket(test.url);

it('a backup goes to a bucket and is restored from there', async () => {
  const made = await docgraph(['backup', '--keep', '3'], env);
  expect(made.code).toBe(0);
  const { location } = JSON.parse(made.stdout);
  expect(location).toMatch(/^s3:\/\/bucket-1\/copies\/docgraph-.*\.backup\.tar$/);
  const listed = JSON.parse((await docgraph(['backup', 'list'], env)).stdout).backups;
  expect(listed).toEqual([expect.objectContaining({ location })]);
  const target = await newTarget();
  const restored = await docgraph(['restore', location], withBucket(target));
  expect(restored.code).toBe(0);
  expect((await readRows(target)).Organization).toBe((await readRows(test.url)).Organization);
});

it('a write that the bucket acknowledges and loses is reported', async () => {
  storage.fail('lost', ['PUT', 'POST']);
  const { code, stderr } = await docgraph(['backup', `${storage.url}/lost`], env);
  storage.mend();
  expect([code, stderr]).toEqual([1, expect.stringMatching(/^docgraph: Cannot write s3:/)]);
  const listed = JSON.parse((await docgraph(['backup', 'list', `${storage.url}/lost`], env)).stdout).backups;
  expect(listed).toEqual([]);
});

it('a command that uses a bucket prints nothing on stderr', async () => {
  const listed = await waitForExit(spawnDocgraph(['backup', 'list'], env));
  expect([listed.code, listed.stderr]).toEqual([0, '']);
});

it('a bucket that does not exist, and an object that does not, are named', async () => {
  const none = await docgraph(['backup', 's3://no-such-bucket'], env);
  expect([none.code, none.stderr]).toEqual([1, expect.stringContaining('the bucket does not exist')]);
  const missing = await docgraph(['restore', `${storage.url}/none.tar`], withBucket(await newTarget()));
  expect(missing.stderr).toContain(`Cannot read ${storage.url}/none.tar: it does not exist.`);
});
