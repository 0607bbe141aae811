import { describe, expect, it } from 'vitest';
import { findVerification } from '../../../src/modules/identity/users/verification.js';
import { openVerification, verificationLink } from '../../../src/platform/secrets/verification-link.js';
import { publicUrl, testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { type Person, seedStranger } from '../../support/seed.js';

const test = await testApp();
const secret = 'a secret for tests, 32 bytes long';

/** Creates a user with an unverified address, as an invitation by e-mail does. */
async function seedUnverified(): Promise<Person> {
  const person = await seedStranger(test);
  await test.store.transaction(({ prisma }) =>
    prisma.user.update({ where: { id: person.id }, data: { emailVerifiedAt: null } }).then(() => {}),
  );
  return person;
}

/** Returns the verification link that the command line prints, without its origin, for in-process requests. */
async function linkFor({ email }: { email: string }): Promise<string> {
  const verification = await findVerification({ store: test.store, viewer: test.operator }, email);
  const link = verificationLink(publicUrl, secret, verification);
  expect(link.startsWith(`${publicUrl}/verify-email?`)).toBe(true);
  return link.slice(publicUrl.length);
}

const open = (url: string) => test.app.inject({ method: 'GET', url });
const press = (url: string, contentType = 'application/x-www-form-urlencoded') =>
  test.app.inject({ method: 'POST', url, headers: { 'content-type': contentType }, payload: '' });

async function verifiedAt(userId: string): Promise<string | null> {
  const { read, sql } = test.store;
  return (await read.first(sql.selectFrom('User').selectAll().where('id', '=', userId)))!.emailVerifiedAt;
}

describe('a link that verifies an address', () => {
  it('asks for confirmation when it is opened, and verifies when the button is pressed, even repeatedly', async () => {
    const person = await seedUnverified();
    const url = await linkFor(person);
    for (let opened = 0; opened < 3; opened += 1) {
      const page = await open(url);
      expect([page.statusCode, page.headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
      expect(page.body).toMatch(/<html lang="en">.*<h1>Confirm.*<form method="post"><button type="submit">/s);
      expect(page.body).toContain(person.email);
    }
    expect(await verifiedAt(person.id)).toBeNull();

    moveClock(1000);
    const done = await press(url);
    expect([done.statusCode, done.body]).toEqual([200, expect.stringMatching(/role="status"/)]);
    const first = await verifiedAt(person.id);
    expect(first).toBe(new Date().toISOString());
    moveClock(1000);
    expect((await press(url)).statusCode).toBe(200);
    expect(await verifiedAt(person.id)).toBe(first);
  });

  it('loads no resources, allows only its own form, and is not cached', async () => {
    const { headers, body } = await open(await linkFor(await seedStranger(test)));
    const policy = headers['content-security-policy'];
    expect(policy).toMatch(/^default-src 'none';.* style-src 'nonce-[^']+';.* form-action 'self';/);
    expect(headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'strict-origin' });
    expect(body).not.toMatch(/<script|src=|https?:/);
  });

  it.each([
    ['another user', 'user', 'usr_00000000000000000000000000'],
    ['another address', 'email', 'someone@else.test'],
    ['a later expiry time', 'expires', '9999999999999'],
    ['another signature', 'signature', 'x'.repeat(43)],
  ])('does not work with %s', async (_name, member, value) => {
    const person = await seedUnverified();
    const query = new URLSearchParams((await linkFor(person)).split('?')[1]);
    query.set(member, value);
    for (const answer of [await open(`/verify-email?${query}`), await press(`/verify-email?${query}`)])
      expect([answer.statusCode, answer.body]).toEqual([404, expect.stringContaining('This link does not work')]);
    expect(await verifiedAt(person.id)).toBeNull();
  });

  it('does not work without parameters or with repeated ones', async () => {
    for (const url of ['/verify-email', '/verify-email?user=a&user=b&signature=c'])
      expect((await press(url)).statusCode).toBe(404);
  });

  it('is valid for one day', () => {
    const query = Object.fromEntries(
      new URL(verificationLink(publicUrl, secret, { userId: 'usr_a', email: 'a@b.test' })).searchParams,
    );
    const hour = 3_600_000;
    expect(openVerification(secret, query, Date.now() + 23 * hour)).toEqual({ userId: 'usr_a', email: 'a@b.test' });
    expect(openVerification(secret, query, Date.now() + 25 * hour)).toBeNull();
    expect(openVerification('another secret', query)).toBeNull();
  });

  it("does not work after the user's address has changed", async () => {
    const person = await seedUnverified();
    const url = await linkFor(person);
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id: person.id }, data: { email: `new${person.email}` } }).then(() => {}),
    );
    expect((await press(url)).statusCode).toBe(404);
    expect(await verifiedAt(person.id)).toBeNull();
  });

  it('shows the address as escaped text', async () => {
    const email = '<img/src=x>&"@b.test';
    const url = verificationLink('', secret, { userId: 'usr_a', email });
    expect((await open(url)).body).toContain('&#60;img/src=x&#62;&#38;&#34;@b.test');
  });
});

it('other paths do not accept forms', async () => {
  expect((await press('/graphql')).statusCode).toBe(415);
});
