import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../../../access/device.js';
import { forbidden } from '../../../platform/base/errors.js';
import { safeRedirect } from '../../../platform/urls/safe-redirect.js';
import { callerAddress } from '../connection/caller-address.js';
import { readDevice } from '../connection/device.js';
import { isOwnForm } from '../connection/session-cookie.js';
import {
  addressPage,
  confirmPage,
  endedLinkPage,
  linkSentPage,
  logoutPage,
  type Person,
  type ProviderOption,
  signedInPage,
  signedOutPage,
  signInOptionsPage,
} from './login-pages.js';
import { ownPath } from './own-path.js';
import { failureKey, readForms, type SignInRoutes, sendFailure, sendSignedIn } from './sign-in-pages.js';
import { sendPage } from './small-page.js';

/** Steps of a sign-in that begins with an address. */
export interface LoginSteps {
  /** Reports whether a text is an e-mail address. */
  isAddress(text: string): boolean;
  /** Finds the identity providers of the organizations that list the domain of an address. */
  findProviders(address: string): Promise<readonly ProviderOption[]>;
  /** Sends a link to the address, if it has a user. Returns false if too many requests wait. */
  requestLink(request: { address: string; redirect: string | null }): Promise<boolean>;
  /** Returns the address that a link signs in; null if the link has ended. */
  addressOfLink(secret: string): Promise<string | null>;
  /** Signs in with a link, once; null if the link has ended. */
  useLink(secret: string, device: Device): Promise<{ sessionSecret: string; redirect: string | null } | null>;
  /** Returns the person of a session; null if the session has ended. */
  personOf(sessionSecret: string): Promise<Person | null>;
  /** Ends a session. Returns the address at which the identity provider ends its own session; null for none. */
  endSession(sessionSecret: string): Promise<string | null>;
}

/** Dependencies of the pages. */
export interface LoginRoutes extends SignInRoutes {
  steps: LoginSteps;
}

/** Adds the pages of signing in and out: `/login`, `/login/mail`, `/login/link` and `/logout`. GET changes nothing. */
export async function registerLogin(app: FastifyInstance, routes: LoginRoutes): Promise<void> {
  await app.register(async (pages) => {
    readForms(pages, formLimit);
    pages.setErrorHandler(sendFailure);
    addAddressPages(pages, routes);
    addLinkPages(pages, routes);
    addLogout(pages, routes);
  });
}

/** Maximum size of a posted form, in bytes. */
const formLimit = 4_096;

type Query = { Querystring: Record<string, unknown> };

function addAddressPages(pages: FastifyInstance, { steps, start, base, home, sessionCookie }: LoginRoutes): void {
  pages.get<Query>('/login', async (request, reply) => {
    const redirect = safeRedirect(request.query.redirect);
    const secret = request.query.again === undefined ? sessionCookie.read(request) : undefined;
    const person = secret === undefined ? null : await steps.personOf(secret);
    if (person) return sendPage(reply, signedInPage(person, redirect ?? home));
    return sendPage(reply, addressPage({ email: textOrEmpty(request.query.email), redirect }));
  });

  pages.post('/login', async (request, reply) => {
    const { email, redirect, refusal } = await readAddress(request);
    if (refusal) return sendPage(reply.code(400), refusal);
    const providers = await steps.findProviders(email);
    if (providers.length > 0)
      return sendPage(allowHistoryCache(reply), signInOptionsPage({ email, redirect }, providers));
    await requestLink(request, { address: email, redirect });
    return sendPage(allowHistoryCache(reply), linkSentPage({ email, redirect }));
  });

  pages.post('/login/mail', async (request, reply) => {
    const { email, redirect, refusal } = await readAddress(request);
    if (refusal) return sendPage(reply.code(400), refusal);
    await requestLink(request, { address: email, redirect });
    return sendPage(allowHistoryCache(reply), linkSentPage({ email, redirect }));
  });

  /** Requests a link. The page is the same if the request is dropped. */
  async function requestLink(request: FastifyRequest, link: { address: string; redirect: string | null }) {
    if (await steps.requestLink(link)) return;
    request.log.warn({ requestId: request.id }, 'sign-in link not sent, because too many requests wait');
  }

  /** Reads the form with an address. `refusal` is the page for text that is not an address. */
  async function readAddress(request: FastifyRequest) {
    const form = ownForm(request, base);
    await start(callerAddress(request));
    const email = (form.get('email') ?? '').trim();
    const redirect = safeRedirect(form.get('redirect'));
    const refusal = steps.isAddress(email) ? null : addressPage({ email, redirect, isInvalid: true });
    return { email, redirect, refusal };
  }
}

/** Lets the browser store the page for its back button. Otherwise it would ask whether to send the form again. */
function allowHistoryCache(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'private, no-cache');
}

function addLinkPages(pages: FastifyInstance, routes: LoginRoutes): void {
  const { steps, failures, base, sessionCookie } = routes;
  /** Counts a request with an ended link as a failure of the caller. */
  const countEnded = (request: FastifyRequest) => failures.count(failureKey('link', request));
  const options = { onRequest: (request: FastifyRequest) => failures.check(failureKey('link', request)) };

  // Programs that check links in mail open addresses, but send no forms.
  pages.get<Query>('/login/link', options, async (request, reply) => {
    const token = textOrEmpty(request.query.token);
    const address = await steps.addressOfLink(token);
    if (address !== null) return sendPage(reply, confirmPage(address, token));
    await countEnded(request);
    return sendPage(reply.code(404), endedLinkPage);
  });

  pages.post('/login/link', options, async (request, reply) => {
    const token = ownForm(request, base).get('token') ?? '';
    const signedIn = await steps.useLink(token, readDevice(request, sessionCookie));
    if (signedIn === null) {
      await countEnded(request);
      return sendPage(reply.code(404), endedLinkPage);
    }
    return sendSignedIn(reply, routes, signedIn);
  });
}

function addLogout(pages: FastifyInstance, { steps, base, sessionCookie }: LoginRoutes): void {
  pages.get('/logout', async (_request, reply) => sendPage(reply, logoutPage));
  pages.post('/logout', async (request, reply) => {
    ownForm(request, base);
    const secret = sessionCookie.read(request);
    const address = secret === undefined ? null : await steps.endSession(secret);
    sessionCookie.remove(reply);
    // The content security policy forbids redirects from a form to another server, so a page redirects instead.
    return address === null ? reply.redirect(ownPath(reply, '/login'), 303) : sendPage(reply, signedOutPage(address));
  });
}

/**
 * Returns the form that a page of this server sent.
 * @throws FORBIDDEN for a form of another site
 */
function ownForm(request: FastifyRequest, base: string): URLSearchParams {
  if (!isOwnForm(request, base)) {
    throw forbidden('Cannot accept the form: a page of another site sent it', {
      action: 'signIn',
      needs: 'a form of this server',
      reason: 'FOREIGN_FORM',
    });
  }
  return request.body instanceof URLSearchParams ? request.body : new URLSearchParams();
}

function textOrEmpty(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
