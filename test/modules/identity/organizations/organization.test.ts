import { expect, it } from 'vitest';
import { type Role, roles } from '../../../../src/access/viewer.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test, 'Acme');
const globex = await seedOrganization(test, 'Globex');
const unknown = 'org_00000000000000000000000000';

it('the list has the organizations of the caller alone, newest first, with their count, in two batches', async () => {
  const both = await seedMember(test, acme.id, 'read');
  const actor = { store: test.store, viewer: test.operator };
  await createUser(actor, { email: both.email, name: 'Both', organization: globex.id });
  const batches = await test.batches(async () => {
    const { status, body } = await test.rest('GET', '/orgs', both);
    expect([status, body.count]).toEqual([200, 2]);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([globex.id, acme.id]);
    expect(body.next).toBeUndefined();
  });
  // The organizations, which are all on the page and so counted, and the teams that the caller owns.
  expect(batches).toHaveLength(2);
});

it('the list is walked by its cursor', async () => {
  const both = await seedMember(test, acme.id, 'read');
  const actor = { store: test.store, viewer: test.operator };
  await createUser(actor, { email: both.email, name: 'Both', organization: globex.id });
  const first = await test.rest('GET', '/orgs?limit=1', both);
  expect(first.body).toMatchObject({ count: 2, items: [{ id: globex.id }], next: { page: expect.any(String) } });
  const second = await test.rest('GET', `/orgs?limit=1&page=${first.body.next.page}`, both);
  expect(second.body.items.map(({ id }: { id: string }) => id)).toEqual([acme.id]);
  expect(second.body.next).toBeUndefined();
});

it('the list of someone without an organization is empty', async () => {
  expect((await test.rest('GET', '/orgs', await seedStranger(test))).body).toEqual({ count: 0, items: [] });
});

it('an organization is read in two batches, with its defaults; the second is the teams that the caller owns', async () => {
  const batches = await test.batches(async () => {
    const { status, body } = await test.rest('GET', `/orgs/${acme.id}`, acme.admin);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      object: 'organization',
      id: acme.id,
      title: 'Acme',
      emailDomains: [],
      type: 'business',
      defaultRole: 'read',
      sso: false,
      ai: false,
      inviteLinks: true,
      plan: 'internal',
      mergeRules: { type: 'none' },
      urls: { location: `https://docs.test/v1/orgs/${acme.id}`, app: `https://docs.test/app/${acme.id}` },
    });
    for (const absent of ['hostname', 'useCase', 'defaultContent', 'billing', 'blocked'])
      expect(body).not.toHaveProperty(absent);
  });
  expect(batches).toHaveLength(2);
});

it.each([null, ...roles] as (Role | null)[])(
  'a member with the role %s sees it, with permissions to match',
  async (role) => {
    const { body, status } = await test.rest('GET', `/orgs/${acme.id}`, await seedMember(test, acme.id, role));
    const at = (needed: Role) => role !== null && roles.indexOf(role) >= roles.indexOf(needed);
    expect(status).toBe(200);
    expect(body.permissions).toMatchObject({
      view: true,
      admin: at('admin'),
      createContent: at('create'),
      viewBilling: at('admin'),
      listMembers: at('read'),
    });
  },
);

it.each(['GET', 'PATCH'])(
  '%s of an organization of others reads like one that does not exist, byte for byte',
  async (method) => {
    const body = method === 'PATCH' ? { title: 'Mine' } : undefined;
    const foreign = await test.rest(method, `/orgs/${globex.id}`, { ...acme.admin, body });
    const missing = await test.rest(method, `/orgs/${unknown}`, { ...acme.admin, body });
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(foreign.body).replaceAll(globex.id, unknown)).toBe(JSON.stringify(missing.body));
  },
);

it('in the graph an organization of others is null, without an error', async () => {
  const query = 'query ($id: ID!) { organization(id: $id) { title } node(id: $id) { id } }';
  const answer = await test.graphql(query, { ...acme.admin, variables: { id: globex.id } });
  expect(answer).toMatchObject({ status: 200, data: { organization: null, node: null } });
  expect(answer.errors).toBeUndefined();
});

it('an anonymous caller of the graph gets no organization', async () => {
  const query = 'query ($id: ID!) { organizations { totalCount } organization(id: $id) { title } }';
  const { data } = await test.graphql(query, { variables: { id: acme.id } });
  expect(data).toEqual({ organizations: { totalCount: 0 }, organization: null });
});

it('the graph answers the enum as GraphQL writes it', async () => {
  const query = 'query ($id: ID!) { organization(id: $id) { type defaultRole plan } }';
  const { data } = await test.graphql(query, { ...acme.admin, variables: { id: acme.id } });
  expect(data.organization).toEqual({ type: 'BUSINESS', defaultRole: 'READ', plan: 'INTERNAL' });
});
