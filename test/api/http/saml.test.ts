import type { LightMyRequestResponse } from 'fastify';
import { describe, expect, it, vi } from 'vitest';
import { seedProvider, settingsOf } from '../../modules/identity/sso/sso-scene.js';
import { testApp } from '../../support/app.js';
import { runWhileRowIsLocked } from '../../support/run-while-row-is-locked.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { otherProvider } from '../saml/identity-provider.js';
import { begin, openBrowser, signIn, signInUntilTicket, tokenFor, tokenOf } from './saml-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const id = await seedProvider(test, acme);
const pending = await seedProvider(test, acme, { label: 'Pending' });
const unknown = 'saml_00000000000000000000000000';

const countOf = async (table: 'User' | 'AccessToken' | 'SamlLogin' | 'Member') => {
  const { read } = test.store;
  const query = read.sql.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('number'));
  return (await read.first(query, { number: 'int' }))!.number;
};

/** Returns the counts of objects that a refused sign-in must not create. */
const countObjects = async () => [await countOf('User'), await countOf('AccessToken'), await countOf('Member')];

describe('a sign-in', () => {
  it('ends with a session that works for both APIs', async () => {
    const space = await seedSpace(test, acme.id);
    const token = await tokenFor(test, { id });
    expect((await test.rest('GET', `/spaces/${space}`, { token })).status).toBe(200);
    const { data } = await test.graphql('{ viewer { displayName email } organizations { nodes { id } } }', { token });
    expect(data).toEqual({
      viewer: { displayName: 'Ada Lovelace', email: 'ada@idp.test' },
      organizations: { nodes: [{ id: acme.id }] },
    });
  });

  it('is bound to the browser by a cookie that other sites can neither use nor set', async () => {
    const { headers } = await openBrowser(test).get(`/saml/${id}/start`);
    expect(headers['set-cookie']).toMatch(
      /^__Host-docgraph-saml=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
    expect(new URL(String(headers.location)).origin).toBe('https://idp.test');
  });

  it('deletes its cookie at the end, and sets the cookie of the session', async () => {
    const { headers } = await signIn(test, { id });
    expect(headers['set-cookie']).toEqual([
      '__Host-docgraph-saml=; Path=/; HttpOnly; SameSite=Lax; Secure; Max-Age=0',
      expect.stringMatching(
        /^__Host-docgraph=dgs_[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=2592000$/,
      ),
    ]);
  });

  it('continues to the requested path of this server, or otherwise to the explorer', async () => {
    const pathOf = async (redirect?: string) =>
      (await signIn(test, { id, ...(redirect !== undefined && { redirect }) })).headers.location;
    expect(await pathOf('/app/spc_1?a=b')).toBe('/app/spc_1?a=b');
    for (const foreign of ['//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)', '', undefined])
      expect(await pathOf(foreign)).toBe('/graphql');
  });

  it('over plain HTTP has a cookie without Secure', async () => {
    const cookie = (await import('../../../src/api/http/connection/secret-cookie.js')).secretCookie('a', {
      base: 'http://x',
      seconds: 5,
    });
    const sent: string[] = [];
    cookie.write({ header: (_name: string, value: string) => void sent.push(value) } as never, 's');
    expect(sent).toEqual(['a=s; Path=/; HttpOnly; SameSite=Lax; Max-Age=5']);
    expect(cookie.read({ headers: { cookie: 'b=1; a=s; aa=2' } } as never)).toBe('s');
  });
});

describe('the metadata for an identity provider', () => {
  it('is XML, also for a pending provider, whose setup needs it', async () => {
    for (const one of [id, pending]) {
      const { statusCode, headers, body } = await openBrowser(test).get(`/saml/${one}/metadata`);
      expect([statusCode, headers['content-type']]).toEqual([200, 'application/samlmetadata+xml']);
      expect(body).toContain(`entityID="https://docs.test/saml/${one}/metadata"`);
      expect(body).toContain(`Location="https://docs.test/saml/${one}/acs"`);
    }
  });
});

describe('a sign-in is refused and creates nothing', () => {
  it('in another browser, but can still end in the right one', async () => {
    const { browser, path } = await signInUntilTicket(test, { id });
    const before = await countObjects();
    const other = openBrowser(test);
    for (const cookie of ['', '__Host-docgraph-saml=', `__Host-docgraph-saml=${'A'.repeat(43)}`]) {
      other.cookie = cookie;
      const { statusCode, body } = await other.get(path);
      expect([statusCode, body]).toEqual([403, expect.stringContaining('begun in another browser')]);
    }
    await other.get(`/saml/${id}/start`);
    expect((await other.get(path)).statusCode).toBe(403);
    expect(await countObjects()).toEqual(before);
    expect((await browser.get(path)).statusCode).toBe(303);
  });

  it('when its response or its ticket is used a second time', async () => {
    const { browser, form } = await begin(test, { id });
    const { headers } = await browser.post(`/saml/${id}/acs`, form);
    expect((await browser.post(`/saml/${id}/acs`, form)).statusCode).toBe(403);
    const { cookie } = browser;
    tokenOf(await browser.get(String(headers.location)));
    const before = await countObjects();
    browser.cookie = cookie;
    expect((await browser.get(String(headers.location))).statusCode).toBe(403);
    expect((await browser.post(`/saml/${id}/acs`, form)).statusCode).toBe(403);
    expect(await countObjects()).toEqual(before);
  });

  it('if it is not the first of several concurrent requests with the same response or ticket', async () => {
    const { browser, form } = await begin(test, { id });
    const { read } = test.store;
    const latest = read.sql.selectFrom('SamlLogin').select('id').orderBy('expiresAt', 'desc');
    const row = { table: 'SamlLogin', id: (await read.first(latest))!.id } as const;
    const post = () => browser.post(`/saml/${id}/acs`, form);
    const posted = (await runWhileRowIsLocked(test, row, post, post, post)) as LightMyRequestResponse[];
    expect(posted.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403]);
    const path = String(posted.find(({ statusCode }) => statusCode === 303)!.headers.location);
    const headers = { cookie: browser.cookie };
    const finished = await Promise.all([1, 2, 3].map(() => test.app.inject({ url: path, headers })));
    expect(finished.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403]);
  });

  it('at another provider, with the response or the ticket', async () => {
    const other = await seedProvider(test, acme, settingsOf(otherProvider));
    const { browser, form } = await begin(test, { id });
    expect((await browser.post(`/saml/${other}/acs`, form)).statusCode).toBe(403);
    const { headers } = await browser.post(`/saml/${id}/acs`, form);
    const before = await countObjects();
    expect((await browser.get(String(headers.location).replace(id, other))).statusCode).toBe(403);
    expect(await countObjects()).toEqual(before);
  });

  it('with a response signed by another key', async () => {
    const before = await countObjects();
    const { browser, form } = await begin(test, {
      id,
      provider: { ...otherProvider, entityId: settingsOf().entityID },
    });
    const { statusCode, body } = await browser.post(`/saml/${id}/acs`, form);
    expect([statusCode, body]).toEqual([403, expect.stringContaining('403 SAML_INVALID, request')]);
    expect(await countObjects()).toEqual(before);
  });

  it('more than ten minutes after its start, at either step', async () => {
    const expire = () =>
      test.store.transaction(async ({ prisma }) => {
        await prisma.samlLogin.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
      });
    const first = await begin(test, { id });
    await expire();
    expect((await first.browser.post(`/saml/${id}/acs`, first.form)).statusCode).toBe(403);
    const second = await signInUntilTicket(test, { id });
    await expire();
    expect((await second.browser.get(second.path)).statusCode).toBe(403);
  });

  it('if the certificate was replaced meanwhile, because the old one may have been stolen', async () => {
    const own = await seedProvider(test, acme);
    const { browser, path } = await signInUntilTicket(test, { id: own });
    const body = { certificate: otherProvider.certificate };
    await test.rest('PATCH', `/orgs/${acme.id}/saml/${own}`, { ...acme.admin, body: { label: 'Renamed' } });
    await test.rest('PATCH', `/orgs/${acme.id}/saml/${own}`, { ...acme.admin, body });
    expect((await browser.get(path)).statusCode).toBe(403);
  });

  it('if the provider was removed meanwhile', async () => {
    const gone = await seedProvider(test, acme);
    const { browser, path } = await signInUntilTicket(test, { id: gone });
    const { form } = await begin(test, { id: gone });
    expect((await test.rest('DELETE', `/orgs/${acme.id}/saml/${gone}`, acme.admin)).status).toBe(204);
    expect((await browser.get(path)).statusCode).toBe(403);
    expect((await browser.post(`/saml/${gone}/acs`, form)).statusCode).toBe(403);
  });

  it('without a ticket or with an invalid one', async () => {
    for (const query of ['', '?ticket=', '?ticket=a.b', '?ticket=a&ticket=b', `?ticket=_${'0'.repeat(40)}.x`])
      expect((await openBrowser(test).get(`/saml/${id}/finish${query}`)).statusCode).toBe(403);
  });
});

