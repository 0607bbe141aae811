import { describe, expect, it } from 'vitest';
import { scopes } from '../../../../src/access/scopes.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedStranger, tokenOf } from '../../../support/seed.js';
import { createToken, errorOf, listTokenIds, revoke, tryCreateToken } from './own-tokens.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const statusWith = async (token: string): Promise<number> => (await test.rest('GET', '/user', { token })).status;
const daysFromNow = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString();

describe('creating a token', () => {
  it('returns the token once, and stores only its hash', async () => {
    const { data, errors } = await tryCreateToken(test, admin.token);
    expect(errors).toBeUndefined();
    const { token, accessToken } = data.createAccessToken;
    expect(token).toMatch(/^dg_[\w-]{43}$/);
    expect(accessToken).toMatchObject({
      name: 'laptop',
      issuer: 'USER',
      expiresAt: null,
      scopes: null,
      organization: null,
    });
    expect(await statusWith(token)).toBe(200);
    const row = await test.store.read.first(
      test.store.sql.selectFrom('AccessToken').selectAll().where('id', '=', accessToken.id),
    );
    expect(JSON.stringify(row)).not.toContain(token);
  });

  it('accepts an expiry, scopes and an organization', async () => {
    const input = { expiresAt: daysFromNow(30), scopes: ['read', 'space:edit', 'read'], organization };
    const { data } = await tryCreateToken(test, admin.token, input);
    expect(data.createAccessToken.accessToken).toMatchObject({
      expiresAt: input.expiresAt,
      scopes: ['read', 'space:edit'],
      organization: { id: organization },
    });
    const { read, sql } = test.store;
    const events = sql.selectFrom('Event').select('action').where('organizationId', '=', organization);
    expect((await read.all(events)).map(({ action }) => action)).toContain('createAccessToken');
  });

  it.each<[string, object, [field: string, message: string]]>([
    ['an expiry in the past', { expiresAt: '2020-01-01T00:00:00Z' }, ['expiresAt', 'must be in the future (got 2020-']],
    [
      'an expiry in eleven years',
      { expiresAt: daysFromNow(11 * 365) },
      ['expiresAt', 'must be at most 3650 days ahead'],
    ],
    ['no scopes', { scopes: [] }, ['scopes', 'must have at least 1 scope (got 0)']],
    [
      'an unknown scope',
      { scopes: ['read', 'fly'] },
      ['scopes[1]', `one of ${scopes.filter((scope) => scope !== 'operator').join(', ')} (got "fly")`],
    ],
    ['the scope to make tokens', { scopes: ['viewer:manageTokens'] }, ['scopes[0]', 'must be one of']],
    ['an unknown organization', { organization: 'org_x' }, ['organization', 'must be one of your organizations']],
    ['an empty name', { name: ' ' }, ['name', '`name` must have 1 to 100 characters (got 0)']],
  ])('returns 400 for %s', async (_name, input, [field, message]) => {
    expect(errorOf(await tryCreateToken(test, admin.token, input))).toEqual([
      'BAD_USER_INPUT',
      field,
      expect.stringContaining(message),
    ]);
  });

  it('returns the same 400 for a foreign organization as for an unknown one', async () => {
    const { id: foreign } = await seedOrganization(test);
    const [, , actual] = errorOf(await tryCreateToken(test, admin.token, { organization: foreign }));
    const unknown = 'org_00000000000000000000000000';
    const [, , expected] = errorOf(await tryCreateToken(test, admin.token, { organization: unknown }));
    expect(String(actual).replaceAll(foreign, unknown)).toBe(expected);
  });

  it('requires an access token', async () => {
    const { errors } = await test.graphql('mutation { createAccessToken(input: { name: "a" }) { token } }');
    expect(errors![0]!.extensions.code).toBe('UNAUTHENTICATED');
  });

  it('returns 409 for the 101st valid token, also for concurrent requests; expired tokens do not count', async () => {
    const member = await seedMember(test, organization, 'read');
    const rows = Array.from({ length: 100 }, (_, index) => ({
      id: `tok_${String(index).padStart(26, '0')}`,
      userId: member.id,
      hash: `${member.id}${index}`,
      name: 'many',
      createdAt: new Date(),
      expiresAt: index < 2 ? new Date(0) : null,
    }));
    await test.store.transaction(({ prisma }) => prisma.accessToken.createMany({ data: rows }).then(() => {}));
    const answers = await Promise.all([1, 2, 3].map(() => tryCreateToken(test, member.token)));
    expect(answers.filter(({ errors }) => !errors)).toHaveLength(1);
    expect(errorOf(await tryCreateToken(test, member.token))).toEqual([
      'CONFLICT',
      undefined,
      expect.stringMatching(/at most 100/),
    ]);
  });
});

