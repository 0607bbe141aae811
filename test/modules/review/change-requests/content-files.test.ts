import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, acme.admin.token);
});

const insert = (...files: object[]) => proposal.change({ operation: 'insert_files', files });
const base64 = (text: string) => Buffer.from(text).toString('base64');

describe('inserting files into a change request', () => {
  it('inserts a file from base64, and guesses the content type if none is given', async () => {
    const { status, body } = await insert(
      { name: 'data.bin', base64: base64('bytes'), contentType: 'application/x-own' },
      { name: 'plan.svg', base64: base64('<svg/>') },
      { name: 'no-extension', base64: '' },
    );
    expect(status).toBe(200);
    expect(body.changes).toEqual([]);
    expect(body.insertedFiles).toMatchObject([
      { name: 'data.bin', contentType: 'application/x-own', size: 5 },
      { name: 'plan.svg', contentType: 'image/svg+xml', size: 6 },
      { name: 'no-extension', contentType: 'application/octet-stream', size: 0 },
    ]);
  });

  it('serves the bytes of a new file; the head has the file only after the merge', async () => {
    const [file] = (await insert({ name: 'new.txt', base64: base64('new bytes') })).body.insertedFiles;
    const found = await test.rest('GET', `${proposal.path}/content/files/${file.id}`, acme.admin);
    expect([found.status, found.body]).toEqual([200, file]);
    const address = new URL(file.downloadURL);
    expect((await test.app.inject({ url: address.pathname + address.search })).body).toBe('new bytes');
    const atHead = () => test.rest('GET', `/spaces/${manual.id}/content/files/${file.id}`, acme.admin);
    expect((await atHead()).status).toBe(404);
    await proposal.merge();
    expect((await atHead()).status).toBe(200);
  });

  it('reads dimensions of an image from its bytes; other files have none', async () => {
    const gif = Buffer.from('4749463839618002e001000000', 'hex').toString('base64');
    const { body } = await insert({ name: 'a.bin', base64: gif }, { name: 'b.gif', base64: base64('no image') });
    const [image, other] = body.insertedFiles;
    expect(image.dimensions).toEqual({ width: 640, height: 480 });
    expect(other).not.toHaveProperty('dimensions');
    await proposal.merge();
    const found = await test.rest('GET', `/spaces/${manual.id}/content/files/${image.id}`, acme.admin);
    expect(found.body.dimensions).toEqual({ width: 640, height: 480 });
  });

  it('lists the files of the change request in pages', async () => {
    await insert({ name: 'new.txt', base64: base64('new') });
    const { body } = await test.rest('GET', `${proposal.path}/content/files?limit=2`, acme.admin);
    expect(body).toMatchObject({ count: 3, items: [{}, {}], next: { page: expect.any(String) } });
  });

  it('returns 400 that names the file for both or neither of `base64` and `url`', async () => {
    const good = { name: 'a.txt', base64: '' };
    for (const bad of [{ name: 'b.txt' }, { name: 'b.txt', base64: '', url: 'https://example.org/b.txt' }]) {
      const { status, body } = await insert(good, bad);
      expect([status, body.error.message]).toEqual([
        400,
        '`changes[0].files[1]` must have exactly one of `base64` and `url`',
      ]);
    }
  });

  it.each(['a', 'aGk', 'aGk=\n', 'a-_=', '{}'])('returns 400 for %j, which is not base64', async (text) => {
    const { status, body } = await insert({ name: 'a.txt', base64: text });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('`changes[0].files[0].base64`')]);
  });

  it('accepts 20 files; returns 400 for 21 files and for none', async () => {
    const files = (count: number) =>
      Array.from({ length: count }, (_, index) => ({ name: `${index}.txt`, base64: base64(`${index}`) }));
    for (const count of [0, 21]) {
      const { status, body } = await insert(...files(count));
      expect([status, body.error.message]).toEqual([400, expect.stringContaining('files')]);
    }
    expect((await insert(...files(20))).body.insertedFiles).toHaveLength(20);
  });

  it.each([
    ['an empty name', { name: '', base64: '' }],
    ['a name of 257 characters', { name: 'x'.repeat(257), base64: '' }],
    ['no name', { base64: '' }],
    ['a URL without http', { name: 'a.txt', url: 'file:///etc/passwd' }],
    ['a loopback URL', { name: 'a.txt', url: 'http://127.0.0.1:1/a.txt' }],
    ['a URL of cloud metadata', { name: 'a.txt', url: 'http://169.254.169.254/latest' }],
  ])('returns 400 for %s, and inserts nothing', async (_name, file) => {
    const { revision } = await proposal.get();
    expect((await insert(file)).status).toBe(400);
    expect((await proposal.get()).revision).toBe(revision);
  });

  it('checks permissions before it reads a URL: 403 for a reader, 404 for an outsider', async () => {
    const file = { name: 'a.txt', url: 'http://127.0.0.1:1/a.txt' };
    const body = { changes: [{ operation: 'insert_files', files: [file] }] };
    const insertStatus = async (token: string) =>
      (await test.rest('POST', `${proposal.path}/content`, { token, body })).status;
    const reader = await seedMember(test, acme.id, 'read');
    const stranger = (await seedOrganization(test)).admin;
    expect([await insertStatus(reader.token), await insertStatus(stranger.token)]).toEqual([403, 404]);
  });

  it('stores two files with the same name at two paths', async () => {
    await insert({ name: 'same.txt', base64: base64('1') }, { name: 'same.txt', base64: base64('2') });
    const query = 'query ($id: ID!) { changeRequest(id: $id) { revision { files { nodes { name path } } } } }';
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: proposal.id } });
    const paths = data.changeRequest.revision.files.nodes.map(({ path }: { path: string }) => path);
    expect(new Set(paths).size).toBe(4);
  });
});
