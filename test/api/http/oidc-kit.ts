import type { LightMyRequestResponse } from 'fastify';
import { seedOidcProvider } from '../../modules/identity/oidc/oidc-settings.js';
import { publicUrl, type TestApp } from '../../support/app.js';
import { type Person, seedOrganization } from '../../support/seed.js';
import { type Account, type OpenProvider, openProvider } from '../oidc/open-provider.js';
import { type Browser, openBrowser } from './saml-kit.js';

/** An organization with an OpenID provider that is running. */
export interface OidcOrganization {
  id: string;
  admin: Person;
  /** Id of the provider in this application. */
  providerId: string;
  provider: OpenProvider;
}

/** Environment of applications that may call providers of tests. */
export const oidcEnvironment = { OUTBOUND_ALLOW: '127.0.0.1' };

const clientSecret = 'a secret of a client, 32 bytes long';

/** Creates an organization with an OpenID provider. `settings` are more fields of `createOIDCProvider`. */
export async function seedOidc(test: TestApp, settings: object = {}): Promise<OidcOrganization> {
  const { id, admin } = await seedOrganization(test);
  const provider = await openProvider();
  return { id, admin, provider, providerId: await addOidcProvider(test, { id, admin, provider }, settings) };
}

/** Adds a running provider to an organization. Returns its id. */
export async function addOidcProvider(
  test: TestApp,
  { id, admin, provider }: Omit<OidcOrganization, 'providerId'>,
  settings: object = {},
): Promise<string> {
  const own = { issuer: provider.issuer, clientSecret, ...settings };
  const providerId = await seedOidcProvider(test, { id, admin }, own);
  const service = `${publicUrl}/oidc/${providerId}`;
  await provider.addClient({
    client_id: 'docgraph',
    client_secret: clientSecret,
    redirect_uris: [`${service}/callback`],
    backchannel_logout_uri: `${service}/backchannel-logout`,
    backchannel_logout_session_required: true,
    post_logout_redirect_uris: [`${service}/signed-out`],
  });
  return providerId;
}

/** A sign-in to run. */
export interface OidcLogin extends Pick<OidcOrganization, 'provider' | 'providerId'> {
  account?: Account;
  redirect?: string;
  browser?: Browser;
}

/** Runs a sign-in until the provider sends the browser back. Returns the browser and the path that it opens next. */
export async function beginOidc(test: TestApp, login: OidcLogin): Promise<{ browser: Browser; path: string }> {
  const { provider, providerId, account, redirect, browser = openBrowser(test) } = login;
  if (account) provider.account = account;
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
  const started = await browser.get(`/oidc/${providerId}/start${query}`);
  if (started.statusCode !== 303) throw new Error(`${started.statusCode} ${started.body}`);
  const { pathname, search } = await provider.signIn(String(started.headers.location));
  return { browser, path: pathname + search };
}

/** Runs a complete sign-in. Returns the last response. */
export async function signInByOidc(test: TestApp, login: OidcLogin): Promise<LightMyRequestResponse> {
  const { browser, path } = await beginOidc(test, login);
  return browser.get(path);
}

/** Returns the cookie of the session that a response starts. */
export function sessionCookieOf({ statusCode, headers, body }: LightMyRequestResponse): string {
  const cookie = /__Host-docgraph=dgs_[\w-]{43}/.exec(String(headers['set-cookie']))?.[0];
  if (statusCode !== 303 || !cookie) throw new Error(`${statusCode} ${body}`);
  return cookie;
}

/** Asks who the person of a session is, as a page of this server does. */
export async function viewerOf({ app }: TestApp, cookie: string): Promise<LightMyRequestResponse> {
  const headers = { cookie, 'sec-fetch-site': 'same-origin' };
  const payload = { query: '{ viewer { id displayName email } organizations { nodes { id } } }' };
  return app.inject({ method: 'POST', url: '/graphql', headers, payload });
}
