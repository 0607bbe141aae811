import { describe, expect, it } from 'vitest';
import { hashToken } from '../../../src/access/authenticate.js';
import { sendLinkJob } from '../../../src/modules/identity/sign-in/sign-in-link.js';
import { openBody } from '../../../src/modules/mail/mail-body.js';
import { runDueJobs } from '../../../src/platform/jobs/run-due-jobs.js';
import { createSealer } from '../../../src/platform/secrets/sealed.js';
import { seedProvider } from '../../modules/identity/sso/sso-scene.js';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization } from '../../support/seed.js';
import { seedLink, seedSessionSecret } from '../../support/seed-session.js';

const test = await testApp();
const base = 'https://docs.test';
const sealer = createSealer({ current: 'a secret for tests, 32 bytes long', previous: null });

const ownForm = { 'sec-fetch-site': 'same-origin' };
const post = (path: string, form: Record<string, string>, headers: Record<string, string> = ownForm) =>
  test.app.inject({
    method: 'POST',
    url: path,
    headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
    payload: new URLSearchParams(form).toString(),
  });
const get = (path: string, headers: Record<string, string> = {}) => test.app.inject({ url: path, headers });
const sendLinks = () => runDueJobs(test.store, [sendLinkJob({ store: test.store, sealer, base })]);
const linksOf = async (userId: string) => {
  const { sql, all } = test.store.read;
  return all(sql.selectFrom('SignInLink').selectAll().where('userId', '=', userId));
};
let number = 0;
/** Creates an organization that lists a domain of its own. */
const seedDomain = async (settings: object = {}) => {
  const organization = await seedOrganization(test, 'Acme');
  const domain = `corp${++number}.test`;
  await test.rest('PATCH', `/orgs/${organization.id}`, {
    ...organization.admin,
    body: { emailDomains: [domain], ...settings },
  });
  return { ...organization, domain };
};

describe('an address without an identity provider', () => {
  it('gets the same page whether or not it has a user, and only a user gets a link', async () => {
    const { admin } = await seedOrganization(test);
    const [known, unknown] = [
      await post('/login', { email: admin.email }),
      await post('/login', { email: 'nobody@nowhere.test' }),
    ];
    const withoutAddress = (page: string, email: string) =>
      page
        .replaceAll(email, '')
        .replace(encodeURIComponent(email), '')
        .replaceAll(/nonce="[^"]*"/g, '');
    expect(withoutAddress(known.body, admin.email)).toBe(withoutAddress(unknown.body, 'nobody@nowhere.test'));
    await sendLinks();
    expect(await linksOf(admin.id)).toHaveLength(1);
    const { sql, all } = test.store.read;
    const mails = await all(sql.selectFrom('Mail').selectAll().where('kind', '=', 'signInLink'));
    expect(mails.map(({ address }) => address)).toEqual([admin.email]);
    const { text } = openBody(sealer, mails[0]!)!;
    const token = /\/login\/link\?token=([\w-]{43})/.exec(text)![1]!;
    const answer = await post('/login/link', { token });
    expect([answer.statusCode, answer.headers.location]).toEqual([303, '/graphql']);
  });

  it('gets one link for several requests before it is sent', async () => {
    const { admin } = await seedOrganization(test);
    for (let count = 0; count < 3; count += 1) await post('/login', { email: admin.email });
    await sendLinks();
    expect(await linksOf(admin.id)).toHaveLength(1);
  });

  it('has at most five open links', async () => {
    const { admin } = await seedOrganization(test);
    for (let count = 0; count < 7; count += 1) {
      await post('/login', { email: admin.email });
      await sendLinks();
    }
    expect(await linksOf(admin.id)).toHaveLength(5);
  });

  it.each(['', 'ada', 'ada@', '@b', 'a b@c.test', `${'a'.repeat(250)}@b.test`])(
    'is refused if it is not an address: %s',
    async (email) => {
      const { statusCode, body } = await post('/login', { email });
      expect([statusCode, body]).toEqual([400, expect.stringContaining('This is not an e-mail address')]);
    },
  );
});