describe('a failed sign-in shows a page that explains what to do', () => {
  const pageOf = async (answer: Promise<{ statusCode: number; headers: object; body: string }>) => {
    const { statusCode, headers, body } = await answer;
    expect(headers).toMatchObject({ 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' });
    expect(body).toMatch(
      /<h1>[^<]+<\/h1>\n<p role="alert">[^<]+\.<\/p>\n<p>[^<]+\.<\/p>\n<p><a class="button" href="\/login">[^<]+<\/a><\/p>\n<p class="detail">\d{3} [A-Z_]+, request <code>req_/,
    );
    return statusCode;
  };
  const browser = openBrowser(test);

  it('with 404 for an unknown provider, a pending one, and any other path', async () => {
    for (const path of [`${unknown}/start`, `${pending}/start`, `${unknown}/metadata`, 'a/b', `${id}/acs`, ''])
      expect(await pageOf(browser.get(`/saml/${path}`))).toBe(404);
  });

  it('with 400 for a form without a response, with two, or with an invalid one', async () => {
    for (const form of ['', 'SAMLResponse=a&SAMLResponse=b', 'SAMLResponse=%00', 'SAMLResponse=aGVsbG8='])
      expect(await pageOf(browser.post(`/saml/${id}/acs`, form))).toBe(400);
  });

  it('with 413 for a response or a form that is too large', async () => {
    for (const length of [70_000, 100_000])
      expect(await pageOf(browser.post(`/saml/${id}/acs`, { SAMLResponse: 'A'.repeat(length) }))).toBe(413);
  });

  it('with 415 for any content type except a form', async () => {
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x']) {
      const headers = { 'content-type': type };
      const request = { method: 'POST', url: `/saml/${id}/acs`, headers, payload: '{}' } as const;
      expect(await pageOf(test.app.inject(request))).toBe(415);
    }
  });

  it('but not for a HEAD from a link preview, which gets a 404 and leaves the ticket valid', async () => {
    const { browser: own, path } = await signInUntilTicket(test, { id });
    for (const url of [path, `/saml/${id}/start`]) {
      const { statusCode } = await test.app.inject({ method: 'HEAD', url, headers: { cookie: own.cookie } });
      expect(statusCode).toBe(404);
    }
    expect((await own.get(path)).statusCode).toBe(303);
  });
});

it('only the log states why a sign-in was refused, with the request id of the page', async () => {
  const logging = await testApp({ LOG_LEVEL: 'info' });
  const { id: organization, admin } = await seedOrganization(logging);
  const provider = await seedProvider(logging, { id: organization, admin });
  const { browser, form } = await begin(logging, { id: provider, provider: otherProvider });
  const written: string[] = [];
  const write = vi.spyOn(process.stderr, 'write').mockImplementation((line) => written.push(String(line)) > 0);
  const { body } = await browser.post(`/saml/${provider}/acs`, form);
  write.mockRestore();
  const entries = written.map((line) => JSON.parse(line));
  const requestId = /req_\w+/.exec(body)![0];
  expect(entries).toMatchObject([
    { msg: 'sign-in refused', requestId, err: { message: expect.any(String) } },
    { msg: 'request', requestId, path: `/saml/${provider}/acs` },
  ]);
  expect(body).not.toContain(entries[0].err.message);
  expect(written.join('')).not.toContain(form.SAMLResponse.slice(0, 100));
});
