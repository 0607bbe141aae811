import { expect, it } from 'vitest';
import { hashToken } from '../../../src/access/authenticate.js';
import { setMemberDisabled } from '../../../src/modules/identity/members/disabling-actions.js';
import { tokenFor } from '../../api/http/saml-kit.js';
import { anotherInstance, type TestApp, testApp } from '../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace, seedStranger, seedTeam } from '../../support/seed.js';
import { newAssertedPerson, seedProvider } from '../identity/sso/sso-scene.js';

// After one instance has confirmed a change of permissions, the next request at another instance uses the new
// permissions.

const test = await testApp();
const other = await anotherInstance(test);

/** Members of an organization with objects to read, and the admin who changes their permissions. */
interface Scene {
  organization: string;
  admin: Person;
  guest: Person;
  reader: Person;
  space: string;
  team: string;
}

async function createScene(): Promise<Scene> {
  const { id: organization, admin } = await seedOrganization(test);
  const guest = await seedMember(test, organization, null);
  const reader = await seedMember(test, organization, 'read');
  const team = await seedTeam(test, organization, { title: 'Team' });
  return { organization, admin, guest, reader, space: await seedSpace(test, organization), team };
}

/** A write, which the admin of the scene usually sends, and the expected status of the next read. */
type Step = [write: (app: TestApp, scene: Scene) => Promise<unknown>, status: number];

/** A read, its status before any write, and the steps with its status after each of them. */
interface Row {
  caller: 'guest' | 'reader' | 'stranger' | 'nobody';
  reads: (scene: Scene) => string;
  first: number;
  steps: Step[];
}

const writeRequest =
  (method: string, pathOf: (scene: Scene) => string, body?: (scene: Scene) => object): Step[0] =>
  async (app, scene) => {
    const answer = await app.rest(method, pathOf(scene), { ...scene.admin, body: body?.(scene) });
    expect([pathOf(scene), answer.status < 300, answer.body]).toEqual([pathOf(scene), true, answer.body]);
    return answer.body;
  };

const spacePath = ({ space }: Scene) => `/spaces/${space}`;
const organizationPath = ({ organization }: Scene) => `/orgs/${organization}`;
const member = (who: 'guest' | 'reader') => (scene: Scene) => `${organizationPath(scene)}/members/${scene[who].id}`;
const permissions = (scene: Scene) => `${spacePath(scene)}/permissions`;
const teamMembers = (scene: Scene) => `${organizationPath(scene)}/teams/${scene.team}/members`;

const disabling =
  (disabled: boolean): Step[0] =>
  (app, { reader: { id: user }, organization }) =>
    setMemberDisabled({ store: app.store, viewer: app.operator }, { user, organization, disabled });

/** Returns a write that changes the row of the reader's token, as an operator can. */
const token =
  (data: object): Step[0] =>
  (app, { reader }) =>
    app.store.transaction(async ({ prisma }) => {
      await prisma.accessToken.updateMany({ where: { hash: hashToken(reader.token) }, data });
    });

const revoking: Step[0] = async (app, { reader }) => {
  const { data } = await app.graphql('{ accessTokens(first: 1) { nodes { id } } }', reader);
  const [{ id }] = data.accessTokens.nodes;
  await app.graphql(`mutation { revokeAccessToken(input: { accessToken: "${id}" }) { deletedId } }`, reader);
};

