import { beforeAll, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/modules/identity/tokens/operator-actions.js';
import { testApp } from '../../../support/app.js';
import {
  type Person,
  seedMember,
  seedOrganization,
  seedSpace,
  seedStranger,
  seedToken,
  tokenOf,
} from '../../../support/seed.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let operator: Person;

beforeAll(async () => {
  organization = await seedOrganization(test);
  const person = await seedStranger(test);
  operator = { ...person, token: await tokenOf(test, person.id, { scopes: ['operator'] }) };
});

const operatorOnly = 'OPERATOR_ONLY';
const errorOf = async (query: string, token: string | null) =>
  (await test.graphql(query, { token })).errors?.[0]?.extensions;

describe('a token with the scope operator', () => {
  it('cannot be created by its user, with another operator token, or for a single organization', async () => {
    const create = 'mutation { createAccessToken(input: { name: "more", scopes: ["operator"] }) { token } }';
    expect(await errorOf(create, organization.admin.token)).toMatchObject({ field: 'scopes[0]' });
    for (const scopes of ['["operator"]', 'null'])
      expect(await errorOf(create.replace('["operator"]', scopes), operator.token)).toMatchObject({
        reason: 'SCOPE_MISSING',
      });
    const bound = { user: organization.admin.id, organization: organization.id, scopes: ['operator'] };
    await expect(createToken({ store: test.store, viewer: test.operator }, bound)).rejects.toMatchObject({
      detail: { field: 'organization' },
    });
  });

  it('is accepted only if the operator issued it', async () => {
    const { id: userId } = organization.admin;
    const others = ['user', 'sso', 'link', 'bootstrap'] as const;
    const tokens = await Promise.all(others.map((issuer) => seedToken(test, userId, { scopes: ['operator'], issuer })));
    for (const token of [...tokens, organization.admin.token])
      expect(await errorOf('{ server { users { totalCount } } }', token)).toMatchObject({ reason: operatorOnly });
    expect(await errorOf('{ server { users { totalCount } } }', null)).toBeDefined();
    expect(await errorOf('{ server { users { totalCount } } }', operator.token)).toBeUndefined();
  });

  it('is required for the mutations of the operator', async () => {
    const [owner, id] = [organization.admin.email, organization.id];
    for (const call of [
      `createOrganization(input: { title: "Mine", owner: "${owner}" }) { organization { id } }`,
      `setOperatorFacts(input: { organization: "${id}", maxMembers: 1 }) { organization { id } }`,
      `createUser(input: { email: "new@acme.test", name: "New", organization: "${id}", role: ADMIN }) { user { id } }`,
    ])
      expect(await errorOf(`mutation { ${call} }`, organization.admin.token)).toMatchObject({ reason: operatorOnly });
  });

  it('cannot read content, members, sites or events of an organization that its user does not belong to', async () => {
    const { id } = organization;
    const space = await seedSpace(test, id);
    const member = await seedMember(test, id, 'read');
    const paths = ['', '/members', '/spaces', '/sites', '/teams', `/members/${member.id}`].map(
      (end) => `/orgs/${id}${end}`,
    );
    for (const path of [...paths, `/spaces/${space}`, `/spaces/${space}/content`, `/users/${member.id}`])
      expect([path, (await test.rest('GET', path, operator)).status]).toEqual([path, 404]);
    const { data } = await test.graphql(
      `{ organization(id: "${id}") { title } space(id: "${space}") { title } user(id: "${member.id}") { displayName }
        node(id: "${space}") { id } organizations { totalCount } }`,
      operator,
    );
    expect(data).toEqual({
      ...{ organization: null, space: null, user: null, node: null },
      organizations: { totalCount: 0 },
    });
  });

  it('can read only the organization itself if its user is a member of it', async () => {
    const token = await tokenOf(test, organization.admin.id, { scopes: ['operator'] });
    const space = await seedSpace(test, organization.id);
    expect((await test.rest('GET', `/orgs/${organization.id}`, { token })).status).toBe(200);
    expect((await test.rest('GET', `/spaces/${space}`, { token })).status).toBe(404);
    expect((await test.rest('GET', `/orgs/${organization.id}/members`, { token })).status).toBe(403);
  });

  it('can manage the server even if an organization of its user blocks the token or disables the user', async () => {
    const { id, admin } = await seedOrganization(test);
    const member = await seedMember(test, id, 'read');
    const issued = await createToken(
      { store: test.store, viewer: test.operator },
      { user: member.id, scopes: ['operator'] },
    );
    const { token } = issued;
    const blocking = `mutation { revokeOrganizationToken(
      input: { organization: "${id}", accessToken: "${issued.id}" }) { deletedId } }`;
    const disabling = `mutation { disableMember(input: { organization: "${id}", user: "${member.id}" }) {
      member { disabled } } }`;
    for (const mutation of [blocking, disabling]) {
      expect(await errorOf(mutation, admin.token)).toBeUndefined();
      expect(await errorOf('{ server { users { totalCount } } }', token)).toBeUndefined();
      const limiting = `setOperatorFacts(input: { organization: "${id}", maxMembers: 9 }) { organization { id } }`;
      expect(await errorOf(`mutation { ${limiting} }`, token)).toBeUndefined();
      expect((await test.rest('GET', `/orgs/${id}`, { token })).status).toBe(404);
    }
  });

  it('is invalid after it is revoked', async () => {
    const { id, token } = await createToken(
      { store: test.store, viewer: test.operator },
      { user: operator.id, scopes: ['operator'] },
    );
    await test.store.transaction(({ prisma }) => prisma.accessToken.deleteMany({ where: { id } }));
    expect(await errorOf('{ server { users { totalCount } } }', token)).toMatchObject({ code: 'UNAUTHENTICATED' });
  });
});
