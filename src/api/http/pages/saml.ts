import type { FastifyInstance } from 'fastify';
import type { Device } from '../../../access/device.js';
import { badInput } from '../../../platform/base/errors.js';
import { readDevice } from '../connection/device.js';
import { type SecretCookie, secretCookie } from '../connection/secret-cookie.js';
import { ownPath } from './own-path.js';
import { addSignInPages, type RouteWithId, type SignInRoutes, sendSignedIn, signInLimits } from './sign-in-pages.js';
import { addSignInStart, type StartSteps } from './sign-in-start.js';

/** Steps of a sign-in; each takes the id of the identity provider. */
export interface SignInSteps extends StartSteps {
  /**
   * Returns the XML for the identity provider.
   * @throws NOT_FOUND
   */
  readMetadata(providerId: string): Promise<string>;
  /**
   * Exchanges the provider's SAML response, once, for a ticket.
   * @throws FORBIDDEN, BAD_USER_INPUT, PAYLOAD_TOO_LARGE
   */
  receiveResponse(providerId: string, response: string): Promise<string>;
  /**
   * Accepts the ticket, once, from the browser of the first step.
   * @throws FORBIDDEN
   */
  finishLogin(providerId: string, finish: LastStep): Promise<{ sessionSecret: string; redirect: string | null }>;
}

/** Data that the browser sends to the last step. */
interface LastStep {
  ticket: string;
  browserSecret: string | undefined;
  device: Device;
}

/** Dependencies of the routes. */
export interface SamlRoutes extends SignInRoutes {
  steps: SignInSteps;
}

/** Maximum size of a posted form, in bytes; the SAML response in it has its own limit. */
const formLimit = 98_304;

/** Adds the pages of single sign-on by SAML below `/saml/`. */
export async function registerSaml(app: FastifyInstance, routes: SamlRoutes): Promise<void> {
  const cookie = secretCookie('docgraph-saml', { base: routes.base, seconds: 600 });
  await addSignInPages(app, '/saml', (pages) => addPages(pages, routes, cookie));
}

function addPages(pages: FastifyInstance, routes: SamlRoutes, cookie: SecretCookie): void {
  const { steps, sessionCookie } = routes;
  const { answering, counted } = signInLimits(routes, 'answer');
  addSignInStart(pages, routes, cookie);

  pages.get<RouteWithId>('/:id/metadata', async ({ params }, reply) =>
    reply.type('application/samlmetadata+xml').send(await steps.readMetadata(params.id)),
  );

  // The identity provider's page posts here from its own site, and browsers do not send a cookie with SameSite=Lax with
  // that request. So the SAML response is stored, and the browser is redirected to a GET request, which contains the
  // cookie.
  pages.post<RouteWithId>('/:id/acs', { ...answering, bodyLimit: formLimit }, async (request, reply) => {
    const { params, body } = request;
    const ticket = await counted(request, async () => steps.receiveResponse(params.id, responseIn(body)));
    return reply.redirect(ownPath(reply, `/saml/${encodeURIComponent(params.id)}/finish?ticket=${ticket}`), 303);
  });

  pages.get<RouteWithId>('/:id/finish', answering, async (request, reply) => {
    const ticket = String(request.query.ticket ?? '');
    const finish = { ticket, browserSecret: cookie.read(request), device: readDevice(request, sessionCookie) };
    const signedIn = await counted(request, () => steps.finishLogin(request.params.id, finish));
    cookie.remove(reply);
    return sendSignedIn(reply, routes, signedIn);
  });
}

function responseIn(form: unknown): string {
  const responses = form instanceof URLSearchParams ? form.getAll('SAMLResponse') : [];
  if (responses.length === 1) return responses[0]!;
  throw badInput('SAMLResponse', `\`SAMLResponse\` must be in the form once (got ${responses.length})`);
}
