import { describe, expect, it } from 'vitest';
import { anotherInstance, testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedToken, tokenOf } from '../../../support/seed.js';
import { seedSession, seedSessionSecret } from '../../../support/seed-session.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { mutate } from '../service-accounts/account-kit.js';
import { createToken, errorOf } from './own-tokens.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

const tokenList = `id name issuer lastUsedAt lastUsedAddress endsAt organization { id } user { id email }`;

/** Returns the list of tokens of an organization. */
async function list(token: string, user?: string, id = organization) {
  const query = `query ($id: ID!, $filter: AccessTokenFilter) { organization(id: $id) {
    accessTokens(first: 100, filter: $filter) { totalCount nodes { ${tokenList} } } } }`;
  const variables = { id, ...(user && { filter: { user } }) };
  const { data, errors } = await test.graphql(query, { token, variables });
  return { nodes: data?.organization?.accessTokens?.nodes, errors };
}

const revoke = (token: string, accessToken: string, id = organization) =>
  mutate(test, token, {
    name: 'revokeOrganizationToken',
    input: { organization: id, accessToken },
    selection: 'deletedId',
  });

const statusAt = async (id: string, token: string) => (await test.rest('GET', `/orgs/${id}`, { token })).status;

/** Creates a member with an unbound token, and one that is bound to the organization. */
async function seedPerson(): Promise<{ person: Person; unbound: string; bound: { id: string; token: string } }> {
  const person = await seedMember(test, organization, 'read');
  const bound = await createToken(test, person.token, { organization, name: 'bound' });
  const { nodes } = await list(admin.token, person.id);
  return { person, bound, unbound: nodes[1].id };
}

describe('the tokens of an organization', () => {
  it('are those of its members that are bound to it or to no organization, newest first, without sessions', async () => {
    const { person, bound, unbound } = await seedPerson();
    const { id: elsewhere } = await seedOrganization(test);
    await addMember(test, elsewhere, { id: person.id, role: 'read' });
    await createToken(test, person.token, { organization: elsewhere });
    await seedSession(test, { userId: person.id, organizationId: organization });
    const user = { id: person.id, email: person.email };
    expect((await list(admin.token, person.id)).nodes).toMatchObject([
      { id: bound.id, name: 'bound', issuer: 'USER', organization: { id: organization }, user },
      { id: unbound, issuer: 'OPERATOR', organization: null, user },
    ]);
    const ids = (await list(admin.token)).nodes.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(ids).toContain(bound.id);
  });

  it('show when and from which address they were last used', async () => {
    const { person, bound } = await seedPerson();
    const headers = { authorization: `Bearer ${bound.token}` };
    await test.app.inject({ url: '/v1/user', headers, remoteAddress: '198.51.100.4' });
    await expect
      .poll(async () => (await list(admin.token, person.id)).nodes[0])
      .toMatchObject({ lastUsedAt: expect.any(String), lastUsedAddress: '198.51.100.4' });
  });

  it('are visible to admins only, and only in this list', async () => {
    const { person, bound } = await seedPerson();
    const guest = await seedMember(test, organization, null);
    for (const token of [person.token, guest.token, await tokenOf(test, admin.id, { scopes: ['space:view'] })]) {
      const { nodes, errors } = await list(token);
      expect([nodes, errors?.[0]?.extensions.code]).toEqual([undefined, 'FORBIDDEN']);
    }
    const { admin: foreign } = await seedOrganization(test);
    expect((await list(foreign.token)).nodes).toBeUndefined();
    const node = 'query ($id: ID!) { node(id: $id) { id } }';
    expect((await test.graphql(node, { ...admin, variables: { id: bound.id } })).data.node).toBeNull();
  });

  it('take one batch for the owners of all tokens', async () => {
    const query = `query ($id: ID!) { organization(id: $id) { accessTokens { nodes { ${tokenList} } } } }`;
    const ask = () => test.graphql(query, { ...admin, variables: { id: organization } });
    await ask();
    expect((await test.batches(ask)).length).toBeLessThanOrEqual(5);
  });
});

