import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../../../access/device.js';
import { badInput } from '../../../platform/base/errors.js';
import { readDevice } from '../connection/device.js';
import { type SecretCookie, secretCookie } from '../connection/secret-cookie.js';
import { withStatus } from '../server.js';
import {
  addSignInPages,
  loggedError,
  type RouteWithId,
  type SignInRoutes,
  sendSignedIn,
  signInLimits,
} from './sign-in-pages.js';
import { addSignInStart, type StartSteps } from './sign-in-start.js';
import { sendPage } from './small-page.js';

/** Steps of a sign-in by OpenID Connect; each takes the id of the provider. */
export interface OidcSteps extends StartSteps {
  /**
   * Accepts the provider's response, once, from the browser of the first step.
   * @throws FORBIDDEN, UNAVAILABLE
   */
  finishLogin(providerId: string, callback: Callback): Promise<{ sessionSecret: string; redirect: string | null }>;
  /**
   * Ends the sessions that a logout token names.
   * @throws NOT_FOUND, FORBIDDEN, UNAVAILABLE
   */
  endSessions(providerId: string, logoutToken: string): Promise<void>;
}

/** The response of a provider, and the browser that brings it. */
interface Callback {
  query: string;
  browserSecret: string | undefined;
  device: Device;
}

/** Dependencies of the routes. */
export interface OidcRoutes extends SignInRoutes {
  steps: OidcSteps;
}

/** Maximum size of a posted form, in bytes. */
const formLimit = 32_768;

/** Adds the pages of single sign-on by OpenID Connect below `/oidc/`. */
export async function registerOidc(app: FastifyInstance, routes: OidcRoutes): Promise<void> {
  const cookie = secretCookie('docgraph-oidc', { base: routes.base, seconds: 600 });
  await addSignInPages(app, '/oidc', (pages) => {
    addSignIn(pages, routes, cookie);
    addSignOut(pages, routes);
  });
}

function addSignIn(pages: FastifyInstance, routes: OidcRoutes, cookie: SecretCookie): void {
  const { steps, sessionCookie } = routes;
  const { answering, counted } = signInLimits(routes, 'answer');
  addSignInStart(pages, routes, cookie);

  // The provider redirects the browser here. Browsers send a cookie with SameSite=Lax with that request.
  pages.get<RouteWithId>('/:id/callback', answering, async (request, reply) => {
    const query = new URL(request.url, routes.base).search;
    const callback = { query, browserSecret: cookie.read(request), device: readDevice(request, sessionCookie) };
    const signedIn = await counted(request, () => steps.finishLogin(request.params.id, callback));
    cookie.remove(reply);
    return sendSignedIn(reply, routes, signedIn);
  });
}

function addSignOut(pages: FastifyInstance, routes: OidcRoutes): void {
  const { steps } = routes;
  const { answering, counted } = signInLimits(routes, 'logout');

  // The provider itself posts here.
  const posted = { ...answering, bodyLimit: formLimit, errorHandler: sendLogoutError };
  pages.post<RouteWithId>('/:id/backchannel-logout', posted, async (request, reply) => {
    const { params, body } = request;
    await counted(request, async () => steps.endSessions(params.id, logoutTokenIn(body)));
    return reply.code(200).send();
  });

  pages.get('/:id/signed-out', async (_request, reply) => sendPage(reply, signedOutPage));
}

const signedOutPage = {
  title: 'You are signed out',
  body: '<p role="status">You are signed out here and at your identity provider. You may close this page.</p>',
};

function logoutTokenIn(form: unknown): string {
  const tokens = form instanceof URLSearchParams ? form.getAll('logout_token') : [];
  if (tokens.length === 1) return tokens[0]!;
  throw badInput('logout_token', `\`logout_token\` must be in the form once (got ${tokens.length})`);
}

/** Sends an error to a provider: 400 for a refused token (OpenID Connect Back-Channel Logout 1.0, section 2.8). */
function sendLogoutError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const own = loggedError(error, request);
  if (own.code === 'FORBIDDEN') reply.code(400);
  else withStatus(reply, own);
  return reply.send({ error: 'invalid_request', error_description: own.message });
}
