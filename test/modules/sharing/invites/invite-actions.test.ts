import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedStranger, seedToken } from '../../../support/seed.js';
import { seedOidcProvider } from '../../identity/oidc/oidc-settings.js';

const test = await testApp();
let organization: { id: string; admin: Person };
let otherOrganization: { id: string; admin: Person };
let count = 0;

beforeAll(async () => {
  organization = await seedOrganization(test);
  otherOrganization = await seedOrganization(test, 'Other');
});

const invite = (body: unknown, token: string | null = organization.admin.token, id = organization.id) =>
  test.rest('POST', `/orgs/${id}/invites`, { token, body });
const address = () => `Ünï.${++count}@Else.test`;

/** Returns the members of the organization with their users, by address. */
async function members(organizationId = organization.id) {
  const { read } = test.store;
  const query = read.sql.selectFrom('Member').innerJoin('User', 'User.id', 'Member.userId').selectAll();
  const rows = await read.all(query.where('Member.organizationId', '=', organizationId));
  return new Map(rows.map((row) => [row.email, row]));
}

describe('inviting by e-mail', () => {
  it('creates users and members immediately, with the default role', async () => {
    const email = address();
    const { status, body } = await invite({ emails: [email] });
    const member = (await members()).get(email.toLowerCase())!;
    expect([status, body]).toEqual([200, { users: [member.userId], invited: 1 }]);
    const name = `ünï.${count}`;
    expect(member).toMatchObject({
      role: 'read',
      sso: false,
      disabled: false,
      emailVerifiedAt: null,
      displayName: name,
    });
    expect(member.searchKey).toBe(`uni.${count}\nuni.${count}@else.test`);
  });

  it('uses the role of the address, then that of the request, then the default of the organization; a null role makes the user a guest', async () => {
    const { id, admin } = await seedOrganization(test, 'Defaults');
    const inviteHere = (body: unknown) => invite(body, admin.token, id);
    const [own, guest, all] = [address(), address(), address()];
    await inviteHere({ emails: [{ email: own, role: 'review' }, { email: guest, role: null }, all], role: 'edit' });
    const later = address();
    await inviteHere({ emails: [later], role: null });
    await test.rest('PATCH', `/orgs/${id}`, { ...admin, body: { defaultRole: 'comment' } });
    const last = address();
    await inviteHere({ emails: [last] });
    const known = await members(id);
    const roles = [own, guest, all, later, last].map((email) => known.get(email.toLowerCase())!.role);
    expect(roles).toEqual(['review', null, 'edit', null, 'comment']);
  });

  it('does not change members, uses existing users, and counts repeated addresses once', async () => {
    const member = await seedMember(test, organization.id, 'create');
    const stranger = await seedStranger(test);
    const fresh = address();
    const emails = [member.email.toUpperCase(), stranger.email, fresh, stranger.email.toUpperCase()];
    const { body } = await invite({ emails, role: 'read' });
    const known = await members();
    expect(body).toEqual({ users: [member.id, stranger.id, known.get(fresh.toLowerCase())!.userId], invited: 2 });
    expect([known.get(member.email)!.role, known.get(stranger.email)!.role]).toEqual(['create', 'read']);
    expect((await invite({ emails, role: 'admin' })).body).toEqual({ ...body, invited: 0 });
    expect((await members()).get(stranger.email)!.role).toBe('read');
  });

  it('gives invited users access', async () => {
    const stranger = await seedStranger(test);
    expect((await test.rest('GET', `/orgs/${organization.id}`, stranger)).status).toBe(404);
    await invite({ emails: [stranger.email] });
    expect((await test.rest('GET', `/orgs/${organization.id}`, stranger)).status).toBe(200);
  });

  it.each([
    ['no addresses', {}, 'emails'],
    ['an empty list', { emails: [] }, 'emails'],
    ['more than 250', { emails: Array(251).fill('a@b.test') }, 'emails'],
    ['a text that is not an address', { emails: ['fine@else.test', 'not an address'] }, 'emails[1]'],
    ['an empty address', { emails: ['fine@else.test', { email: '', role: null }] }, 'emails[1]'],
    ['an address with a line break', { emails: ['fine@else.test', 'a\nb@c.test'] }, 'emails[1]'],
    ['an address over 254 characters', { emails: ['fine@else.test', `${'a'.repeat(251)}@b.c`] }, 'emails[1]'],
    ['an unknown role', { emails: ['fine@else.test'], role: 'owner' }, 'role'],
    ['an unknown role of an address', { emails: [{ email: 'fine@else.test', role: 'owner' }] }, 'emails[0].role'],
    ['null for sso', { emails: ['fine@else.test'], sso: null }, 'sso'],
  ])('returns 400 with %s, names the field and writes nothing', async (_name, body, field) => {
    const answer = await invite(body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(`\`${field}\``)]);
    expect((await members()).has('fine@else.test')).toBe(false);
  });

  it('requires the role admin: returns 403 to other members, 404 to strangers, and 401 without a token', async () => {
    const member = await seedMember(test, organization.id, 'create');
    const body = { emails: [address()] };
    expect((await invite(body, member.token)).status).toBe(403);
    expect((await invite(body, await seedToken(test, organization.admin.id, { scopes: ['agent'] }))).status).toBe(403);
    const [foreign, unknown] = [
      await invite(body, otherOrganization.admin.token),
      await invite(body, undefined, 'org_unknown'),
    ];
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body.error.message.replace(organization.id, 'org_unknown')).toBe(unknown.body.error.message);
    expect((await invite(body, null)).status).toBe(401);
  });

  it('creates one user for each person who is invited to two organizations concurrently', async () => {
    const emails = Array.from({ length: 20 }, address);
    const answers = await Promise.all([
      invite({ emails }),
      invite({ emails: [...emails].reverse() }, otherOrganization.admin.token, otherOrganization.id),
      invite({ emails: [...emails].reverse() }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first, second, third] = answers.map(({ body }) => body);
    expect(new Set(first.users)).toEqual(new Set(second.users));
    expect([first.invited + third.invited, second.invited]).toEqual([20, 20]);
  });

  it('takes as many batches for 250 people as for two', async () => {
    const costOf = async (length: number) =>
      (await test.batches(() => invite({ emails: Array.from({ length }, address) }))).length;
    expect(await costOf(250)).toBe(await costOf(2));
  });

  it('is logged with ids, not with addresses', async () => {
    const email = address().toLowerCase();
    const { body } = await invite({ emails: [email], role: 'edit' });
    const { read } = test.store;
    const query = read.sql.selectFrom('Event').selectAll().where('targetId', '=', organization.id);
    const event = await read.first(query.orderBy('sequence', 'desc'));
    expect(event).toMatchObject({
      action: 'inviteUsersToOrganization',
      changes: { users: [{ user: body.users[0], role: 'edit', sso: false }] },
    });
    expect(JSON.stringify(event)).not.toContain(email);
  });
});

