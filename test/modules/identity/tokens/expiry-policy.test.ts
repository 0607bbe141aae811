import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../../src/access/authenticate.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedToken } from '../../../support/seed.js';
import { seedSessionSecret } from '../../../support/seed-session.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { createAccount, mutate, tryCreateAccountToken } from '../service-accounts/account-kit.js';
import { errorOf, tryCreateToken } from './own-tokens.js';

const test = await testApp();
const day = 86_400_000;
const daysFrom = (time: number, days: number): string => new Date(time + days * day).toISOString();

interface Acme {
  id: string;
  admin: Person;
}

const setPolicy = ({ id, admin }: Acme, maxTokenDays: number | null, token = admin.token) =>
  mutate(test, token, {
    name: 'updateOrganization',
    input: { organization: id, maxTokenDays },
    selection: 'organization { maxTokenDays }',
  });

const statusAt = async (id: string, token: string) => (await test.rest('GET', `/orgs/${id}`, { token })).status;

/** Makes a token some days older. */
async function age(token: string, days: number): Promise<number> {
  const createdAt = new Date(Date.now() - days * day);
  await test.store.transaction(async ({ prisma }) => {
    await prisma.accessToken.update({ where: { hash: hashToken(token) }, data: { createdAt } });
  });
  return createdAt.getTime();
}

const userToken = (user: string, organizationId?: string) =>
  seedToken(test, user, { issuer: 'user', ...(organizationId && { organizationId }) });

describe('the expiry policy of an organization', () => {
  it('is set and cleared by admins, with events', async () => {
    const acme = await seedOrganization(test);
    expect((await setPolicy(acme, 30)).data.updateOrganization.organization).toEqual({ maxTokenDays: 30 });
    expect((await setPolicy(acme, null)).data.updateOrganization.organization).toEqual({ maxTokenDays: null });
    const { read, sql } = test.store;
    const events = sql.selectFrom('Event').select(['action', 'changes']).where('organizationId', '=', acme.id);
    expect((await read.all(events.orderBy('sequence', 'desc').limit(2))).map(({ changes }) => changes)).toEqual([
      { maxTokenDays: null },
      { maxTokenDays: 30 },
    ]);
    for (const days of [0, 3651])
      expect(errorOf(await setPolicy(acme, days)).slice(0, 2)).toEqual(['BAD_USER_INPUT', 'maxTokenDays']);
    const at = new Date(Date.now() - 16 * 60_000);
    const session = await seedSessionSecret(test, { userId: acme.admin.id, organizationId: acme.id, at });
    expect(errorOf(await setPolicy(acme, 30, session))[1]).toBe('SIGN_IN_TOO_OLD');
  });

  it('ends tokens after that many days, only in this organization and with a reason', async () => {
    const [acme, other] = [await seedOrganization(test), await seedOrganization(test)];
    const member = await seedMember(test, acme.id, 'read');
    const [bound, unbound] = [await userToken(member.id, acme.id), await userToken(member.id)];
    await age(bound, 31);
    await age(unbound, 29);
    await setPolicy(acme, 30);
    expect([await statusAt(acme.id, bound), await statusAt(acme.id, unbound)]).toEqual([401, 200]);
    const { errors } = await test.graphql('{ viewer { id } }', { token: bound });
    expect(errors![0]).toMatchObject({
      message: expect.stringContaining('The organization Acme accepts access tokens for 30 days'),
      extensions: { code: 'UNAUTHENTICATED', reason: 'TOKEN_TOO_OLD' },
    });
    await addMember(test, other.id, { id: member.id, role: 'read' });
    await age(unbound, 31);
    expect([await statusAt(acme.id, unbound), await statusAt(other.id, unbound)]).toEqual([404, 200]);
    await setPolicy(acme, null);
    expect(await statusAt(acme.id, bound)).toBe(200);
  });

  it('applies to service accounts, but not to tokens of the operator or to sessions', async () => {
    const acme = await seedOrganization(test);
    const account = await createAccount(test, acme.admin.token, { organization: acme.id });
    const { data } = await tryCreateAccountToken(test, acme.admin.token, { serviceAccount: account });
    const session = await seedSessionSecret(test, { userId: acme.admin.id, organizationId: null });
    const statuses = [];
    for (const token of [data.createServiceAccountToken.token, acme.admin.token, session]) {
      await age(token, 3);
      await setPolicy(acme, 2, await userToken(acme.admin.id));
      statuses.push(await statusAt(acme.id, token));
    }
    expect(statuses).toEqual([401, 200, 200]);
  });

  it('is applied in the list of tokens, which shows when each token ends', async () => {
    const acme = await seedOrganization(test);
    const token = await userToken(acme.admin.id);
    const createdAt = await age(token, 1);
    await setPolicy(acme, 30);
    const query = 'query ($id: ID!) { organization(id: $id) { accessTokens { nodes { expiresAt endsAt issuer } } } }';
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: acme.id } });
    expect(data.organization.accessTokens.nodes).toEqual([
      { issuer: 'USER', expiresAt: null, endsAt: daysFrom(createdAt, 30) },
      { issuer: 'OPERATOR', expiresAt: null, endsAt: null },
    ]);
  });
});