describe('an address whose domain an organization lists', () => {
  it('gets the providers of all organizations that list it, and a link by mail', async () => {
    const first = await seedDomain();
    const second = await seedOrganization(test, 'Umbrella');
    await test.rest('PATCH', `/orgs/${second.id}`, { ...second.admin, body: { emailDomains: [first.domain] } });
    const [one, other] = [await seedProvider(test, first), await seedProvider(test, second)];
    const { body } = await post('/login', { email: `ada@${first.domain}`, redirect: '/app/spc_1' });
    for (const id of [one, other]) expect(body).toContain(`href="/saml/${id}/start?redirect=%2Fapp%2Fspc_1"`);
    expect(body).toContain('<small>Umbrella</small> Acme login');
    expect(body).toContain('Send me a sign-in link by mail');
    expect(body).not.toContain('http-equiv="refresh"');
  });

  it('gets the same pages but no link if all organizations of its user require single sign-on', async () => {
    const acme = await seedDomain();
    await seedProvider(test, acme);
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { sso: true } });
    const member = await seedMember(test, acme.id, 'read');
    const email = `member@${acme.domain}`;
    await test.store.transaction(
      async ({ prisma }) => void (await prisma.user.update({ where: { id: member.id }, data: { email } })),
    );
    expect((await post('/login/mail', { email })).statusCode).toBe(200);
    await sendLinks();
    expect(await linksOf(member.id)).toEqual([]);
  });
});

it('an organization that lists the domain of others can neither hide their providers nor the link by mail', async () => {
  const acme = await seedDomain();
  const own = await seedProvider(test, acme);
  const evil = await seedOrganization(test, 'Evil');
  await test.rest('PATCH', `/orgs/${evil.id}`, { ...evil.admin, body: { emailDomains: [acme.domain], sso: true } });
  await seedProvider(test, evil);
  const { body } = await post('/login', { email: `ada@${acme.domain}` });
  expect(body.indexOf(own)).toBeGreaterThan(0);
  expect(body.indexOf(own)).toBeLessThan(body.indexOf('Evil'));
  expect(body).toContain('Send me a sign-in link by mail');
  expect(body).not.toContain('http-equiv="refresh"');
});

describe('a sign-in link', () => {
  it('is not used up by opening it, and works once, also for concurrent requests', async () => {
    const { admin } = await seedOrganization(test);
    const token = await seedLink(test, admin.email);
    for (const _ of [1, 2])
      expect((await get(`/login/link?token=${token}`)).body).toContain(`<strong>${admin.email}</strong>`);
    const answers = await Promise.all([1, 2, 3].map(() => post('/login/link', { token })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 404, 404]);
    expect((await get(`/login/link?token=${token}`)).statusCode).toBe(404);
  });

  it('starts a session in all organizations of the person, verifies the address, and ends the previous session', async () => {
    const { admin } = await seedOrganization(test);
    const before = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const token = await seedLink(test, admin.email);
    const { headers } = await post('/login/link', { token }, { ...ownForm, cookie: `__Host-docgraph=${before}` });
    const secret = /__Host-docgraph=(dgs_[\w-]{43});/.exec(String(headers['set-cookie']))![1]!;
    expect((await test.rest('GET', '/user', { token: secret })).body.id).toBe(admin.id);
    expect((await test.rest('GET', '/user', { token: before })).status).toBe(401);
    const { sql, first } = test.store.read;
    const row = await first(sql.selectFrom('AccessToken').selectAll().where('hash', '=', hashToken(secret)));
    expect(row).toMatchObject({ organizationId: null, providerId: null, remoteAddress: '127.0.0.1' });
    const user = await first(sql.selectFrom('User').selectAll().where('id', '=', admin.id));
    expect(user!.emailVerifiedAt).not.toBeNull();
  });

  it('expires after ten minutes; an expired link and an unknown one are refused in the same way', async () => {
    const { admin } = await seedOrganization(test);
    const ended = await seedLink(test, admin.email, -1);
    for (const token of [ended, 'unknown', '']) {
      expect((await post('/login/link', { token })).statusCode).toBe(404);
      expect((await get(`/login/link?token=${token}`)).body).toContain('This link has ended');
    }
  });

  it('can be guessed at most ten times a minute from an address', async () => {
    const limited = await testApp({ RATE_LIMIT: '1000' });
    const guess = () => limited.app.inject({ url: '/login/link?token=guess' });
    for (let count = 0; count < 10; count += 1) expect((await guess()).statusCode).toBe(404);
    expect((await guess()).statusCode).toBe(429);
  });
});

