import { describe, expect, it } from 'vitest';
import { signIn as runSignIn } from '../../../../src/modules/identity/sso/sign-in.js';
import {
  ada,
  begin,
  type Login,
  openBrowser,
  signIn,
  signInUntilTicket,
  tokenFor,
  tokenOf,
} from '../../../api/http/saml-kit.js';
import { otherProvider } from '../../../api/saml/identity-provider.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace, seedTeam } from '../../../support/seed.js';
import {
  newAssertedPerson,
  type PersonalTable,
  personalRows,
  type SceneOptions,
  seedProvider,
  seedScene,
  settingsOf,
} from './sso-scene.js';

const test = await testApp();

const scene = (options?: SceneOptions) => seedScene(test, options);

const userOf = async (token: string) => (await test.rest('GET', '/user', { token })).body;

const rowsOf = (table: PersonalTable, userId: string) => personalRows(test, table, userId);

const verifiedAt = async (userId: string) => {
  const { read } = test.store;
  return (await read.first(read.sql.selectFrom('User').select('emailVerifiedAt').where('id', '=', userId)))!
    .emailVerifiedAt;
};

const eventsOf = async (organizationId: string) => {
  const { read } = test.store;
  const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organizationId);
  return read.all(query.where('action', '=', 'signIn').orderBy('sequence'));
};

describe('a new person who signs in by SAML', () => {
  it('becomes a user and a member with the default role and team of the provider, and the sign-in is logged', async () => {
    const { id, admin } = await seedOrganization(test);
    const team = await seedTeam(test, id);
    const settings = { ...settingsOf(), defaultRole: 'edit', defaultTeam: team };
    const provider = await seedProvider(test, { id, admin }, settings);
    const user = await userOf(await tokenFor(test, { id: provider, ...newAssertedPerson('newcomer@idp.test') }));
    expect(user).toMatchObject({ displayName: 'newcomer', email: 'newcomer@idp.test' });
    expect(await rowsOf('Member', user.id)).toMatchObject([{ organizationId: id, role: 'edit', sso: true }]);
    expect(await rowsOf('TeamMember', user.id)).toMatchObject([{ teamId: team, role: 'member' }]);
    const changes = { provider, role: 'edit', team, sso: true };
    expect(await eventsOf(id)).toMatchObject([{ actorId: user.id, targetId: user.id, changes }]);
    expect(await verifiedAt(user.id)).toBe(null);
  });

  it('becomes a guest if the provider has the default role null', async () => {
    const acme = await scene({ settings: { defaultRole: null } });
    const space = await seedSpace(test, acme.id);
    const token = await tokenFor(test, { id: acme.provider, ...newAssertedPerson() });
    expect((await test.rest('GET', `/orgs/${acme.id}`, { token })).status).toBe(200);
    expect((await test.rest('GET', `/spaces/${space}`, { token })).status).toBe(404);
  });

  it('is one user after two concurrent sign-ins', async () => {
    const acme = await scene();
    const person = newAssertedPerson();
    const both = await Promise.all([1, 2].map(() => tokenFor(test, { id: acme.provider, ...person })));
    const [first, second] = await Promise.all(both.map(userOf));
    expect(first.id).toBe(second.id);
    expect(await rowsOf('SamlIdentity', first.id)).toHaveLength(1);
  });

  it('is one user after concurrent sign-ins with providers of two organizations', async () => {
    const [one, two] = [await scene({ domains: ['idp.test'] }), await scene({ domains: ['idp.test'] })];
    const person = newAssertedPerson();
    const both = await Promise.all([one, two].map(({ provider }) => tokenFor(test, { id: provider, ...person })));
    const [first, second] = await Promise.all(both.map(userOf));
    expect(first.id).toBe(second.id);
    expect(await rowsOf('Member', first.id)).toHaveLength(2);
  });

  it('needs an e-mail address at the first sign-in, but not later', async () => {
    const acme = await scene();
    const login: Login = { id: acme.provider, nameId: 'nameless', attributes: {} };
    const { statusCode, body } = await signIn(test, login);
    expect([statusCode, body]).toEqual([403, expect.stringContaining('names no verified e-mail address')]);
    const { id } = await userOf(await tokenFor(test, { ...login, ...{ attributes: newAssertedPerson().attributes } }));
    expect((await userOf(await tokenFor(test, login))).id).toBe(id);
  });
});

