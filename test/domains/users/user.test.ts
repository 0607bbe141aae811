import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization, seedSpace, seedStranger } from '../../support/seed.js';
import { openProposal } from '../change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const member = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
const stranger = await seedStranger(test);

it('GET /user answers the person whom the token belongs to, in one batch', async () => {
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

it('GET /user without a token is 401', async () => {
  expect((await test.rest('GET', '/user')).status).toBe(401);
});

it('a person finds themselves by id, whatever they belong to', async () => {
  const { status, body } = await test.rest('GET', `/users/${stranger.id}`, stranger);
  expect([status, body.email]).toEqual([200, stranger.email]);
});

it('co-members find each other with the e-mail address, in two batches', async () => {
  const batches = await test.batches(async () => {
    const { status, body } = await test.rest('GET', `/users/${acme.admin.id}`, member);
    expect([status, body.email]).toEqual([200, acme.admin.email]);
  });
  expect(batches).toHaveLength(2);
});

it('a guest is a co-member', async () => {
  expect((await test.rest('GET', `/users/${guest.id}`, member)).body.email).toBe(guest.email);
  expect((await test.rest('GET', `/users/${member.id}`, guest)).body.email).toBe(member.email);
});

it('a stranger is 404, and reads like an unknown id', async () => {
  const unknown = 'usr_00000000000000000000000000';
  const [foreign, missing] = [
    await test.rest('GET', `/users/${stranger.id}`, member),
    await test.rest('GET', `/users/${unknown}`, member),
  ];
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(JSON.stringify(foreign.body).replaceAll(stranger.id, unknown)).toBe(JSON.stringify(missing.body));
});

it('user(id) and node(id) of a stranger are null, without an error', async () => {
  const query = 'query ($id: ID!) { user(id: $id) { id } node(id: $id) { id } }';
  const answer = await test.graphql(query, { ...member, variables: { id: stranger.id } });
  expect(answer.data).toEqual({ user: null, node: null });
  expect(answer.errors).toBeUndefined();
});

it('viewer is null without a token', async () => {
  expect((await test.graphql('{ viewer { id } }')).data).toEqual({ viewer: null });
});

it('the author of a visible object who belongs to no organization of the reader is seen without an e-mail address', async () => {
  // The import is signed by the operator's user, who is a member of nothing.
  const space = await seedSpace(test, acme.id);
  const query = 'query ($id: ID!) { space(id: $id) { revision { author { id displayName email } } } }';
  const { data } = await test.graphql(query, { ...member, variables: { id: space } });
  expect(data.space.revision.author).toEqual({ id: expect.any(String), displayName: 'Administrator', email: null });
  expect((await test.rest('GET', `/users/${data.space.revision.author.id}`, member)).status).toBe(404);
});

it('the author of a change request is shown with the e-mail address to co-members', async () => {
  const space = await seedSpace(test, acme.id);
  const proposal = await openProposal(test, space, acme.admin.token);
  const { body } = await test.rest('GET', proposal.path, member);
  expect(body.createdBy).toMatchObject({ id: acme.admin.id, email: acme.admin.email });
});
