import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Device } from '../../../access/device.js';
import { AppError, badInput } from '../../../platform/base/errors.js';
import { callerAddress } from '../connection/caller-address.js';
import { deviceOf } from '../connection/device.js';
import { type SecretCookie, secretCookie } from '../connection/secret-cookie.js';
import type { Attempt, Failures } from '../limits/attempts.js';
import { noteErrors } from '../requests/request-log.js';
import { appErrorOf, withStatus } from '../server.js';
import { failurePage } from './saml-pages.js';
import { sendPage } from './small-page.js';

/** Steps of a sign-in; each takes the id of the identity provider. */
export interface SignInSteps {
  /**
   * Returns the XML for the identity provider.
   * @throws NOT_FOUND
   */
  readMetadata(providerId: string): Promise<string>;
  /**
   * Returns the address to send the browser to, and a secret for the browser to store.
   * @throws NOT_FOUND
   */
  beginLogin(providerId: string, redirect: unknown): Promise<{ url: string; browserSecret: string }>;
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

/** Parts of the routes. */
export interface SamlRoutes {
  steps: SignInSteps;
  /**
   * Counts the start of a sign-in by an address.
   * @throws RATE_LIMITED
   */
  start: Attempt;
  /** Failures of an address when it posts a SAML response or finishes a sign-in. */
  failures: Failures;
  /** Base address of the server as clients see it. */
  base: string;
  /** Path to open after a sign-in that began at no other page. */
  home: string;
  sessionCookie: SecretCookie;
}

/** Maximum size of a posted form, in bytes; the SAML response in it has its own limit. */
const formLimit = 98_304;

/** Adds the pages of single sign-on below `/saml/`. Their form parser and error handler apply to no other routes. */
export async function registerSaml(app: FastifyInstance, routes: SamlRoutes): Promise<void> {
  const cookie = secretCookie('docgraph-saml', { base: routes.base, seconds: 600 });
  await app.register(async (pages) => addPages(pages, routes, cookie), { prefix: '/saml' });
}

type WithId = { Params: { id: string }; Querystring: Record<string, unknown> };

function addPages(
  pages: FastifyInstance,
  { steps, start, failures, home, sessionCookie }: SamlRoutes,
  cookie: SecretCookie,
): void {
  readForms(pages);
  pages.setErrorHandler(sendFailure);
  pages.setNotFoundHandler((request) => {
    throw new AppError('NOT_FOUND', `No such path: ${request.method} ${request.url.split('?')[0]}`);
  });
  // A HEAD request, such as for a preview of a link, must not use up a step.
  const step = (onRequest: (request: FastifyRequest) => Promise<void>) => ({ exposeHeadRoute: false, onRequest });
  const starting = step((request) => start(callerAddress(request)));
  // Many people share an address, so only failures count. An address that guesses is refused before its SAML response
  // is read.
  const answering = step((request) => failures.check(callerAddress(request)));
  const counted = <Result>(request: FastifyRequest, run: () => Promise<Result>): Promise<Result> =>
    run().catch(async (error) => {
      await failures.count(callerAddress(request));
      throw error;
    });

  pages.get<WithId>('/:id/metadata', async ({ params }, reply) =>
    reply.type('application/samlmetadata+xml').send(await steps.readMetadata(params.id)),
  );

  pages.get<WithId>('/:id/start', starting, async ({ params, query }, reply) => {
    const { url, browserSecret } = await steps.beginLogin(params.id, query.redirect);
    cookie.write(reply, browserSecret);
    return reply.redirect(url, 303);
  });

  // The identity provider's page posts here from its own site, and browsers do not send a cookie with SameSite=Lax with
  // that request. So the SAML response is stored, and the browser is redirected to a GET, with which it sends the
  // cookie.
  pages.post<WithId>('/:id/acs', { ...answering, bodyLimit: formLimit }, async (request, reply) => {
    const { params, body } = request;
    const ticket = await counted(request, async () => steps.receiveResponse(params.id, responseIn(body)));
    return reply.redirect(`/saml/${encodeURIComponent(params.id)}/finish?ticket=${ticket}`, 303);
  });

  pages.get<WithId>('/:id/finish', answering, async (request, reply) => {
    const ticket = String(request.query.ticket ?? '');
    const finish = { ticket, browserSecret: cookie.read(request), device: deviceOf(request, sessionCookie) };
    const { sessionSecret, redirect } = await counted(request, () => steps.finishLogin(request.params.id, finish));
    cookie.remove(reply);
    sessionCookie.write(reply, sessionSecret);
    return reply.redirect(redirect ?? home, 303);
  });
}

/** Reads forms only on these pages. All other routes refuse forms, because pages of other sites can send them. */
function readForms(pages: FastifyInstance): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
}

function responseIn(form: unknown): string {
  const responses = form instanceof URLSearchParams ? form.getAll('SAMLResponse') : [];
  if (responses.length === 1) return responses[0]!;
  throw badInput('SAMLResponse', `\`SAMLResponse\` must be in the form once (got ${responses.length})`);
}

function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const own = appErrorOf(error, request);
  noteErrors(request, [own.code]);
  if (own.cause) request.log.warn({ err: own.cause, requestId: request.id }, 'sign-in refused');
  return sendPage(withStatus(reply, own), failurePage(own, request.id));
}
