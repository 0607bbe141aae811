import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger, tokenOf } from '../../../support/seed.js';

const test = await testApp();
let operator: { token: string };

beforeAll(async () => {
  operator = { token: await tokenOf(test, (await seedStranger(test)).id, { scopes: ['operator'] }) };
});

const queryServer = async (query: string, variables: object = {}) => {
  const { data, errors } = await test.graphql(query, { ...operator, variables });
  expect(errors).toBeUndefined();
  return data;
};

/** Calls a mutation with an input. Returns the response. */
const call = (name: string, selection: string, input: object) => {
  const type = `${name[0]!.toUpperCase()}${name.slice(1)}Input`;
  const query = `mutation ($input: ${type}!) { ${name}(input: $input) { ${selection} } }`;
  return test.graphql(query, { ...operator, variables: { input } });
};

describe('the operator, over GraphQL,', () => {
  it('creates a user, an organization with this user as admin, and more admins', async () => {
    const email = 'first@server.test';
    const created = await call('createUser', 'user { id displayName email memberships { totalCount } }', {
      email,
      name: 'First',
    });
    const { user } = created.data.createUser;
    expect(user).toMatchObject({ displayName: 'First', email, memberships: { totalCount: 0 } });
    const made = await call('createOrganization', 'organization { id title memberCount }', {
      title: 'Server test',
      owner: email,
    });
    const { organization } = made.data.createOrganization;
    expect(organization).toMatchObject({ title: 'Server test', memberCount: 1 });
    const second = { email: 'second@server.test', name: 'Second', organization: organization.id, role: 'ADMIN' };
    await call('createUser', 'user { id }', second);
    const guest = { email: 'guest@server.test', name: 'Guest', organization: organization.id, role: null };
    await call('createUser', 'user { id }', guest);
    const { server } = await queryServer(
      `query ($id: ID!) { server { organization(id: $id) {
        memberCount spaceCount deletedAt removeAt plan limits { maxMembers maxSpaces } trial { status }
        admins { nodes { role disabled user { email } } } } } }`,
      { id: organization.id },
    );
    const admin = { role: 'ADMIN', disabled: false };
    expect(server.organization).toEqual({
      ...{ memberCount: 3, spaceCount: 0, deletedAt: null, removeAt: null, plan: 'INTERNAL' },
      ...{ limits: { maxMembers: null, maxSpaces: null }, trial: { status: 'NONE' } },
      admins: { nodes: [second.email, email].map((address) => ({ ...admin, user: { email: address } })) },
    });
    const { read } = test.store;
    const events = await read.all(
      read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization.id).orderBy('sequence'),
    );
    expect(events.map(({ action, tokenId }) => [action, tokenId !== null])).toEqual([
      ['createOrganization', true],
      ['createUser', true],
      ['createUser', true],
    ]);
  });

  it('sets the plan, limits and billing of an organization', async () => {
    const { id: organization } = await seedOrganization(test);
    const price = { monthly: 1, yearly: 10 };
    const facts = {
      plan: 'PRO_2024',
      maxMembers: 7,
      customHostname: 'docs.example.org',
      billing: {
        ...{ interval: 'YEARLY', endDate: '2030-01-01T00:00:00.000Z' },
        ...{ hasPaymentFailed: false, isScheduledToCancel: false, usageAddons: {} },
        pricing: { members: { plus_2024: price, pro_2024: price }, sites: { premium: price, ultimate: price } },
      },
      blocked: { source: 'BACKOFFICE', reason: 'Unpaid' },
      billingMigration: { discountPercent: 5 },
    };
    const selection = `organization { plan limits { maxMembers } customHostname blocked { source reason }
      billing { interval endDate hasPaymentFailed isScheduledToCancel pricing usageAddons }
      billingMigration { discountPercent } }`;
    const set = (input: object) => call('setOperatorFacts', selection, { organization, ...input });
    const { maxMembers, ...shown } = facts;
    const changed = await set(facts);
    expect(changed.data.setOperatorFacts.organization).toEqual({ ...shown, limits: { maxMembers } });
    const cleared = await set({ maxMembers: null, blocked: null, billing: null });
    expect(cleared.data.setOperatorFacts.organization).toEqual({
      ...{ plan: 'PRO_2024', customHostname: 'docs.example.org', billingMigration: { discountPercent: 5 } },
      ...{ limits: { maxMembers: null }, blocked: null, billing: null },
    });
    const refused = await set({ maxMembers: 0 });
    expect(refused.errors).toMatchObject([
      { extensions: { code: 'BAD_USER_INPUT', field: 'maxMembers', value: '0' }, message: expect.any(String) },
    ]);
  });

  it('searches organizations by title and users by address, with the memberships of each', async () => {
    const { id, admin } = await seedOrganization(test, 'Zéphyr Docs');
    await test.rest('PATCH', `/orgs/${id}`, { ...admin, body: { title: 'Zéphyr Manual' } });
    const disabled = await seedMember(test, id, 'edit');
    await test.store.transaction(async ({ prisma }) => {
      await prisma.member.updateMany({
        where: { userId: disabled.id },
        data: { disabled: true, lastSeenAt: new Date() },
      });
    });
    const { server } = await queryServer(
      `query ($email: String!) { server {
        organizations(search: "zephyr manual", orderBy: { field: TITLE }) { totalCount nodes { id title } }
        users(search: $email) { nodes { id lastSeenAt erasedAt
          memberships { nodes { role disabled organization { id title } } } } } } }`,
      { email: disabled.email.toUpperCase() },
    );
    const found = { id, title: 'Zéphyr Manual' };
    expect(server.organizations).toEqual({ totalCount: 1, nodes: [found] });
    const lastSeenAt = expect.stringMatching(/^20/);
    const memberships = { nodes: [{ role: 'EDIT', disabled: true, organization: found }] };
    expect(server.users.nodes).toEqual([{ id: disabled.id, lastSeenAt, erasedAt: null, memberships }]);
  });

  it('reads any number of organizations and users in the same number of batches', async () => {
    const read = (first: number) =>
      test.batches(() =>
        queryServer(
          `query ($first: Int!) { server {
            organizations(first: $first) { nodes { memberCount spaceCount admins { nodes { user { email } } } } }
            users(first: $first) { nodes { lastSeenAt memberships { nodes { organization { title } } } } } } }`,
          { first },
        ),
      );
    for (let index = 0; index < 3; index++) await seedOrganization(test);
    expect((await read(4)).length).toBeLessThanOrEqual((await read(1)).length);
  });
});