describe('a NameID', () => {
  it('identifies the same user, even if the address in the response changes', async () => {
    const acme = await scene({ domains: ['idp.test'] });
    const [first, second] = [newAssertedPerson(), newAssertedPerson()];
    const one = await userOf(await tokenFor(test, { id: acme.provider, ...first }));
    const two = await userOf(await tokenFor(test, { id: acme.provider, ...second }));
    const attributes = second.attributes;
    const again = await userOf(await tokenFor(test, { id: acme.provider, nameId: first.nameId, attributes }));
    expect([again.id, again.email]).toEqual([one.id, first.attributes.email]);
    expect(two.id).not.toBe(one.id);
  });

  it('does not identify the user at another provider, or after the provider is replaced', async () => {
    const acme = await scene();
    const other = await seedProvider(test, acme, settingsOf(otherProvider));
    const ours = newAssertedPerson();
    const one = await userOf(await tokenFor(test, { id: acme.provider, ...ours }));
    const theirs = { nameId: ours.nameId, attributes: newAssertedPerson().attributes };
    const two = await userOf(await tokenFor(test, { id: other, provider: otherProvider, ...theirs }));
    expect(two.id).not.toBe(one.id);
    const { label: _, ...body } = settingsOf(otherProvider);
    await test.rest('PATCH', `/orgs/${acme.id}/saml/${acme.provider}`, { ...acme.admin, body });
    const swapped = { id: acme.provider, provider: otherProvider, ...theirs };
    expect((await userOf(await tokenFor(test, swapped))).id).toBe(two.id);
  });
});

it.each([
  ['entity id', { entityID: 'https://idp.test/former' }],
  ['certificate', { certificate: otherProvider.certificate }],
  ['second certificate', { nextCertificate: otherProvider.certificate }],
])('a SAML response that was checked with a former %s is refused, and creates no user', async (_, former) => {
  const { id: organizationId, provider: providerId } = await scene();
  const { read } = test.store;
  const query = read.sql.selectFrom('SamlProvider').select(['entityID', 'certificate', 'nextCertificate']);
  const current = (await read.first(query.where('id', '=', providerId)))!;
  const email = newAssertedPerson().nameId;
  const signInWith = (checkedWith: typeof current) => {
    const device = { address: '192.0.2.1', userAgent: null, formerSecret: undefined };
    const place = { kind: 'saml' as const, organizationId, providerId, checkedWith, providerSessionId: null, device };
    return runSignIn(test.store, place, { nameId: email, email, displayName: null, groups: null });
  };
  await expect(signInWith({ ...current, ...former })).rejects.toMatchObject({
    message: expect.stringContaining('This sign-in is over'),
    cause: { message: expect.stringContaining('changed meanwhile') },
  });
  expect(await read.all(read.sql.selectFrom('User').select('id').where('email', '=', email))).toEqual([]);
  expect(await signInWith(current)).toMatch(/^dgs_/);
});

