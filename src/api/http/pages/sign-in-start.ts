import type { FastifyInstance } from 'fastify';
import { safeRedirect } from '../../../platform/urls/safe-redirect.js';
import { callerAddress } from '../connection/caller-address.js';
import type { SecretCookie } from '../connection/secret-cookie.js';
import { isFromOtherSite } from '../connection/session-cookie.js';
import { type NamedProvider, startPage } from './login-pages.js';
import type { RouteWithId, SignInRoutes } from './sign-in-pages.js';
import { sendPage } from './small-page.js';

/** First steps of a sign-in; each takes the id of the identity provider. */
export interface StartSteps {
  /**
   * Returns the names of the provider and of its organization.
   * @throws NOT_FOUND
   */
  nameProvider(providerId: string): Promise<NamedProvider>;
  /**
   * Returns the address to send the browser to, and a secret for the browser to store.
   * @throws NOT_FOUND, UNAVAILABLE
   */
  beginLogin(providerId: string, redirect: unknown): Promise<{ url: string; browserSecret: string }>;
}

/** Dependencies of the route. */
interface StartRoutes extends Pick<SignInRoutes, 'start'> {
  steps: StartSteps;
}

/**
 * Adds `/:id/start`, at which a sign-in starts. A provider may respond without asking the person. So a link on another
 * site could replace the session of a person with one of an attacker. Such a link opens a page that asks first.
 */
export function addSignInStart(pages: FastifyInstance, { steps, start }: StartRoutes, cookie: SecretCookie): void {
  // A HEAD request, such as from a link preview, must not start a sign-in.
  pages.get<RouteWithId>('/:id/start', { exposeHeadRoute: false }, async (request, reply) => {
    const { id } = request.params;
    const { redirect } = request.query;
    if (isFromOtherSite(request)) {
      const path = `${pages.prefix}/${encodeURIComponent(id)}/start`;
      return sendPage(reply, startPage(await steps.nameProvider(id), { path, redirect: safeRedirect(redirect) }));
    }
    await start(callerAddress(request));
    const { url, browserSecret } = await steps.beginLogin(id, redirect);
    cookie.write(reply, browserSecret);
    return reply.redirect(url, 303);
  });
}
