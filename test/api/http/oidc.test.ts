import { describe, expect, it } from 'vitest';
import { publicUrl, type TestApp, testApp } from '../../support/app.js';
import { ada } from '../oidc/open-provider.js';
import {
  addOidcProvider,
  beginOidc,
  oidcEnvironment,
  seedOidc,
  sessionCookieOf,
  signInByOidc,
  viewerOf,
} from './oidc-kit.js';
import { openBrowser } from './saml-kit.js';

const test = await testApp(oidcEnvironment);
const acme = await seedOidc(test);
const unknown = 'oidc_00000000000000000000000000';

const countOf = async (table: 'User' | 'AccessToken' | 'Member') => {
  const { read } = test.store;
  const query = read.sql.selectFrom(table).select(({ fn }) => fn.countAll<number>().as('number'));
  return (await read.first(query, { number: 'int' }))!.number;
};

/** Returns the counts of objects that a refused sign-in must not create. */
const countObjects = async () => [await countOf('User'), await countOf('AccessToken'), await countOf('Member')];

describe('a sign-in by OpenID Connect', () => {
  it('ends with a session of the person in the organization of the provider', async () => {
    const cookie = sessionCookieOf(await signInByOidc(test, acme));
    expect((await viewerOf(test, cookie)).json().data).toEqual({
      viewer: { id: expect.any(String), displayName: 'Ada Lovelace', email: 'ada@idp.test' },
      organizations: { nodes: [{ id: acme.id }] },
    });
  });

  it('is bound to the browser by a cookie that other sites can neither use nor set', async () => {
    const { headers } = await openBrowser(test).get(`/oidc/${acme.providerId}/start`);
    expect(headers['set-cookie']).toMatch(
      /^__Host-docgraph-oidc=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Secure; Max-Age=600$/,
    );
    expect(new URL(String(headers.location)).origin).toBe(acme.provider.issuer);
  });

  it('continues to the requested path of this server, or otherwise to the start page', async () => {
    const targetOf = async (redirect?: string) =>
      (await signInByOidc(test, { ...acme, ...(redirect !== undefined && { redirect }) })).headers.location;
    expect(await targetOf('/app/spc_1?a=b')).toBe('/app/spc_1?a=b');
    for (const foreign of ['//evil.test', 'https://evil.test/', '/\\evil.test', 'javascript:alert(1)', undefined])
      expect(await targetOf(foreign)).toBe('/graphql');
  });

  it('works after the provider has replaced its keys', async () => {
    await signInByOidc(test, acme);
    await acme.provider.rotateKey();
    sessionCookieOf(await signInByOidc(test, acme));
  });

  it('replaces the session that the browser had before', async () => {
    const { browser, path } = await beginOidc(test, acme);
    const first = sessionCookieOf(await browser.get(path));
    const again = await beginOidc(test, { ...acme, browser });
    again.browser.cookie = `${first}; ${again.browser.cookie}`;
    const second = sessionCookieOf(await again.browser.get(again.path));
    expect(second).not.toBe(first);
    expect((await viewerOf(test, first)).json().data.viewer).toBeNull();
    expect((await viewerOf(test, second)).json().data.viewer).not.toBeNull();
  });
});