describe('a member who signs in by SAML', () => {
  it('keeps the role and is required to use single sign-on, also if the organization lists no domains', async () => {
    const acme = await scene({ settings: { defaultRole: 'read' } });
    const member = await seedMember(test, acme.id, 'review');
    const login = { id: acme.provider, nameId: 'member', attributes: { email: member.email.toUpperCase() } };
    const user = await userOf(await tokenFor(test, login));
    expect(user.id).toBe(member.id);
    expect(await rowsOf('Member', member.id)).toMatchObject([{ role: 'review', sso: true }]);
  });

  it('is refused if disabled, and no rows are created', async () => {
    const acme = await scene();
    const member = await seedMember(test, acme.id, 'edit');
    await test.store.transaction(async ({ prisma }) => {
      await prisma.member.updateMany({ where: { userId: member.id }, data: { disabled: true } });
    });
    const before = await rowsOf('AccessToken', member.id);
    const login = { id: acme.provider, nameId: 'disabled', attributes: { email: member.email } };
    const { statusCode, body } = await signIn(test, login);
    expect([statusCode, body]).toEqual([403, expect.stringContaining('You are disabled in the organization Acme')]);
    expect(await rowsOf('AccessToken', member.id)).toEqual(before);
    expect(await rowsOf('SamlIdentity', member.id)).toEqual([]);
  });

  it('is still a member after the provider was removed', async () => {
    const acme = await scene();
    const user = await userOf(await tokenFor(test, { id: acme.provider, ...newAssertedPerson() }));
    await test.rest('DELETE', `/orgs/${acme.id}/saml/${acme.provider}`, acme.admin);
    expect(await rowsOf('SamlIdentity', user.id)).toEqual([]);
    expect(await rowsOf('Member', user.id)).toMatchObject([{ organizationId: acme.id, sso: true }]);
  });
});

describe('a hostile provider that names a user of another organization', () => {
  const signInAsVictim = (mallory: { provider: string }, victim: Person) =>
    signIn(test, { id: mallory.provider, nameId: 'victim', attributes: { email: victim.email } });

  it('is refused if its organization does not list the domain of the user, and creates no membership', async () => {
    const [acme, mallory] = [await scene(), await scene()];
    const victim = await seedMember(test, acme.id, 'admin');
    const { statusCode, body } = await signInAsVictim(mallory, victim);
    expect([statusCode, body]).toEqual([403, expect.stringContaining('belongs to somebody outside the organization')]);
    expect(await rowsOf('Member', victim.id)).toMatchObject([{ organizationId: acme.id, sso: false }]);
  });

  it('gets access only to its own organization if this organization lists the domain', async () => {
    const [acme, mallory] = [await scene(), await scene({ domains: ['acme.test'] })];
    const space = await seedSpace(test, acme.id);
    const victim = await seedMember(test, acme.id, 'admin');
    const token = tokenOf(await signInAsVictim(mallory, victim));
    expect((await userOf(token)).id).toBe(victim.id);
    expect((await test.rest('GET', '/orgs', { token })).body.items.map(({ id }: { id: string }) => id)).toEqual([
      mallory.id,
    ]);
    for (const path of [`/orgs/${acme.id}`, `/spaces/${space}`, `/orgs/${acme.id}/saml`])
      expect((await test.rest('GET', path, { token })).status).toBe(404);
    const change = await test.rest('PATCH', `/orgs/${acme.id}`, { token, body: { title: 'Taken over' } });
    expect(change.status).toBe(404);
    const join = await test.rest('POST', `/orgs/${acme.id}/join`, { token });
    expect(join.status).toBe(404);
    const { data } = await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
      token,
      variables: { ids: [acme.id, space, acme.provider] },
    });
    expect(data.nodes).toEqual([null, null, null]);
  });

  it('cannot sign in at the provider of another organization, which has another key', async () => {
    const acme = await scene();
    const provider = { ...otherProvider, entityId: settingsOf().entityID, ssoUrl: settingsOf().ssoURL };
    const { browser, form } = await begin(test, { id: acme.provider, provider });
    expect((await browser.post(`/saml/${acme.provider}/acs`, form)).statusCode).toBe(403);
  });
});

describe('a sign-in', () => {
  it('stores neither the secret of the ticket nor the secret of the browser in the database', async () => {
    const acme = await scene();
    const { browser, path } = await signInUntilTicket(test, { id: acme.provider, ...ada, browser: openBrowser(test) });
    const { read } = test.store;
    const row = JSON.stringify(
      await read.first(read.sql.selectFrom('SamlLogin').selectAll().where('providerId', '=', acme.provider)),
    );
    const ticket = new URL(path, 'https://docs.test').searchParams.get('ticket')!;
    expect(row).toContain(ticket.split('.')[0]);
    expect(row).not.toContain(ticket.split('.')[1]);
    expect(row).not.toContain(browser.cookie.split('=')[1]);
  });
});