describe('a new token under an expiry policy', () => {
  it('that is bound to the organization expires within the days of the policy', async () => {
    const acme = await seedOrganization(test);
    await setPolicy(acme, 30);
    const serviceAccount = await createAccount(test, acme.admin.token, { organization: acme.id });
    for (const create of [
      (input: object) => tryCreateToken(test, acme.admin.token, { organization: acme.id, ...input }),
      (input: object) => tryCreateAccountToken(test, acme.admin.token, { serviceAccount, ...input }),
    ]) {
      const { data } = await create({});
      const [payload] = Object.values(data) as { accessToken: { expiresAt: string } }[];
      const days = (Date.parse(payload!.accessToken.expiresAt) - Date.now()) / day;
      expect(days).toBeCloseTo(30, 2);
      expect(errorOf(await create({ expiresAt: daysFrom(Date.now(), 31) }))).toEqual([
        'BAD_USER_INPUT',
        'expiresAt',
        expect.stringContaining('because the organization accepts tokens for 30 days'),
      ]);
      expect((await create({ expiresAt: daysFrom(Date.now(), 29) })).errors).toBeUndefined();
    }
  });

  it('ends at the latest with the token that creates it', async () => {
    const acme = await seedOrganization(test);
    const member = await seedMember(test, acme.id, 'read');
    const token = await userToken(member.id);
    const createdAt = await age(token, 20);
    await setPolicy(acme, 30);
    for (const organization of [acme.id, null]) {
      const { data } = await tryCreateToken(test, token, { organization });
      expect(data.createAccessToken.accessToken.expiresAt).toBe(daysFrom(createdAt, 30));
    }
  });

  it('of a service account ends at the latest with the token that creates it', async () => {
    const acme = await seedOrganization(test);
    const [token, inAnHour] = [await userToken(acme.admin.id), new Date(Date.now() + 3_600_000)];
    const serviceAccount = await createAccount(test, token, { organization: acme.id, role: 'ADMIN' });
    const expiryBy = async (creator: string): Promise<string> => {
      const { data } = await tryCreateAccountToken(test, creator, { serviceAccount });
      return data.createServiceAccountToken.accessToken.expiresAt;
    };
    const ending = await seedToken(test, acme.admin.id, { issuer: 'user', expiresAt: inAnHour });
    expect(await expiryBy(ending)).toBe(inAnHour.toISOString());
    const createdAt = await age(token, 20);
    await setPolicy(acme, 30);
    expect(await expiryBy(token)).toBe(daysFrom(createdAt, 30));
    const own = (await tryCreateAccountToken(test, token, { serviceAccount })).data.createServiceAccountToken.token;
    expect(await expiryBy(own)).toBe(daysFrom(createdAt, 30));
    const session = await seedSessionSecret(test, { userId: acme.admin.id, organizationId: null });
    expect((Date.parse(await expiryBy(session)) - Date.now()) / day).toBeCloseTo(30, 2);
  });

  it('must be bound to one organization if another organization no longer accepts the token that creates it', async () => {
    const [acme, other] = [await seedOrganization(test), await seedOrganization(test)];
    const member = await seedMember(test, acme.id, 'read');
    await addMember(test, other.id, { id: member.id, role: 'read' });
    const token = await userToken(member.id);
    await age(token, 31);
    await setPolicy(acme, 30);
    expect(errorOf(await tryCreateToken(test, token))).toEqual([
      'BAD_USER_INPUT',
      'organization',
      expect.stringContaining('no longer accepts the token'),
    ]);
    expect(errorOf(await tryCreateToken(test, token, { organization: acme.id }))[1]).toBe('organization');
    expect((await tryCreateToken(test, token, { organization: other.id })).errors).toBeUndefined();
  });
});