describe('a form', () => {
  it.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['a sibling host', { 'sec-fetch-site': 'same-site' }],
    ['another origin, from a browser without Sec-Fetch-Site', { origin: 'https://evil.test' }],
    ['a sandboxed page', { origin: 'null' }],
    ['a program without either header', {}],
  ])('of %s is refused', async (_title, headers) => {
    const { admin } = await seedOrganization(test);
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const token = await seedLink(test, admin.email);
    for (const [path, form] of [
      ['/login', { email: admin.email }],
      ['/login/link', { token }],
      ['/logout', {}],
    ] as const) {
      const { statusCode, body } = await post(path, form, { ...headers, cookie: `__Host-docgraph=${secret}` });
      expect([path, statusCode, body]).toEqual([path, 403, expect.stringContaining('403 FOREIGN_FORM')]);
    }
    expect((await test.rest('GET', '/user', { token: secret })).status).toBe(200);
  });

  it('of this server is accepted by its Origin if the browser sends no Sec-Fetch-Site', async () => {
    expect((await get('/login')).headers['referrer-policy']).toBe('strict-origin');
    expect((await post('/login', { email: 'a@b.test' }, { origin: base })).statusCode).toBe(200);
  });
});

it('a person who is signed in can sign in again, because an old session may not change credentials', async () => {
  const { admin } = await seedOrganization(test);
  const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
  const cookie = `__Host-docgraph=${secret}`;
  const { body } = await get('/login?redirect=/app/spc_1', { cookie });
  const again = `/login?again=yes&email=${encodeURIComponent(admin.email)}&redirect=%2Fapp%2Fspc_1`;
  expect(body).toContain(`href="${again.replaceAll('&', '&#38;')}"`);
  const form = (await get(again, { cookie })).body;
  expect(form).toContain(`value="${admin.email}"`);
  expect(form).toContain('name="redirect" value="/app/spc_1"');
});

describe('signing out', () => {
  it('ends the session and removes the cookie; opening the page changes nothing', async () => {
    const { admin } = await seedOrganization(test);
    const secret = await seedSessionSecret(test, { userId: admin.id, organizationId: null });
    const cookie = `__Host-docgraph=${secret}`;
    expect((await get('/logout', { cookie })).statusCode).toBe(200);
    expect((await get('/login', { cookie })).body).toContain(`(${admin.email})`);
    const { statusCode, headers } = await post('/logout', {}, { ...ownForm, cookie });
    expect([statusCode, headers.location, headers['set-cookie']]).toEqual([
      303,
      '/login',
      '__Host-docgraph=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
    ]);
    expect((await test.rest('GET', '/user', { token: secret })).status).toBe(401);
    expect((await get('/login', { cookie })).body).toContain('Your e-mail address');
  });
});

it('a server whose address is neither https nor this machine starts no sign-in', async () => {
  const open = await testApp({ PUBLIC_URL: 'http://docs.intranet' });
  const headers = { 'content-type': 'application/x-www-form-urlencoded', ...ownForm };
  const answer = await open.app.inject({ method: 'POST', url: '/login', headers, payload: 'email=a%40b.test' });
  expect([answer.statusCode, answer.body]).toEqual([503, expect.stringContaining('is not https')]);
});