describe('the limit of tokens', () => {
  it('counts tokens that are bound to an organization separately, because its admins can sign users in', async () => {
    const member = await seedMember(test, organization, 'read');
    const session = await tokenOf(test, member.id, { organization });
    const at = { createdAt: new Date(), expiresAt: null };
    const rows = Array.from({ length: 99 }, (_, index) => ({
      id: `tok_a${String(index).padStart(25, '0')}`,
      hash: `${member.id} ${index}`,
      ...{ userId: member.id, organizationId: organization, name: 'many', ...at },
    }));
    await test.store.transaction(({ prisma }) => prisma.accessToken.createMany({ data: rows }).then(() => {}));
    expect(errorOf(await tryCreateToken(test, session))).toEqual([
      'CONFLICT',
      undefined,
      'A user has at most 100 live tokens of one organization; revoke one first',
    ]);
    expect((await tryCreateToken(test, member.token)).errors).toBeUndefined();
  });
});

describe('a new token has at most the rights of the token that creates it', () => {
  it('cannot be created by a token with scopes: returns 403', async () => {
    for (const scope of ['read', 'agent', 'viewer:viewTokens']) {
      const token = await tokenOf(test, admin.id, { scopes: [scope] });
      const { errors } = await tryCreateToken(test, token);
      expect(errors![0]!.extensions).toMatchObject({
        code: 'FORBIDDEN',
        reason: 'SCOPE_MISSING',
        action: 'viewer.manageTokens',
        needs: 'anyone',
      });
      expect(errors![0]!.message).toMatch(/needs a token without scopes/);
    }
  });

  it('is bound to the organization of the token that creates it', async () => {
    const { id: second } = await seedOrganization(test);
    await test.store.transaction(async ({ prisma }) => {
      const data = {
        organizationId: second,
        userId: admin.id,
        role: 'admin',
        disabled: false,
        sso: false,
        joinedAt: new Date(),
      };
      await prisma.member.create({ data });
    });
    const bound = await tokenOf(test, admin.id, { organization });
    const { data } = await tryCreateToken(test, bound);
    expect(data.createAccessToken.accessToken.organization).toEqual({ id: organization });
    expect((await test.rest('GET', `/orgs/${second}`, { token: data.createAccessToken.token })).status).toBe(404);
    expect(errorOf(await tryCreateToken(test, bound, { organization: second }))[1]).toBe('organization');
    expect((await tryCreateToken(test, admin.token, { organization: second })).errors).toBeUndefined();
  });

  it('expires at the latest with the token that creates it', async () => {
    const expiresAt = daysFromNow(10);
    const short = await tokenOf(test, admin.id, { expiresAt });
    const { data } = await tryCreateToken(test, short);
    expect(data.createAccessToken.accessToken.expiresAt).toBe(expiresAt);
    expect(errorOf(await tryCreateToken(test, short, { expiresAt: daysFromNow(11) }))).toEqual([
      'BAD_USER_INPUT',
      'expiresAt',
      expect.stringContaining(`at most ${expiresAt}`),
    ]);
    expect((await tryCreateToken(test, short, { expiresAt: daysFromNow(9) })).errors).toBeUndefined();
  });

  it('has the issuer SSO if it is created with a token from single sign-on', async () => {
    const member = await seedMember(test, organization, 'read');
    await test.store.transaction(({ prisma }) =>
      prisma.accessToken.updateMany({ where: { userId: member.id }, data: { issuer: 'sso' } }).then(() => {}),
    );
    const first = await createToken(test, member.token);
    const { data } = await tryCreateToken(test, first.token);
    expect(data.createAccessToken.accessToken.issuer).toBe('SSO');
  });
});