describe('inviting with required single sign-on', () => {
  const provider = (organizationId: string, certificate: string | null) => {
    const urls = { ssoURL: 'https://id.test/sso', entityID: 'https://id.test' };
    const times = { createdAt: new Date(), updatedAt: new Date() };
    const data = { id: newId('SamlProvider'), organizationId, label: 'ID', certificate, ...urls, ...times };
    return test.store.transaction(({ prisma }) => prisma.samlProvider.create({ data }));
  };

  it('omits users who are not members yet if no provider is completely set up', async () => {
    const { id, admin } = await seedOrganization(test);
    await provider(id, null);
    const email = address();
    const { body } = await invite({ emails: [email, admin.email], sso: true }, admin.token, id);
    expect(body).toEqual({ users: [admin.id], invited: 0, failedSSOEmails: [email.toLowerCase()] });
    expect((await members(id)).size).toBe(1);
  });

  it('creates single sign-on members if an OpenID provider is set up', async () => {
    const { id, admin } = await seedOrganization(test);
    await seedOidcProvider(test, { id, admin });
    const { body } = await invite({ emails: [address()], sso: true }, admin.token, id);
    expect(body).toEqual({ users: [expect.any(String)], invited: 1 });
  });

  it('creates single sign-on members if a SAML provider is set up', async () => {
    const { id, admin } = await seedOrganization(test);
    await provider(id, 'a certificate');
    const email = address();
    const { body } = await invite({ emails: [email], sso: true }, admin.token, id);
    expect(body).toEqual({ users: [expect.any(String)], invited: 1 });
    expect((await members(id)).get(email.toLowerCase())).toMatchObject({ sso: true });
  });
});
