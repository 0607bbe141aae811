import type { LightMyRequestResponse } from 'fastify';
import { publicUrl, type TestApp } from '../../support/app.js';
import { type Attributes, loginResponse, provider as testProvider } from '../saml/identity-provider.js';

/** A minimal browser for a sign-in: it stores one cookie. */
export interface Browser {
  get(path: string): Promise<LightMyRequestResponse>;
  /** Sends a form as the page of the identity provider does: without a cookie, because that page is on another site. */
  post(path: string, form: Record<string, string> | string): Promise<LightMyRequestResponse>;
  cookie: string;
}

/** Returns a browser without a cookie. */
export function openBrowser({ app }: TestApp): Browser {
  const browser: Browser = {
    cookie: '',
    async get(path) {
      const answer = await app.inject({ url: path, headers: { ...(browser.cookie && { cookie: browser.cookie }) } });
      const set = answer.headers['set-cookie'];
      if (typeof set === 'string') browser.cookie = set.split(';')[0]!;
      return answer;
    },
    post: (path, form) =>
      app.inject({
        method: 'POST',
        url: path,
        headers: { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://idp.test' },
        payload: typeof form === 'string' ? form : new URLSearchParams(form).toString(),
      }),
  };
  return browser;
}

/** The person who signs in, and the provider. */
export interface Login {
  /** Id of the provider in this application. */
  id: string;
  nameId?: string;
  attributes?: Attributes;
  redirect?: string;
  browser?: Browser;
  provider?: typeof testProvider;
}

/** The person who signs in by default. */
export const ada = { nameId: 'ada-1815', attributes: { email: 'ada@idp.test', displayName: 'Ada Lovelace' } };

/** Starts a sign-in. Returns the form that the identity provider makes the browser send. */
export async function begin(
  test: TestApp,
  login: Login,
): Promise<{ browser: Browser; form: { SAMLResponse: string } }> {
  const { id, redirect, browser = openBrowser(test), provider = testProvider } = login;
  const query = redirect === undefined ? '' : `?redirect=${encodeURIComponent(redirect)}`;
  const started = await browser.get(`/saml/${id}/start${query}`);
  if (started.statusCode !== 303) throw new Error(`${started.statusCode} ${started.body}`);
  const service = { entityId: `${publicUrl}/saml/${id}/metadata`, acsUrl: `${publicUrl}/saml/${id}/acs` };
  const { nameId = ada.nameId, attributes = ada.attributes } = login;
  const form = await loginResponse({ service, provider, url: String(started.headers.location), nameId, attributes });
  return { browser, form };
}

/** Runs a sign-in until the ticket is issued. Returns the browser and the path that it is redirected to. */
export async function signInUntilTicket(test: TestApp, login: Login): Promise<{ browser: Browser; path: string }> {
  const { browser, form } = await begin(test, login);
  const answer = await browser.post(`/saml/${login.id}/acs`, form);
  if (answer.statusCode !== 303) throw new Error(`${answer.statusCode} ${answer.body}`);
  return { browser, path: String(answer.headers.location) };
}

/** Runs a complete sign-in. Returns the last response. */
export async function signIn(test: TestApp, login: Login): Promise<LightMyRequestResponse> {
  const { browser, path } = await signInUntilTicket(test, login);
  return browser.get(path);
}

/** Returns the secret of the session that the last response starts. */
export function tokenOf({ statusCode, headers, body }: LightMyRequestResponse): string {
  const secret = /__Host-docgraph=(dgs_[\w-]{43});/.exec(String(headers['set-cookie']))?.[1];
  if (statusCode !== 303 || !secret) throw new Error(`${statusCode} ${body}`);
  return secret;
}

/** Signs in and returns the secret of the session. */
export async function tokenFor(test: TestApp, login: Login): Promise<string> {
  return tokenOf(await signIn(test, login));
}
