import { beforeAll, expect, it } from 'vitest';
import { operatorOf } from '../../../../src/modules/identity/tokens/bootstrap.js';
import { appWithBlobs, type TestApp } from '../../../support/app.js';
import { download, largeFile, placeOf, seedFiles, testBlobs } from '../../../support/blobs.js';
import { testDatabase } from '../../../support/database.js';
import { type TestObjectStorage, testObjectStorage } from '../../../support/object-storage.js';
import { archiveOf } from '../../lifecycle/archives/archive-kit.js';
import { emptyServer, importFrom } from '../../lifecycle/imports/import-kit.js';
import { setScene } from '../../lifecycle/transfers/transfer-kit.js';

let server: TestObjectStorage;
let test: TestApp;
const large = largeFile(1);

beforeAll(async () => {
  server = await testObjectStorage();
  test = await appWithBlobs(testBlobs(server, { downloads: 'redirect' }));
});

it('a transfer copies objects to the other organization', async () => {
  const { from, to, both, transfer } = await setScene(test);
  const space = await seedFiles(test, from, { 'large.bin': large });
  const { status, body } = await transfer(space);
  expect([status, body.error]).toEqual([200, undefined]);
  expect(await placeOf(test, to, large)).toBe('objects');
  const { headers } = await download(test, space, { name: 'large.bin', token: both.token });
  expect(Buffer.from(await (await fetch(headers.location as string)).arrayBuffer())).toEqual(large);
});

it('an archive has the bytes of objects, and an import places them by the settings of its server', async () => {
  const { from } = await setScene(test);
  await seedFiles(test, from, { 'large.bin': large });
  const archive = await archiveOf(test, from);
  const inDatabase = await emptyServer();
  await importFrom(inDatabase, archive);
  expect(await placeOf(inDatabase, from, large)).toBe('database');
  const { store } = await testDatabase({ blobs: testBlobs(server, { url: await server.createBucket() }) });
  await importFrom({ store, operator: await operatorOf(store) }, archive);
  expect(await placeOf({ store }, from, large)).toBe('objects');
  expect((await archiveOf(inDatabase as TestApp, from)).manifest.entries).toEqual(archive.manifest.entries);
});

it('a download is redirected to a signed address with the headers of the file, except for HEAD and 304', async () => {
  const { from, fromAdmin } = await setScene(test);
  const space = await seedFiles(test, from, { 'page.html': large });
  const { body } = await test.rest('GET', `/spaces/${space}/content/files`, { token: fromAdmin.token });
  const { pathname, search } = new URL(body.items[0].downloadURL);
  const request = (method: 'GET' | 'HEAD', headers = {}) =>
    test.app.inject({ method, url: pathname + search, headers });
  const redirect = await request('GET');
  expect([redirect.statusCode, redirect.headers['cache-control']]).toEqual([302, 'private, max-age=1800']);
  const response = await fetch(redirect.headers.location as string, { headers: { range: 'bytes=5-8' } });
  expect([response.status, await response.text()]).toEqual([206, large.toString().slice(5, 9)]);
  expect(response.headers.get('content-type')).toBe('text/html');
  expect(response.headers.get('content-disposition')).toBe("attachment; filename*=UTF-8''page.html");
  const head = await request('HEAD');
  expect([head.statusCode, head.headers['content-length']]).toEqual([200, String(large.length)]);
  expect((await request('GET', { 'if-none-match': head.headers.etag })).statusCode).toBe(304);
  expect((await test.app.inject(pathname + search.replace('signature=', 'signature=0'))).statusCode).toBe(404);
});
