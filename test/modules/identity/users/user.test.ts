import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedSpace, seedStranger, seedToken } from '../../../support/seed.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const member = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
const stranger = await seedStranger(test);

describe('a user', () => {
  it('is the user of the token in GET /user, which takes one batch', async () => {
    const batches = await test.batches(async () => {
      const { status, body } = await test.rest('GET', '/user', member);
      expect(status).toBe(200);
      expect(body).toEqual({
        object: 'user',
        id: member.id,
        displayName: expect.any(String),
        email: member.email,
        urls: { location: `https://docs.test/v1/users/${member.id}` },
      });
    });
    expect(batches).toHaveLength(1);
  });

  it('returns 401 for GET /user without a token', async () => {
    expect((await test.rest('GET', '/user')).status).toBe(401);
  });

  it('can read itself by id, whatever its memberships are', async () => {
    const { status, body } = await test.rest('GET', `/users/${stranger.id}`, stranger);
    expect([status, body.email]).toEqual([200, stranger.email]);
  });

  it('is visible with the e-mail address to members of the same organization, in two batches', async () => {
    const batches = await test.batches(async () => {
      const { status, body } = await test.rest('GET', `/users/${acme.admin.id}`, member);
      expect([status, body.email]).toEqual([200, acme.admin.email]);
    });
    expect(batches).toHaveLength(2);
  });

  it('is shown without an address to guests, and to tokens without access to members', async () => {
    expect((await test.rest('GET', `/users/${guest.id}`, member)).body.email).toBe(guest.email);
    const narrow = await seedToken(test, acme.admin.id, { scopes: ['space:view'] });
    for (const token of [guest.token, narrow]) {
      const { status, body } = await test.rest('GET', `/users/${member.id}`, { token });
      expect([status, body.id, body]).toEqual([
        200,
        member.id,
        expect.not.objectContaining({ email: expect.anything() }),
      ]);
    }
    expect((await test.rest('GET', `/users/${guest.id}`, guest)).body.email).toBe(guest.email);
  });

  it('is shown with the address to a guest who is a member of another organization with the user', async () => {
    const globex = await seedOrganization(test, 'Globex');
    const fellow = await seedMember(test, acme.id, 'edit');
    const both = await seedMember(test, acme.id, null);
    for (const { id } of [fellow, both]) await addMember(test, globex.id, { id, role: 'read' });
    expect((await test.rest('GET', `/users/${fellow.id}`, both)).body.email).toBe(fellow.email);
    const bound = await seedToken(test, both.id, { organizationId: acme.id });
    expect((await test.rest('GET', `/users/${fellow.id}`, { token: bound })).body.email).toBeUndefined();
  });

  it('is shown to a guest without an e-mail address everywhere in GraphQL and on /v1', async () => {
    const { id } = (await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body: {} })).body;
    const reader = await seedMember(test, acme.id, null);
    await seedGrant(test, acme.id, { to: reader.id, on: id, role: 'admin' });
    await seedGrant(test, acme.id, { to: member.id, on: id, role: 'edit' });
    const proposal = await openChangeRequest(test, id, acme.admin.token);
    await test.rest('POST', `/orgs/${acme.id}/link-invites`, { ...acme.admin, body: { space: id, level: 'read' } });
    const person = '{ id email }';
    const query = `query ($space: ID!, $admin: ID!) {
    user(id: $admin) ${person}
    node(id: $admin) { ... on User ${person} }
    space(id: $space) {
      revision { author ${person} }
      changeRequests { nodes { createdBy ${person} } }
      userGrants { nodes { user ${person} } }
      invites { nodes { createdBy ${person} } }
    }
  }`;
    const variables = { space: id, admin: acme.admin.id };
    const addressesFor = async ({ token }: { token: string }) => {
      const { data, errors } = await test.graphql(query, { token, variables });
      expect(errors).toBeUndefined();
      const graph = JSON.stringify(data).match(/"email":("[^"]*"|null)/g)!;
      const paths = [`/users/${acme.admin.id}`, proposal.path, `/spaces/${id}/permissions/users`];
      const rest = await Promise.all(paths.map((path) => test.rest('GET', path, { token })));
      expect(rest.map(({ status }) => status)).toEqual([200, 200, 200]);
      return [graph.filter((email) => !email.endsWith('null')), JSON.stringify(rest).match(/[\w.]+@acme\.test/g)];
    };
    const own = `"email":"${reader.email}"`;
    expect(await addressesFor(reader)).toEqual([[own], [reader.email]]);
    const [graph, rest] = await addressesFor(acme.admin);
    expect([graph!.length, rest!.length]).toEqual([7, 4]);
  });

  it('returns the same 404 to a stranger as for an unknown id', async () => {
    const unknown = 'usr_00000000000000000000000000';
    const [foreign, missing] = [
      await test.rest('GET', `/users/${stranger.id}`, member),
      await test.rest('GET', `/users/${unknown}`, member),
    ];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(foreign.body).replaceAll(stranger.id, unknown)).toBe(JSON.stringify(missing.body));
  });

  it('is null without an error in `user(id)` and `node(id)` for a stranger', async () => {
    const query = 'query ($id: ID!) { user(id: $id) { id } node(id: $id) { id } }';
    const answer = await test.graphql(query, { ...member, variables: { id: stranger.id } });
    expect(answer.data).toEqual({ user: null, node: null });
    expect(answer.errors).toBeUndefined();
  });

  it('is null in `viewer` without a token', async () => {
    expect((await test.graphql('{ viewer { id } }')).data).toEqual({ viewer: null });
  });

  it('is shown as an author without an e-mail address to viewers of other organizations', async () => {
    // The operator's user imports the space and is its author. This user is a member of no organization.
    const space = await seedSpace(test, acme.id);
    const query = 'query ($id: ID!) { space(id: $id) { revision { author { id displayName email } } } }';
    const { data } = await test.graphql(query, { ...member, variables: { id: space } });
    expect(data.space.revision.author).toEqual({ id: expect.any(String), displayName: 'Administrator', email: null });
    expect((await test.rest('GET', `/users/${data.space.revision.author.id}`, member)).status).toBe(404);
  });

  it('is shown as the author of a change request with the e-mail address to members of the same organization', async () => {
    const space = await seedSpace(test, acme.id);
    const proposal = await openChangeRequest(test, space, acme.admin.token);
    const { body } = await test.rest('GET', proposal.path, member);
    expect(body.createdBy).toMatchObject({ id: acme.admin.id, email: acme.admin.email });
  });
});
