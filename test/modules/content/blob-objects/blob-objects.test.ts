import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import { blobKey } from '../../../../src/platform/object-storage/blob-storage.js';
import { appWithBlobs, type TestApp } from '../../../support/app.js';
import { download, forget, largeFile, placeOf, seedFiles, testBlobs } from '../../../support/blobs.js';
import { type TestObjectStorage, testObjectStorage } from '../../../support/object-storage.js';
import { type Person, seedOrganization, seedSpace } from '../../../support/seed.js';

let server: TestObjectStorage;
let blobs: ReturnType<typeof testBlobs>;
let test: TestApp;
let organization: string;
let admin: Person;

beforeAll(async () => {
  server = await testObjectStorage();
  blobs = testBlobs(server);
  test = await appWithBlobs(blobs);
  ({ id: organization, admin } = await seedOrganization(test));
});
const mend = () => {
  server.mend();
  forget(blobs);
};
beforeEach(mend);

const keyOf = (bytes: Uint8Array, owner = organization) => blobKey({ organizationId: owner, hash: hashOf(bytes) });
const get = (space: string, name: string) => download(test, space, { name, token: admin.token });

describe('a large file', () => {
  it('is stored as an object, a small one in the database, and both are read', async () => {
    const [small, large] = [Buffer.from('small'), largeFile(1)];
    const space = await seedFiles(test, organization, { 'small.bin': small, 'large.bin': large });
    expect([await placeOf(test, organization, small), await placeOf(test, organization, large)]).toEqual([
      'database',
      'objects',
    ]);
    expect(await blobs.storage.get(keyOf(large))).toEqual(large);
    expect((await get(space, 'small.bin')).rawPayload).toEqual(small);
    expect((await get(space, 'large.bin')).rawPayload).toEqual(large);
  });

  it('that exists is not written again', async () => {
    const large = largeFile(1);
    await seedFiles(test, organization, { 'large.bin': large });
    const before = server.requests.PUT;
    await seedFiles(test, organization, { 'large.bin': large });
    expect(server.requests.PUT).toBe(before);
  });

  it('may also be the text of a page, which is read, edited and searched', async () => {
    const text = `# Long\n\n${'A paragraph about object storage.\n\n'.repeat(3_000)}`;
    const space = await seedSpace(test, organization, { 'README.md': '# A', 'long.md': text });
    expect(await placeOf(test, organization, Buffer.from(text))).toBe('objects');
    const page = await test.rest('GET', `/spaces/${space}/content/path/long?format=markdown`, admin);
    expect(page.body.markdown).toContain('A paragraph about object storage.');
    const found = await test.rest('GET', `/spaces/${space}/search?query=paragraph`, admin);
    expect(found.body.items.map(({ title }: { title: string }) => title)).toContain('Long');
  });
});

describe('a write', () => {
  it.each(['slow', 'status500', 'lost'] as const)('loses nothing if the storage is %s', async (fault) => {
    const large = largeFile(fault.length + 10);
    server.fail(fault, ['PUT']);
    const space = await seedFiles(test, organization, { 'large.bin': large });
    expect(await placeOf(test, organization, large)).toBe('database');
    server.mend();
    expect((await get(space, 'large.bin')).rawPayload).toEqual(large);
  });

  it('that cannot be confirmed stores the bytes in the database', async () => {
    const large = largeFile(20);
    server.fail('status500', ['HEAD']);
    await seedFiles(test, organization, { 'large.bin': large });
    expect(await placeOf(test, organization, large)).toBe('database');
  });

  it('sends no requests for half a minute after the storage failed', async () => {
    server.fail('status500');
    await seedFiles(test, organization, { 'large.bin': largeFile(21) });
    const before = { ...server.requests };
    await seedFiles(test, organization, { 'large.bin': largeFile(22) });
    expect(server.requests).toEqual(before);
  });
});

describe('a read', () => {
  const large = largeFile(30);
  let space: string;
  beforeAll(async () => {
    mend();
    space = await seedFiles(test, organization, { 'large.bin': large });
  });

  it.each(['slow', 'status500', 'truncated'] as const)(
    'responds with 503 and Retry-After if the storage is %s',
    async (fault) => {
      server.fail(fault);
      const response = await get(space, 'large.bin');
      expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '5']);
      expect(response.json().error.message).toBe('The object storage cannot be used now. Repeat the request later.');
      server.mend();
      expect((await get(space, 'large.bin')).rawPayload).toEqual(large);
    },
  );

  it('never returns other bytes', async () => {
    server.fail('corrupt');
    expect((await get(space, 'large.bin')).statusCode).toBe(500);
    server.mend();
    await blobs.storage.put(keyOf(large), Buffer.from('other'), hashOf('other'));
    expect((await get(space, 'large.bin')).statusCode).toBe(500);
    await blobs.storage.delete([keyOf(large)]);
    expect((await get(space, 'large.bin')).statusCode).toBe(500);
  });
});
