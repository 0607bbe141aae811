import { expect, it } from 'vitest';
import { limits } from '../../../src/platform/base/limits.js';
import { seedProvider } from '../../modules/identity/sso/sso-scene.js';
import { type TestApp, testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { begin, openBrowser, signIn } from './saml-kit.js';

const limited = await testApp({ RATE_LIMIT: '100000' });
const acme = await seedOrganization(limited);
const provider = await seedProvider(limited, acme);

const statusesOf = async (count: number, request: (index: number) => Promise<{ statusCode: number }>) => {
  const statuses = new Set<number>();
  // At most 100 at once, because the number of requests that may wait for the database is limited.
  for (let first = 0; first < count; first += 100) {
    const length = Math.min(100, count - first);
    const answers = await Promise.all(Array.from({ length }, (_, index) => request(first + index)));
    for (const { statusCode } of answers) statuses.add(statusCode);
  }
  return statuses;
};

const person = (index: number) => ({
  nameId: `person-${index}`,
  attributes: { email: `person-${index}@idp.test`, displayName: `Person ${index}` },
});

it('500 people can start to sign in from one address within a minute, and all who continue are signed in', async () => {
  expect(await statusesOf(460, () => openBrowser(limited).get(`/saml/${provider}/start`))).toEqual(new Set([303]));
  // Each of these verifies signatures, which takes most of the time.
  expect(await statusesOf(40, (index) => signIn(limited, { id: provider, ...person(index) }))).toEqual(new Set([303]));
});

it('an address with more than SIGN_IN_LIMIT sign-in starts per minute gets a 429, and other addresses do not', async () => {
  const test = await testApp({ RATE_LIMIT: '100000', SIGN_IN_LIMIT: '3' });
  const own = await seedProvider(test, await seedOrganization(test));
  const start = (remoteAddress: string) => test.app.inject({ url: `/saml/${own}/start`, remoteAddress });
  expect(await statusesOf(3, () => start('10.0.0.1'))).toEqual(new Set([303]));
  const { statusCode, headers, body } = await start('10.0.0.1');
  expect([statusCode, body]).toEqual([429, expect.stringContaining('Too many attempts')]);
  expect(Number(headers['retry-after'])).toBeGreaterThan(0);
  expect((await start('10.0.0.2')).statusCode).toBe(303);
});

/** Sends an unreadable SAML response. */
const guess = (test: TestApp, remoteAddress: string) =>
  test.app.inject({
    method: 'POST',
    url: `/saml/${provider}/acs`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'SAMLResponse=A',
    remoteAddress,
  });

it('after ten failures in a minute, an address gets a 429 at each later step, but can still start a sign-in', async () => {
  const from = '10.0.0.3';
  for (let count = 0; count < limits.signInFailures.value; count += 1)
    expect((await guess(limited, from)).statusCode).toBe(400);
  expect((await guess(limited, from)).statusCode).toBe(429);
  const finishAt = async (id: string) =>
    (await limited.app.inject({ url: `/saml/${id}/finish?ticket=none`, remoteAddress: from })).statusCode;
  expect(await finishAt(provider)).toBe(429);
  const other = await seedProvider(limited, acme);
  expect(await statusesOf(12, () => finishAt(other).then((statusCode) => ({ statusCode })))).toEqual(new Set([403]));
  const start = await limited.app.inject({ url: `/saml/${provider}/start`, remoteAddress: from });
  expect(start.statusCode).toBe(303);
  expect((await guess(limited, '10.0.0.4')).statusCode).toBe(400);
});

it('RATE_LIMIT=off disables both limits', async () => {
  const free = await testApp({ RATE_LIMIT: 'off', SIGN_IN_LIMIT: '1' });
  expect(await statusesOf(3, () => openBrowser(free).get(`/saml/${provider}/start`))).toEqual(new Set([404]));
  expect(await statusesOf(12, () => guess(free, '10.0.0.5'))).toEqual(new Set([400]));
});

it('a new sign-in ends the oldest one if its provider has the maximum of open ones', async () => {
  const test = await testApp();
  const organization = await seedOrganization(test);
  const id = await seedProvider(test, organization);
  const { browser, form } = await begin(test, { id });
  const earlier = Date.now() - 60_000;
  const logins = Array.from({ length: limits.openLogins.value - 1 }, (_, index) => ({
    id: `open-${index}`,
    organizationId: organization.id,
    providerId: id,
    browserHash: '',
    createdAt: new Date(earlier + index),
    expiresAt: new Date(earlier + 600_000),
  }));
  await test.store.transaction(async ({ prisma }) => {
    await prisma.samlLogin.updateMany({ where: { providerId: id }, data: { createdAt: new Date(earlier - 1) } });
    await prisma.samlLogin.createMany({ data: logins });
  });
  const newest = await begin(test, { id });
  expect((await browser.post(`/saml/${id}/acs`, form)).statusCode).toBe(403);
  expect((await newest.browser.post(`/saml/${id}/acs`, newest.form)).statusCode).toBe(303);
});
