import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
const other = await seedMember(test, globex.id, 'read');
const at = (user: string, organization = acme.id) => `/orgs/${organization}/members/${user}`;

it('a member is read with its user, in four batches', async () => {
  const batches = await test.batches(async () => {
    const { status, body } = await test.rest('GET', at(acme.admin.id), reader);
    expect(status).toBe(200);
    expect(body).toEqual({
      object: 'member',
      id: acme.admin.id,
      role: 'admin',
      user: expect.objectContaining({ object: 'user', id: acme.admin.id, email: acme.admin.email }),
      disabled: false,
      joinedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      sso: false,
      spaces: 0,
      teams: 0,
    });
  });
  // The organization, the membership, the user, the counts.
  expect(batches).toHaveLength(4);
});

it('a guest has the role null, which is printed', async () => {
  expect((await test.rest('GET', at(guest.id), reader)).body.role).toBeNull();
});

it('a guest finds themselves and no one else', async () => {
  expect((await test.rest('GET', at(guest.id), guest)).status).toBe(200);
  expect((await test.rest('GET', at(reader.id), guest)).status).toBe(404);
});

it('who is no member is 404, and reads like an unknown id', async () => {
  const unknown = 'usr_00000000000000000000000000';
  for (const id of [other.id, (await seedStranger(test)).id]) {
    const [foreign, missing] = [await test.rest('GET', at(id), reader), await test.rest('GET', at(unknown), reader)];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(foreign.body).replaceAll(id, unknown)).toBe(JSON.stringify(missing.body));
  }
});

it('a member of another organization is 404 there', async () => {
  expect((await test.rest('GET', at(other.id, globex.id), reader)).status).toBe(404);
});

it('without a token it is 401', async () => {
  expect((await test.rest('GET', at(reader.id))).status).toBe(401);
});

it('in the graph a member leads to its organization and user, and `node(id)` finds the user', async () => {
  const query = `query ($id: ID!, $user: ID!) {
    organization(id: $id) { member(user: $user) { id organization { id } user { id } teamCount spaceCount } }
    node(id: $user) { __typename }
  }`;
  const { data } = await test.graphql(query, { ...reader, variables: { id: acme.id, user: guest.id } });
  expect(data).toEqual({
    organization: {
      member: { id: guest.id, organization: { id: acme.id }, user: { id: guest.id }, teamCount: 0, spaceCount: 0 },
    },
    node: { __typename: 'User' },
  });
});

it('a ping moves when the caller was seen, guests too', async () => {
  for (const person of [reader, guest]) {
    moveClock(1000);
    expect((await test.rest('POST', `/orgs/${acme.id}/ping`, person)).status).toBe(200);
    const { lastSeenAt } = (await test.rest('GET', at(person.id), person)).body;
    expect(lastSeenAt).toBe(new Date().toISOString());
  }
});

it('a ping in an organization of others is 404, and reads like an unknown one', async () => {
  const unknown = 'org_00000000000000000000000000';
  const ping = (id: string) => test.rest('POST', `/orgs/${id}/ping`, reader);
  const [foreign, missing] = [await ping(globex.id), await ping(unknown)];
  expect([foreign.status, missing.status]).toEqual([404, 404]);
  expect(JSON.stringify(foreign.body).replaceAll(globex.id, unknown)).toBe(JSON.stringify(missing.body));
});