describe('the tokens of a user', () => {
  it('are listed newest first, only for the user, without the token itself', async () => {
    const [one, other] = [await seedStranger(test), await seedStranger(test)];
    const second = await createToken(test, one.token);
    const own = await listTokenIds(test, one.token);
    expect(own[0]).toBe(second.id);
    expect(own).toHaveLength(2);
    expect(await listTokenIds(test, other.token)).toHaveLength(1);
    const node = 'query ($id: ID!) { node(id: $id) { id ... on AccessToken { name } } }';
    const variables = { id: second.id };
    expect((await test.graphql(node, { token: one.token, variables })).data.node).toEqual({
      id: second.id,
      name: 'laptop',
    });
    for (const token of [other.token, admin.token, null])
      expect((await test.graphql(node, { token, variables })).data.node).toBeNull();
    expect((await test.graphql('{ accessTokens { nodes { id } } }')).data.accessTokens.nodes).toEqual([]);
  });

  it('take one batch, and one more for their count', async () => {
    const query = '{ accessTokens { totalCount nodes { id name organization { title } } } }';
    expect((await test.batches(() => test.graphql(query, admin))).length).toBeLessThanOrEqual(3);
  });

  it('are visible to a token of one organization only if they are bound to it', async () => {
    const stranger = await seedMember(test, organization, 'read');
    const bound = await createToken(test, stranger.token, { organization });
    expect(await listTokenIds(test, bound.token)).toEqual([bound.id]);
    const [all] = (await listTokenIds(test, stranger.token)).filter((id) => id !== bound.id);
    expect(errorOf(await revoke(test, bound.token, all!))[0]).toBe('NOT_FOUND');
    expect(await statusWith(stranger.token)).toBe(200);
  });

  it('are visible to a token with the scope read, and return 403 to a token with another scope', async () => {
    expect(await listTokenIds(test, await tokenOf(test, admin.id, { scopes: ['read'] }))).not.toEqual([]);
    const token = await tokenOf(test, admin.id, { scopes: ['space:view'] });
    const { errors } = await test.graphql('{ accessTokens { nodes { id } } }', { token });
    expect(errors![0]!.extensions).toMatchObject({ reason: 'SCOPE_MISSING', action: 'viewer.viewTokens' });
  });
});

describe('revoking a token', () => {
  it('takes effect with the next request', async () => {
    const { id, token } = await createToken(test, admin.token);
    expect(await statusWith(token)).toBe(200);
    expect((await revoke(test, admin.token, id)).data.revokeAccessToken.deletedId).toBe(id);
    expect(await statusWith(token)).toBe(401);
  });

  it('returns the same NOT_FOUND for a token of another user as for an unknown one', async () => {
    const stranger = await seedStranger(test);
    const [id = ''] = await listTokenIds(test, stranger.token);
    const unknown = 'tok_00000000000000000000000000';
    const answers = await Promise.all([id, unknown].map((one) => revoke(test, admin.token, one)));
    expect(answers.map((answer) => errorOf(answer)[0])).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect(String(errorOf(answers[0]!)[2]).replace(id, unknown)).toBe(errorOf(answers[1]!)[2]);
    expect(await statusWith(stranger.token)).toBe(200);
  });

  it('returns 403 to a token with scopes, unless it revokes itself', async () => {
    const one = await createToken(test, admin.token, { scopes: ['read'] });
    const other = await createToken(test, admin.token, { scopes: ['agent'] });
    expect(errorOf(await revoke(test, one.token, other.id))).toEqual(['FORBIDDEN', 'SCOPE_MISSING', expect.anything()]);
    expect(await statusWith(other.token)).toBe(200);
    expect((await revoke(test, one.token, one.id)).errors).toBeUndefined();
    expect(await statusWith(one.token)).toBe(401);
  });
});
