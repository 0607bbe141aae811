import { expect, it } from 'vitest';
import { findProviders } from '../../../../src/modules/identity/sign-in/find-providers.js';
import {
  deleteOrganization,
  restoreOrganization,
} from '../../../../src/modules/lifecycle/organizations/deletion-actions.js';
import { findRecipient } from '../../../../src/modules/notifications/recipient.js';
import { testApp } from '../../../support/app.js';
import { seedStranger, tokenOf } from '../../../support/seed.js';
import { seedJob } from '../../../support/seed-job.js';
import { domain, runJobs, seedDoors } from './door-scene.js';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };
const scene = await seedDoors(test);
const { id, at, admin, reader, guest, space, site, addresses, other } = scene;

/** Returns the status of a page of the server. */
const page = async (url: string): Promise<number> => (await test.app.inject({ url })).statusCode;

/** Returns the status of an operation of `/v1`. */
const status = async (token: string, path: string, method = 'GET'): Promise<number> =>
  (await test.rest(method, path, { token, ...(method === 'PATCH' && { body: { title: 'Door' } }) })).status;

/** Returns the value of the first field of a query, or null after an error. */
const field = async (query: string, token: string | null = null): Promise<unknown> =>
  Object.values((await test.graphql(query, { token })).data ?? {})[0] ?? null;

/** Adds a job of the organization and runs all jobs. Returns the status of the job. */
async function statusOfJob(): Promise<string> {
  const jobId = await seedJob(test, { organizationId: id, kind: 'specification.process', status: 'waiting' });
  const queue = `computing:${id}`;
  const where = { id: jobId };
  await test.store.transaction(({ prisma }) => prisma.job.update({ where, data: { queue, payload: { id: jobId } } }));
  await runJobs(test);
  const query = test.store.sql.selectFrom('Job').select('status').where('id', '=', jobId);
  return (await test.store.read.first(query))!.status;
}

/** Joins as a person who is not a member, and leaves again. Returns the status. */
async function join(path: string): Promise<number> {
  const stranger = await seedStranger(test);
  return status(stranger.token, `${at}${path}`, 'POST');
}

/** Transfers a space into the organization and back, as an admin of both. Returns the status of the first transfer. */
async function transferInto(): Promise<number> {
  const token = await tokenOf(test, admin.id);
  const member = { organizationId: other.id, userId: admin.id, role: 'admin', sso: false, disabled: false };
  await test.store.transaction(({ prisma }) =>
    prisma.member.upsert({
      where: { organizationId_userId: { organizationId: other.id, userId: admin.id } },
      create: { ...member, joinedAt: new Date() },
      update: {},
    }),
  );
  const move = (organization: string) =>
    test.rest('POST', `/spaces/${other.space}/transfer`, { token, body: { organization } });
  const { status: first } = await move(id);
  await move(other.id);
  return first;
}

/** Ways to access an organization, with the result before its deletion (`open`) and after it (`closed`). */
const accessWays: Record<string, { enter(): Promise<unknown>; open: unknown; closed: unknown }> = {
  'an admin reads it': { enter: () => status(admin.token, at), open: 200, closed: 404 },
  'a member lists its organizations': {
    enter: async () => (await test.rest('GET', '/orgs', reader)).body.items.length,
    open: 1,
    closed: 0,
  },
  'a guest reads it': { enter: () => status(guest.token, at), open: 200, closed: 404 },
  'a token that is bound to it': { enter: () => status(scene.bound, '/user'), open: 200, closed: 401 },
  'a token of a member in general': { enter: () => status(reader.token, '/user'), open: 200, closed: 200 },
  'a member reads a space': { enter: () => status(reader.token, `/spaces/${space}/content`), open: 200, closed: 404 },
  'an admin changes a space': {
    enter: () => status(admin.token, `/spaces/${space}`, 'PATCH'),
    open: 200,
    closed: 404,
  },
  'an admin changes it': { enter: () => status(admin.token, at, 'PATCH'), open: 200, closed: 404 },
  'an admin reads its log': {
    enter: () => field(`{ organization(id: "${id}") { events(first: 0) { __typename } } }`, admin.token),
    open: { events: { __typename: expect.any(String) } },
    closed: null,
  },
  'a member reads it as a node': {
    enter: () => field(`{ node(id: "${id}") { id } }`, reader.token),
    open: { id },
    closed: null,
  },
  'an admin transfers a space into it': { enter: transferInto, open: 200, closed: 404 },
  'a person joins by an invite link': { enter: () => join(`/invites/${scene.invite}`), open: 200, closed: 404 },
  'a person joins by its domain': { enter: () => join('/join'), open: 204, closed: 404 },
  'a person finds it by its domain': {
    enter: () => field(`{ organizationsForEmailDomain(domain: "${domain}") { id } }`, scene.stranger.token),
    open: [{ id }],
    closed: [],
  },
  'the sign-in page lists its identity providers': {
    enter: async () => (await findProviders(test.store.read, `ann@${domain}`)).length,
    open: 2,
    closed: 0,
  },
  'a sign-in by SAML': { enter: () => page(`/saml/${scene.provider}/start`), open: 303, closed: 404 },
  'the metadata for SAML': { enter: () => page(`/saml/${scene.provider}/metadata`), open: 200, closed: 404 },
  'a sign-in by OpenID Connect': { enter: () => page(`/oidc/${scene.openid}/start`), open: 503, closed: 404 },
  'a published page by a basename': { enter: () => page(`/published/${id}/docs`), open: 302, closed: 404 },
  'a published page by the id of its site': { enter: () => page(`/published/${id}/${site}`), open: 308, closed: 404 },
  'a published site by its id': {
    enter: () => field(`{ publishedSite(id: "${site}") { title } }`),
    open: { title: 'Docs' },
    closed: null,
  },
  'a published site by its hostname': {
    enter: () => field('{ publishedSite(hostname: "door.test") { title } }'),
    open: { title: 'Docs' },
    closed: null,
  },
  'a preview': { enter: () => page(addresses.preview), open: 302, closed: 404 },
  'a PDF': { enter: () => page(addresses.pdf), open: 200, closed: 404 },
  'a file': { enter: () => page(addresses.file), open: 200, closed: 404 },
  'a public specification': {
    enter: () => page(`/openapi/${scene.specification}/openapi.json`),
    open: 200,
    closed: 404,
  },
  'a notification of a member': {
    enter: async () => (await findRecipient(test.store.read, { organizationId: id, userId: reader.id })) !== null,
    open: true,
    closed: false,
  },
  'a job': { enter: statusOfJob, open: 'done', closed: 'waiting' },
};

async function enterAll(): Promise<object> {
  const entered: Record<string, unknown> = {};
  for (const [name, { enter }] of Object.entries(accessWays)) entered[name] = await enter();
  return entered;
}

const expected = (state: 'open' | 'closed') =>
  Object.fromEntries(Object.entries(accessWays).map(([name, door]) => [name, door[state]]));

it('no way of access works after an organization is deleted, and all ways work after it is restored', async () => {
  expect(await enterAll()).toEqual(expected('open'));
  await deleteOrganization(actor, { organization: id });
  expect(await enterAll()).toEqual(expected('closed'));
  await restoreOrganization(actor, id);
  expect(await enterAll()).toEqual(expected('open'));
}, 30_000);
