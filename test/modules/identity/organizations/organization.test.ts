import { describe, expect, it } from 'vitest';
import { type Role, roles } from '../../../../src/access/viewer.js';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test, 'Acme');
const globex = await seedOrganization(test, 'Globex');
const unknownOrganization = 'org_00000000000000000000000000';

describe('the list of organizations', () => {
  it('contains only those of the caller, newest first, with their count, in two batches', async () => {
    const both = await seedMember(test, acme.id, 'read');
    const actor = { store: test.store, viewer: test.operator };
    await createUser(actor, { email: both.email, name: 'Both', organization: globex.id });
    const batches = await test.batches(async () => {
      const { status, body } = await test.rest('GET', '/orgs', both);
      expect([status, body.count]).toEqual([200, 2]);
      expect(body.items.map(({ id }: { id: string }) => id)).toEqual([globex.id, acme.id]);
      expect(body.next).toBeUndefined();
    });
    // One batch reads the organizations. All of them are on the page, so this batch also gives the count. The other
    // reads the teams that the caller owns.
    expect(batches).toHaveLength(2);
  });

  it('is read page by page with a cursor', async () => {
    const both = await seedMember(test, acme.id, 'read');
    const actor = { store: test.store, viewer: test.operator };
    await createUser(actor, { email: both.email, name: 'Both', organization: globex.id });
    const first = await test.rest('GET', '/orgs?limit=1', both);
    expect(first.body).toMatchObject({ count: 2, items: [{ id: globex.id }], next: { page: expect.any(String) } });
    const second = await test.rest('GET', `/orgs?limit=1&page=${first.body.next.page}`, both);
    expect(second.body.items.map(({ id }: { id: string }) => id)).toEqual([acme.id]);
    expect(second.body.next).toBeUndefined();
  });

  it('is empty for a user without an organization', async () => {
    expect((await test.rest('GET', '/orgs', await seedStranger(test))).body).toEqual({ count: 0, items: [] });
  });
});

describe('an organization', () => {
  it('is returned with its defaults in two batches, the second for the teams that the caller owns', async () => {
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
    'is visible to a member with the role %s, with matching permissions',
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
    'returns the same bytes for %s if it is foreign as if it does not exist',
    async (method) => {
      const body = method === 'PATCH' ? { title: 'Mine' } : undefined;
      const foreign = await test.rest(method, `/orgs/${globex.id}`, { ...acme.admin, body });
      const missing = await test.rest(method, `/orgs/${unknownOrganization}`, { ...acme.admin, body });
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(JSON.stringify(foreign.body).replaceAll(globex.id, unknownOrganization)).toBe(
        JSON.stringify(missing.body),
      );
    },
  );

  it('is null without an error in GraphQL if it is foreign', async () => {
    const query = 'query ($id: ID!) { organization(id: $id) { title } node(id: $id) { id } }';
    const answer = await test.graphql(query, { ...acme.admin, variables: { id: globex.id } });
    expect(answer).toMatchObject({ status: 200, data: { organization: null, node: null } });
    expect(answer.errors).toBeUndefined();
  });

  it('is null in GraphQL for an anonymous caller', async () => {
    const query = 'query ($id: ID!) { organizations { totalCount } organization(id: $id) { title } }';
    const { data } = await test.graphql(query, { variables: { id: acme.id } });
    expect(data).toEqual({ organizations: { totalCount: 0 }, organization: null });
  });

  it('has enum values in upper case in GraphQL', async () => {
    const query = 'query ($id: ID!) { organization(id: $id) { type defaultRole plan } }';
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: acme.id } });
    expect(data.organization).toEqual({ type: 'BUSINESS', defaultRole: 'READ', plan: 'INTERNAL' });
  });
});
