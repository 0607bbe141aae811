import { join } from 'node:path';
import { expect, it } from 'vitest';
import { type FullWorld, makeFullWorld } from '../../modules/lists/full-world.js';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { docgraph } from '../../support/command-line.js';
import { emptyDatabase, provider, testFolder } from '../../support/database.js';
import { backUp, readRows, serverOn } from './backup-kit.js';

/** Lists of an organization, and of a space. */
const lists = {
  org: 'spaces collections members teams sites openapi translations translations-glossary change-requests conversations saml',
  space: 'content content/pages change-requests comments commenters links permissions/users search?query=everywhere',
};

/** Returns responses of `/v1` that together read most tables. */
async function readResponses(app: TestApp, world: FullWorld): Promise<Record<string, unknown>> {
  const { organization, collection, proposal, translation } = world;
  const [org, space] = [`/orgs/${organization}`, `/spaces/${world.space}`];
  const paths = [
    ...[org, space, `/collections/${collection}`, proposal.path],
    ...lists.org.split(' ').map((list) => `${org}/${list}`),
    ...lists.space.split(' ').map((list) => `${space}/${list}`),
    ...[`${proposal.path}/comments`, `${proposal.path}/changes`, `${org}/teams/${world.team}`],
    ...[`${org}/openapi/shop`, `${org}/translations/${translation}`, `${org}/sites/${world.site}`],
  ];
  const responses: Record<string, unknown> = {};
  for (const path of paths) {
    const { status, body } = await app.rest('GET', path, { token: world.admin.token });
    expect([path, status]).toEqual([path, 200]);
    responses[path] = body;
  }
  return responses;
}

async function restoreInto(target: string, file: string): Promise<void> {
  const { code, stderr } = await docgraph(['restore', file], serverOn(target));
  expect([stderr, code]).toEqual(['', 0]);
}

it.runIf(provider === 'postgresql')(
  'a backup of Postgres is restored into SQLite and a backup of that into Postgres, with the same responses and rows',
  async () => {
    const test = await testApp();
    const world = await makeFullWorld(test);
    const expected = await readResponses(test, world);
    const sqlite = `file:${join(testFolder(), 'restored.db')}`;
    await restoreInto(sqlite, await backUp(serverOn(test.url)));
    expect(await readResponses(await anotherInstance({ url: sqlite }), world)).toEqual(expected);

    const postgres = await emptyDatabase();
    await restoreInto(postgres, await backUp(serverOn(sqlite)));
    expect(await readResponses(await anotherInstance({ url: postgres }), world)).toEqual(expected);
    const [before, after] = [await readRows(test.url), await readRows(postgres)];
    expect(Object.keys(after).length).toBeGreaterThan(40);
    // A restore leaves sessions, and the work that sends mails, out.
    for (const table of ['AccessToken', 'BlockedToken', 'Job', 'Notification', 'SignInLink', 'SamlLogin', 'OidcLogin'])
      for (const rows of [before, after]) delete rows[table];
    expect(after).toEqual(before);
  },
);