describe('revoking a token of the organization', () => {
  it('deletes a token that is bound to the organization, and logs an event', async () => {
    const { person, bound } = await seedPerson();
    expect((await revoke(admin.token, bound.id)).data.revokeOrganizationToken.deletedId).toBe(bound.id);
    expect((await test.rest('GET', '/user', { token: bound.token })).status).toBe(401);
    expect(await lastEvent()).toMatchObject({
      action: 'revokeOrganizationToken',
      actorId: admin.id,
      targetId: bound.id,
      changes: { name: 'bound', user: person.id },
    });
  });

  it('blocks an unbound token in this organization on every instance, but not in other organizations of its user', async () => {
    const { person, unbound } = await seedPerson();
    const other = await seedOrganization(test);
    await addMember(test, other.id, { id: person.id, role: 'read' });
    const instance = await anotherInstance(test);
    expect((await instance.rest('GET', `/orgs/${organization}`, person)).status).toBe(200);
    expect((await revoke(admin.token, unbound)).errors).toBeUndefined();
    expect((await instance.rest('GET', `/orgs/${organization}`, person)).status).toBe(404);
    expect([await statusAt(organization, person.token), await statusAt(other.id, person.token)]).toEqual([404, 200]);
    expect(await lastEvent()).toMatchObject({ action: 'revokeOrganizationToken', targetId: unbound });
    expect((await list(admin.token, person.id)).nodes).toHaveLength(1);
    expect((await list(other.admin.token, person.id, other.id)).nodes.map(({ id }: { id: string }) => id)).toContain(
      unbound,
    );
    await instance.app.close();
  });

  it('returns 401 with a reason to a token that works in no other organization', async () => {
    const { person, unbound } = await seedPerson();
    await revoke(admin.token, unbound);
    const { errors } = await test.graphql('{ viewer { id } }', person);
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining('An admin blocked the access token in the organization Acme'),
      extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_BLOCKED' },
    });
  });

  it('also blocks tokens that are created with a blocked token', async () => {
    const { person, unbound } = await seedPerson();
    const { id: other } = await seedOrganization(test);
    await addMember(test, other, { id: person.id, role: 'read' });
    await revoke(admin.token, unbound);
    const { token } = await createToken(test, person.token);
    expect([await statusAt(organization, token), await statusAt(other, token)]).toEqual([404, 200]);
    expect((await createToken(test, person.token, { organization: other })).token).toMatch(/^dg_/);
  });

  it('returns the same NOT_FOUND for a token that is not valid in the organization as for an unknown one', async () => {
    const { person, unbound } = await seedPerson();
    const { id: foreign, admin: stranger } = await seedOrganization(test);
    await addMember(test, foreign, { id: person.id, role: 'read' });
    const elsewhere = await createToken(test, person.token, { organization: foreign });
    const session = await seedSession(test, { userId: person.id, organizationId: organization });
    const { nodes } = await list(stranger.token, stranger.id, foreign);
    await revoke(admin.token, unbound);
    const unknown = 'tok_00000000000000000000000000';
    for (const id of [elsewhere.id, session, nodes[0].id, unbound, unknown]) {
      const [code, , message] = errorOf(await revoke(admin.token, id));
      expect([code, String(message).replace(id, unknown)]).toEqual([
        'NOT_FOUND',
        `No access token with the id "${unknown}"`,
      ]);
    }
  });

  it('requires the role admin, and in a session a sign-in within the last 15 minutes', async () => {
    const { person, bound } = await seedPerson();
    expect(errorOf(await revoke(person.token, bound.id)).slice(0, 2)).toEqual(['FORBIDDEN', 'ROLE_TOO_LOW']);
    const at = new Date(Date.now() - 16 * 60_000);
    const session = await seedSessionSecret(test, { userId: admin.id, organizationId: organization, at });
    expect(errorOf(await revoke(session, bound.id)).slice(0, 2)).toEqual(['FORBIDDEN', 'SIGN_IN_TOO_OLD']);
    const { admin: foreign } = await seedOrganization(test);
    expect(errorOf(await revoke(foreign.token, bound.id))[0]).toBe('NOT_FOUND');
  });

  it('is possible for the token of the request itself', async () => {
    const own = await createToken(test, admin.token, { organization });
    expect((await revoke(own.token, own.id)).errors).toBeUndefined();
    const token = await seedToken(test, admin.id, { issuer: 'user' });
    const id = (await list(token, admin.id)).nodes[0].id;
    expect((await revoke(token, id)).errors).toBeUndefined();
    for (const used of [own.token, token]) expect(await statusAt(organization, used)).not.toBe(200);
  });
});

async function lastEvent() {
  const { read, sql } = test.store;
  const events = sql.selectFrom('Event').selectAll().where('organizationId', '=', organization);
  return read.first(events.orderBy('sequence', 'desc').limit(1));
}
