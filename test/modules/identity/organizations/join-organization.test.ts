import { beforeEach, describe, expect, it } from 'vitest';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { createToken } from '../../../../src/modules/identity/tokens/operator-actions.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedToken } from '../../../support/seed.js';

const test = await testApp();
let acme: Awaited<ReturnType<typeof seedOrganization>>;
let count = 0;

const update = (body: object) => test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body });
const join = ({ token }: { token: string }, id = acme.id) => test.rest('POST', `/orgs/${id}/join`, { token });
const get = (user: string) => test.rest('GET', `/orgs/${acme.id}/members/${user}`, acme.admin);

beforeEach(async () => {
  acme = await seedOrganization(test);
  await update({ emailDomains: ['corp.test'] });
});

async function seedAddress(domain: string, { verified = true } = {}): Promise<Person> {
  const actor = { store: test.store, viewer: test.operator };
  const email = `joiner${++count}@${domain}`;
  const id = await createUser(actor, { email, name: `Joiner ${count}` });
  if (!verified)
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id }, data: { emailVerifiedAt: null }, select: { id: true } }),
    );
  return { ...(await createToken(actor, { user: id })), id, email };
}

describe('joining an organization by domain', () => {
  it.each(['read', 'edit', null])(
    'gives the default role %s to a user with a verified address at one of the domains',
    async (role) => {
      await update({ defaultRole: role });
      const joiner = await seedAddress('Corp.Test');
      const { status, body } = await join(joiner);
      expect([status, body]).toEqual([204, undefined]);
      expect((await get(joiner.id)).body).toMatchObject({ role, sso: false, disabled: false });
      expect((await test.rest('GET', `/orgs/${acme.id}`, joiner)).status).toBe(200);
    },
  );

  it('returns 204 and logs one event if it is repeated, also concurrently', async () => {
    const joiner = await seedAddress('corp.test');
    const answers = await Promise.all([join(joiner), join(joiner)]);
    expect([...answers, await join(joiner)].map(({ status }) => status)).toEqual([204, 204, 204]);
    const { read } = test.store;
    const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', acme.id);
    expect(await read.all(events.where('action', '=', 'joinOrganization'))).toMatchObject([
      { targetId: joiner.id, actorId: joiner.id, changes: { role: 'read' } },
    ]);
  });

  it('does not change an existing member, and does not check the address of the member', async () => {
    const member = await seedMember(test, acme.id, 'edit');
    expect((await join(member)).status).toBe(204);
    expect((await get(member.id)).body.role).toBe('edit');
  });

  it('returns 400 for an unverified address, with the reason', async () => {
    const joiner = await seedAddress('corp.test', { verified: false });
    const { status, body } = await join(joiner);
    expect([status, body.error.message]).toEqual([
      400,
      `The e-mail address ${joiner.email} is not verified; only verified ones may join`,
    ]);
  });

  it.each(['corp.test.evil.test', 'sub.corp.test', 'xcorp.test', 'else.test'])(
    'returns 400 for an address at %s, with the reason',
    async (domain) => {
      const joiner = await seedAddress(domain);
      const { status, body } = await join(joiner);
      expect([status, body.error.message]).toEqual([
        400,
        `The organization does not accept the e-mail domain of ${joiner.email}`,
      ]);
      expect((await get(joiner.id)).status).toBe(404);
    },
  );

  it('returns 400 for every address if the organization has no domains', async () => {
    await update({ emailDomains: [] });
    expect((await join(await seedAddress('corp.test'))).status).toBe(400);
  });

  it('returns the reason in GraphQL', async () => {
    const mutation =
      'mutation ($input: JoinOrganizationInput!) { joinOrganization(input: $input) { outcome organization { id } } }';
    const send = async (joiner: Person) =>
      test.graphql(mutation, { ...joiner, variables: { input: { organization: acme.id } } });
    const refused = await send(await seedAddress('else.test'));
    expect(refused.errors?.[0]?.extensions).toMatchObject({
      code: 'BAD_USER_INPUT',
      reason: 'EMAIL_DOMAIN_NOT_ALLOWED',
    });
    expect((await send(await seedAddress('corp.test'))).data.joinOrganization).toEqual({
      outcome: 'JOINED',
      organization: { id: acme.id },
    });
  });

  it('returns 404 for an organization that does not exist', async () => {
    expect((await join(await seedAddress('corp.test'), 'org_00000000000000000000000000')).status).toBe(404);
  });

  it('returns 401 without a token', async () => {
    expect((await test.rest('POST', `/orgs/${acme.id}/join`)).status).toBe(401);
  });

  it('returns 400 if the organization requires single sign-on', async () => {
    await update({ sso: true });
    const { status, body } = await join(await seedAddress('corp.test'));
    expect([status, body.error.message]).toEqual([
      400,
      'The organization requires single sign-on: sign in with it to join',
    ]);
  });
});

describe('a disabled member who joins again', () => {
  it('gets 403 and is still disabled', async () => {
    const globex = await seedOrganization(test);
    const joiner = await seedAddress('corp.test');
    await join(joiner);
    const actor = { store: test.store, viewer: test.operator };
    await createUser(actor, { email: joiner.email, name: 'Elsewhere too', organization: globex.id });
    await test.store.transaction(({ prisma }) =>
      prisma.member.updateMany({ where: { organizationId: acme.id, userId: joiner.id }, data: { disabled: true } }),
    );
    expect((await join(joiner)).status).toBe(403);
    expect((await get(joiner.id)).body.disabled).toBe(true);
    const { body } = await test.rest('GET', '/email-domains/corp.test/orgs', joiner);
    expect(body.organizations.map(({ id }: { id: string }) => id)).not.toContain(acme.id);
  });
});

describe('joining with a token', () => {
  it('that is bound to another organization returns the same 404 as for an unknown organization', async () => {
    const globex = await seedOrganization(test);
    const joiner = await seedAddress('corp.test');
    const actor = { store: test.store, viewer: test.operator };
    await createUser(actor, { email: joiner.email, name: 'Member there', organization: globex.id });
    const token = await seedToken(test, joiner.id, { organizationId: globex.id });
    const unknown = 'org_00000000000000000000000000';
    const [refused, missing] = [await join({ token }), await join({ token }, unknown)];
    expect([refused.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(refused.body).replaceAll(acme.id, unknown)).toBe(JSON.stringify(missing.body));
    const { body } = await test.rest('GET', '/email-domains/corp.test/orgs', { token });
    expect(body).toEqual({ organizations: [] });
  });

  it('that has scopes returns 403', async () => {
    const joiner = await seedAddress('corp.test');
    const token = await seedToken(test, joiner.id, { scopes: ['read'] });
    expect((await join({ token })).status).toBe(403);
    expect((await get(joiner.id)).status).toBe(404);
  });
});
