import { isDeepStrictEqual } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { fillSample, type SampleRequest, sampleRequests } from '../../../contract/sample-requests.js';
import { createScene, type Fixture, namesOf } from '../../../contract/scene.js';
import { type TestApp, testApp } from '../../../support/app.js';
import { provider } from '../../../support/database.js';
import { tokenOf } from '../../../support/seed.js';
import { archiveOf, type ReadArchive, rowsIn } from '../archives/archive-kit.js';
import { makeArchiveWorld } from '../archives/archive-world.js';
import { createIdReplacer, emptyServer, importFrom, sqliteServer } from './import-kit.js';

const test = await testApp();
const passphrase = 'correct horse battery';
const reads = sampleRequests.filter(({ method }) => method === 'GET');
let scene: Fixture;
let archive: ReadArchive;

beforeAll(async () => {
  scene = await createScene(test);
  archive = await archiveOf(test, scene.organization, passphrase);
});

/** A server, and the ids that the objects of the scene have there. */
interface Target {
  app: TestApp;
  token: string;
  rename?(text: string): string;
}

/** Sends the sample of an operation. Returns the response without signatures of links, which are never the same. */
async function responseTo(request: SampleRequest, { app, token, rename = (text) => text }: Target): Promise<object> {
  const ids = namesOf(scene, request.id);
  const { path } = fillSample(request, (name) => rename(ids[name]));
  const { status, body } = await app.rest('GET', path, { token });
  return { path, status, body: JSON.parse(JSON.stringify(body).replace(/signature=[\w-]+/g, 'signature')) };
}

/** Returns the ids of the operations whose responses differ between the two servers. */
async function differences(target: Target): Promise<string[]> {
  const { token } = scene.admin;
  const { rename = (text) => text } = target;
  const different: string[] = [];
  for (const request of reads) {
    const before = JSON.parse(rename(JSON.stringify(await responseTo(request, { app: test, token }))));
    if (!isDeepStrictEqual(before, await responseTo(request, target))) different.push(request.id);
  }
  return different;
}

describe('an organization that was imported', () => {
  it('has the same archive after an import into SQLite and, in tests on Postgres, back into Postgres', async () => {
    const origin = await testApp();
    const { organization } = await makeArchiveWorld(origin);
    const before = await archiveOf(origin, organization, passphrase);
    let latest = before;
    for (const server of [await sqliteServer(), ...(provider === 'sqlite' ? [] : [await emptyServer()])]) {
      const imported = await importFrom(server, latest, { passphrase });
      expect(imported).toMatchObject({ id: organization, people: { mapped: 0 }, leftOut: { secrets: false } });
      latest = await archiveOf(server, organization, passphrase);
      expect([...latest.files.keys()]).toEqual([...before.files.keys()]);
      expect(latest.bytes.equals(before.bytes)).toBe(true);
    }
  });

  it('returns the same responses to all 104 GETs of /v1 if it has the same ids', async () => {
    const app = await testApp();
    await importFrom(app, archive, { passphrase });
    const target = { app, token: await tokenOf(app, scene.admin.id) };
    expect(reads).toHaveLength(104);
    // The admin has another organization only on the first server.
    expect(await differences(target)).toEqual(['listOrganizationsForAuthenticatedUser']);
  });

  it('returns the same responses to all GETs of /v1, except the ids, if it has new ids', async () => {
    const { id, people } = await importFrom(test, archive, { passphrase, newIds: true });
    expect(people).toEqual({ mapped: rowsIn(archive, 'User').length, created: 0 });
    const query = test.store.sql.selectFrom('OrganizationImport').select('idSeed').where('organizationId', '=', id);
    const { idSeed } = (await test.store.read.first(query))!;
    const target = { app: test, token: scene.admin.token, rename: createIdReplacer(archive, idSeed!) };
    // The ids of invite links are secret, so the import replaces them with random ids.
    const links = ['listOrganizationInviteLinks', 'getOrganizationInviteLink'];
    expect(await differences(target)).toEqual(['listOrganizationsForAuthenticatedUser', ...links]);
  });
});