describe('a sign-in by OpenID Connect is refused and creates nothing', () => {
  it('in another browser, but can still end in the right one', async () => {
    const { browser, path } = await beginOidc(test, acme);
    const before = await countObjects();
    const other = openBrowser(test);
    for (const cookie of ['', '__Host-docgraph-oidc=', `__Host-docgraph-oidc=${'A'.repeat(43)}`]) {
      other.cookie = cookie;
      const { statusCode, body } = await other.get(path);
      expect([statusCode, body]).toEqual([403, expect.stringContaining('begun in another browser')]);
    }
    await other.get(`/oidc/${acme.providerId}/start`);
    expect((await other.get(path)).statusCode).toBe(403);
    expect(await countObjects()).toEqual(before);
    sessionCookieOf(await browser.get(path));
  });

  it('when its response is used a second time, also several times at once', async () => {
    const { browser, path } = await beginOidc(test, acme);
    const headers = { cookie: browser.cookie };
    const answers = await Promise.all([1, 2, 3].map(() => test.app.inject({ url: path, headers })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([303, 403, 403]);
    const before = await countObjects();
    expect((await test.app.inject({ url: path, headers })).statusCode).toBe(403);
    expect(await countObjects()).toEqual(before);
  });

  it('at another provider, with the response of this one', async () => {
    const other = await addOidcProvider(test, acme);
    const { browser, path } = await beginOidc(test, acme);
    const before = await countObjects();
    expect((await browser.get(path.replace(acme.providerId, other))).statusCode).toBe(403);
    expect(await countObjects()).toEqual(before);
  });

  it('if the response names another provider (mix-up)', async () => {
    const { browser, path } = await beginOidc(test, acme);
    const url = new URL(path, publicUrl);
    url.searchParams.set('iss', 'https://other.test');
    const { statusCode, body } = await browser.get(url.pathname + url.search);
    expect([statusCode, body]).toEqual([403, expect.stringContaining('403 OIDC_INVALID, request')]);
    expect((await browser.get(path)).statusCode).toBe(403);
  });

  it('more than ten minutes after its start', async () => {
    const { browser, path } = await beginOidc(test, acme);
    await test.store.transaction(async ({ prisma }) => {
      await prisma.oidcLogin.updateMany({ data: { expiresAt: new Date(Date.now() - 1) } });
    });
    expect((await browser.get(path)).statusCode).toBe(403);
  });

  it('without a state, or with an unknown one', async () => {
    const browser = openBrowser(test);
    for (const query of ['', '?state=', '?state=a&code=b', `?state=${'s'.repeat(43)}&code=b`])
      expect((await browser.get(`/oidc/${acme.providerId}/callback${query}`)).statusCode).toBe(403);
  });

  it('if the person refused at the provider', async () => {
    const { browser, path } = await beginOidc(test, acme);
    const url = new URL(path, publicUrl);
    url.searchParams.delete('code');
    url.searchParams.set('error', 'access_denied');
    expect((await browser.get(url.pathname + url.search)).statusCode).toBe(403);
  });

  it('at an unknown provider', async () => {
    for (const path of ['start', 'callback?state=x'])
      expect([403, 404]).toContain((await openBrowser(test).get(`/oidc/${unknown}/${path}`)).statusCode);
    expect((await openBrowser(test).get(`/oidc/${unknown}/other`)).statusCode).toBe(404);
  });

  it('if the provider cannot be reached, with a page that says when to try again', async () => {
    const issuer = 'http://127.0.0.1:1';
    const gone = await addOidcProvider(test, acme, { issuer });
    const { statusCode, body } = await openBrowser(test).get(`/oidc/${gone}/start`);
    expect([statusCode, body]).toEqual([503, expect.stringContaining('The sign-in did not work')]);
  });
});

describe('failed sign-ins from an address', () => {
  const postLogout = (limited: TestApp, providerId: string) =>
    limited.app.inject({
      method: 'POST',
      url: `/oidc/${providerId}/backchannel-logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: 'logout_token=a',
    });

  it('are limited for each provider, before a response is read, and do not affect links, logouts and other providers', async () => {
    const limited = await testApp({ ...oidcEnvironment, RATE_LIMIT: '10000' });
    const own = await seedOidc(limited);
    const fail = async () => {
      const { browser, path } = await beginOidc(limited, own);
      return (await browser.get(`${path}&iss=https%3A%2F%2Fother.test`)).statusCode;
    };
    for (let attempt = 0; attempt < 10; attempt += 1) expect(await fail()).toBe(403);
    expect(await fail()).toBe(429);
    expect((await limited.app.inject({ url: '/login/link?token=x' })).statusCode).toBe(404);
    sessionCookieOf(await signInByOidc(limited, await seedOidc(limited)));
    for (let attempt = 0; attempt < 10; attempt += 1)
      expect((await postLogout(limited, own.providerId)).statusCode).toBe(400);
    expect((await postLogout(limited, own.providerId)).statusCode).toBe(429);
  });

  it('do not include sign-ins that were cancelled or that began in another browser, which count as starts', async () => {
    const limited = await testApp({ ...oidcEnvironment, RATE_LIMIT: '10000', SIGN_IN_LIMIT: '14' });
    const own = await seedOidc(limited);
    const { browser, path } = await beginOidc(limited, own);
    expect((await openBrowser(limited).get(path)).statusCode).toBe(403);
    const cancelled = path.replace(/code=[^&]+/, 'error=access_denied');
    for (let attempt = 0; attempt < 12; attempt += 1) expect((await browser.get(cancelled)).statusCode).toBe(403);
    expect((await browser.get(cancelled)).statusCode).toBe(429);
  });
});

describe('a logout at the provider', () => {
  const logOut = async (token: string, providerId = acme.providerId) =>
    test.app.inject({
      method: 'POST',
      url: `/oidc/${providerId}/backchannel-logout`,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ logout_token: token }).toString(),
    });

  /** Returns the logout token that the provider sends. */
  const tokenFor = async (logout: { sub: string; sid: string }) => {
    await acme.provider.sendLogout('docgraph', logout);
    return new URLSearchParams(acme.provider.sent.at(-1)!.body).get('logout_token')!;
  };

  const sidOf = async (cookie: string) => {
    const { hashToken } = await import('../../../src/access/authenticate.js');
    const { read } = test.store;
    const sessions = read.sql.selectFrom('AccessToken').select('providerSessionId');
    const row = await read.first(sessions.where('hash', '=', hashToken(cookie.split('=')[1]!)));
    return row!.providerSessionId!;
  };

  it('ends the session of that browser here, once, and records it', async () => {
    const [ended, other] = [
      sessionCookieOf(await signInByOidc(test, acme)),
      sessionCookieOf(await signInByOidc(test, acme)),
    ];
    const token = await tokenFor({ sub: ada.sub, sid: await sidOf(ended) });
    const answer = await logOut(token);
    expect([answer.statusCode, answer.headers['cache-control'], answer.body]).toEqual([200, 'no-store', '']);
    expect((await viewerOf(test, ended)).json().data.viewer).toBeNull();
    expect((await viewerOf(test, other)).json().data.viewer).not.toBeNull();
    const again = await logOut(token);
    expect([again.statusCode, again.json().error]).toEqual([400, 'invalid_request']);
    const { read } = test.store;
    const events = read.sql.selectFrom('Event').selectAll().where('action', '=', 'backchannelLogout');
    expect(await read.all(events)).toMatchObject([
      { organizationId: acme.id, changes: { provider: acme.providerId, sessions: 1 } },
    ]);
  });

  it('ends no session if the person has none, or if the token is for another provider', async () => {
    const cookie = sessionCookieOf(await signInByOidc(test, acme));
    expect((await logOut(await tokenFor({ sub: 'nobody', sid: 'none' }))).statusCode).toBe(200);
    const other = await seedOidc(test);
    const token = await tokenFor({ sub: ada.sub, sid: await sidOf(cookie) });
    expect((await logOut(token, other.providerId)).statusCode).toBe(400);
    expect((await logOut(token, unknown)).statusCode).toBe(404);
    expect((await viewerOf(test, cookie)).json().data.viewer).not.toBeNull();
  });

  it('is refused if the token is invalid or the form has none', async () => {
    for (const token of ['', 'a', 'a.b.c']) expect((await logOut(token)).statusCode).toBe(400);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const url = `/oidc/${acme.providerId}/backchannel-logout`;
    for (const payload of ['', 'logout_token=a&logout_token=b'])
      expect((await test.app.inject({ method: 'POST', url, headers, payload })).statusCode).toBe(400);
  });
});

describe('a logout from this server', () => {
  it('leads to the page of the provider that ends its session, and from there to a page of this server', async () => {
    const cookie = sessionCookieOf(await signInByOidc(test, acme));
    const headers = { cookie, 'sec-fetch-site': 'same-origin', 'content-type': 'application/x-www-form-urlencoded' };
    const {
      statusCode,
      headers: sent,
      body,
    } = await test.app.inject({
      method: 'POST',
      url: '/logout',
      headers,
      payload: '',
    });
    // The content security policy of the page allows forms to this server only. It would block a redirect to the
    // provider.
    expect([statusCode, sent.location]).toEqual([200, undefined]);
    const url = new URL(/http-equiv="refresh" content="0; url=([^"]+)"/.exec(body)![1]!.replaceAll('&#38;', '&'));
    expect(url.origin).toBe(acme.provider.issuer);
    const returnUrl = url.searchParams.get('post_logout_redirect_uri')!;
    expect(returnUrl).toBe(`${publicUrl}/oidc/${acme.providerId}/signed-out`);
    const page = await test.app.inject({ url: new URL(returnUrl).pathname });
    expect([page.statusCode, page.body]).toEqual([200, expect.stringContaining('You are signed out')]);
    expect((await viewerOf(test, cookie)).json().data.viewer).toBeNull();
  });
});

it('the database contains neither the secret of the browser nor values that derive from it', async () => {
  const { browser, path } = await beginOidc(test, acme);
  const { read } = test.store;
  const state = new URL(path, publicUrl).searchParams.get('state')!;
  const row = JSON.stringify(await read.first(read.sql.selectFrom('OidcLogin').selectAll().where('id', '=', state)));
  const { deriveNonce: nonceOf, pkceVerifier } = await import('../../../src/api/oidc/browser-secrets.js');
  const secret = browser.cookie.split('=')[1]!;
  for (const hidden of [secret, nonceOf(secret), pkceVerifier(secret)]) expect(row).not.toContain(hidden);
});
