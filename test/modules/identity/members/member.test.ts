import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const guest = await seedMember(test, acme.id, null);
const otherUser = await seedMember(test, globex.id, 'read');
const memberPath = (user: string, organization = acme.id) => `/orgs/${organization}/members/${user}`;

describe('a member of an organization', () => {
  it('is returned with its user, in four batches', async () => {
    const batches = await test.batches(async () => {
      const { status, body } = await test.rest('GET', memberPath(acme.admin.id), reader);
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
    // The batches read the organization, the membership, the user, and the counts.
    expect(batches).toHaveLength(4);
  });

  it('has the role null if the member is a guest', async () => {
    expect((await test.rest('GET', memberPath(guest.id), reader)).body.role).toBeNull();
  });

  it('is visible to a guest only if the member is the guest', async () => {
    expect((await test.rest('GET', memberPath(guest.id), guest)).status).toBe(200);
    expect((await test.rest('GET', memberPath(reader.id), guest)).status).toBe(404);
  });

  it('returns the same 404 for a user who is not a member as for an unknown id', async () => {
    const unknown = 'usr_00000000000000000000000000';
    for (const id of [otherUser.id, (await seedStranger(test)).id]) {
      const [foreign, missing] = [
        await test.rest('GET', memberPath(id), reader),
        await test.rest('GET', memberPath(unknown), reader),
      ];
      expect([foreign.status, missing.status]).toEqual([404, 404]);
      expect(JSON.stringify(foreign.body).replaceAll(id, unknown)).toBe(JSON.stringify(missing.body));
    }
  });

  it('returns 404 for a member of a foreign organization', async () => {
    expect((await test.rest('GET', memberPath(otherUser.id, globex.id), reader)).status).toBe(404);
  });

  it('returns 401 without a token', async () => {
    expect((await test.rest('GET', memberPath(reader.id))).status).toBe(401);
  });

  it('has an organization and a user in GraphQL, where `node(id)` returns the user', async () => {
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

  it('gets a new `lastSeenAt` when the member sends a ping, also as a guest', async () => {
    for (const person of [reader, guest]) {
      moveClock(1000);
      expect((await test.rest('POST', `/orgs/${acme.id}/ping`, person)).status).toBe(200);
      const { lastSeenAt } = (await test.rest('GET', memberPath(person.id), person)).body;
      expect(lastSeenAt).toBe(new Date().toISOString());
    }
  });

  it('gets the same 404 for a ping to a foreign organization as to an unknown one', async () => {
    const unknown = 'org_00000000000000000000000000';
    const ping = (id: string) => test.rest('POST', `/orgs/${id}/ping`, reader);
    const [foreign, missing] = [await ping(globex.id), await ping(unknown)];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(foreign.body).replaceAll(globex.id, unknown)).toBe(JSON.stringify(missing.body));
  });
});