const rows: Record<string, Row> = {
  'a role that is raised and lowered again': {
    caller: 'reader',
    reads: (scene) => `${organizationPath(scene)}/saml`,
    first: 403,
    steps: [
      [writeRequest('PATCH', member('reader'), () => ({ role: 'admin' })), 200],
      [writeRequest('PATCH', member('reader'), () => ({ role: 'read' })), 403],
    ],
  },
  'a member that is made a guest': {
    caller: 'reader',
    reads: spacePath,
    first: 200,
    steps: [[writeRequest('PATCH', member('reader'), () => ({ role: null })), 404]],
  },
  'a member that is removed': {
    caller: 'reader',
    reads: organizationPath,
    first: 200,
    steps: [[writeRequest('DELETE', member('reader')), 404]],
  },
  'a member that is disabled and enabled again': {
    caller: 'reader',
    reads: organizationPath,
    first: 200,
    steps: [
      [disabling(true), 401],
      [disabling(false), 200],
    ],
  },
  'a grant that is given and revoked': {
    caller: 'guest',
    reads: spacePath,
    first: 404,
    steps: [
      [writeRequest('POST', permissions, ({ guest }) => ({ role: 'read', users: [guest.id] })), 200],
      [writeRequest('DELETE', (scene) => `${permissions(scene)}/users/${scene.guest.id}`), 404],
    ],
  },
  'a grant to a team, and a member that joins and leaves it': {
    caller: 'guest',
    reads: spacePath,
    first: 404,
    steps: [
      [writeRequest('POST', permissions, ({ team }) => ({ role: 'read', teams: [team] })), 404],
      [writeRequest('PUT', (scene) => `${teamMembers(scene)}/${scene.guest.id}`), 200],
      [writeRequest('DELETE', (scene) => `${teamMembers(scene)}/${scene.guest.id}`), 404],
      [writeRequest('PUT', teamMembers, ({ guest }) => ({ add: [guest.id] })), 200],
      [writeRequest('DELETE', (scene) => `${permissions(scene)}/teams/${scene.team}`), 404],
    ],
  },
  'a space that is closed to members without a grant and opened again': {
    caller: 'reader',
    reads: spacePath,
    first: 200,
    steps: [
      [writeRequest('PATCH', spacePath, () => ({ defaultLevel: null })), 404],
      [writeRequest('PATCH', spacePath, () => ({ defaultLevel: 'inherit' })), 200],
    ],
  },
  'a token with fewer scopes and a token that has expired': {
    caller: 'reader',
    reads: spacePath,
    first: 200,
    steps: [
      [token({ scopes: [] }), 404],
      [token({ scopes: ['read'] }), 200],
      [token({ expiresAt: new Date(0) }), 401],
    ],
  },
  'a token that is revoked': { caller: 'reader', reads: spacePath, first: 200, steps: [[revoking, 401]] },
};

it.each(Object.entries(rows))(
  'another instance immediately applies the new permissions: %s',
  async (_title, { caller: who, reads, first: initialStatus, steps }) => {
    const scene = await createScene();
    const person = who === 'nobody' ? { token: null } : who === 'stranger' ? await seedStranger(test) : scene[who];
    const status = async (app: TestApp) => (await app.rest('GET', reads(scene), person)).status;
    expect([await status(test), await status(other)]).toEqual([initialStatus, initialStatus]);
    for (const [index, [write, expected]] of steps.entries()) {
      const [writer, reader] = index % 2 === 0 ? [test, other] : [other, test];
      await write(writer!, scene);
      expect([index, await status(reader!)]).toEqual([index, expected]);
      expect([index, await status(writer!)]).toEqual([index, expected]);
    }
  },
);

it('another instance immediately admits a stranger who joins with a link, and a user who signs in', async () => {
  const scene = await createScene();
  const stranger = await seedStranger(test);
  const organization = organizationPath(scene);
  const reads = (app: TestApp, token: string) => app.rest('GET', organization, { token }).then(({ status }) => status);
  expect(await Promise.all([reads(test, stranger.token), reads(other, stranger.token)])).toEqual([404, 404]);
  const invite = await test.rest('POST', `${organization}/link-invites`, { ...scene.admin, body: { role: 'read' } });
  expect((await other.rest('POST', `${organization}/invites/${invite.body.id}`, stranger)).status).toBe(200);
  expect(await reads(test, stranger.token)).toBe(200);
  const provider = await seedProvider(test, { id: scene.organization, admin: scene.admin });
  expect(await reads(other, await tokenFor(test, { id: provider, ...newAssertedPerson() }))).toBe(200);
});

it('another instance immediately applies changes of a share link, and hides an unpublished site', async () => {
  const { organization, admin, space } = await createScene();
  const sites = `/orgs/${organization}/sites`;
  const body = { spaces: [space], visibility: 'share-link' };
  const { id } = (await test.rest('POST', sites, { ...admin, body })).body;
  await test.rest('POST', `${sites}/${id}/publish`, admin);
  const link = (await test.rest('POST', `${sites}/${id}/share-links`, { ...admin, body: { name: 'All' } })).body;
  const { node } = (await test.graphql(`{ node(id: "${link.id}") { ... on ShareLink { key } } }`, admin)).data;
  const isShown = async (app: TestApp): Promise<boolean> => {
    const { data } = await app.graphql(`{ publishedSite(id: "${id}", shareKey: "${node.key}") { __typename } }`);
    return Boolean(data?.publishedSite);
  };
  const write = (method: string, path: string, given?: object) =>
    test.rest(method, `${sites}/${id}${path}`, { ...admin, ...(given && { body: given }) });
  const results = [await isShown(other)];
  for (const [method, path, given] of [
    ['PATCH', `/share-links/${link.id}`, { active: false }],
    ['PATCH', `/share-links/${link.id}`, { active: true }],
    ['POST', '/unpublish'],
  ] as const) {
    expect([path, (await write(method, path, given)).status]).toEqual([path, 200]);
    results.push(await isShown(other));
  }
  expect(results).toEqual([true, false, true, false]);
});
