import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type AppError, HarmlessCause } from '../../../platform/base/errors.js';
import { callerAddress } from '../connection/caller-address.js';
import { noSuchPath } from '../connection/request-path.js';
import type { SecretCookie } from '../connection/secret-cookie.js';
import type { CountAttempt, FailureLimit } from '../limits/attempts.js';
import { noteErrors } from '../requests/request-log.js';
import { toAppError, withStatus } from '../server.js';
import { ownPath } from './own-path.js';
import { failurePage } from './saml-pages.js';
import { sendPage } from './small-page.js';

/** Parts that the sign-in pages of all protocols use. */
export interface SignInRoutes {
  /**
   * Counts the start of a sign-in by an address.
   * @throws RATE_LIMITED
   */
  start: CountAttempt;
  /** Failures after the start of a sign-in, by {@link failureKey}. */
  failures: FailureLimit;
  /** Base address of the server as clients see it. */
  base: string;
  /** Path to open after a sign-in that began at no other page. */
  home: string;
  sessionCookie: SecretCookie;
}

/** A request with the id of an identity provider in its path. */
export type RouteWithId = { Params: { id: string }; Querystring: Record<string, unknown> };

/** Adds pages below a prefix. Their form parser and error handler apply to no other routes. */
export async function addSignInPages(
  app: FastifyInstance,
  prefix: string,
  add: (pages: FastifyInstance) => void,
): Promise<void> {
  await app.register(
    async (pages) => {
      readForms(pages);
      pages.setErrorHandler(sendFailure);
      pages.setNotFoundHandler((request) => {
        throw noSuchPath(request);
      });
      add(pages);
    },
    { prefix },
  );
}

/** Steps whose failures are counted separately, so that failures of one step do not cause refusals of another. */
type CountedStep = 'answer' | 'link' | 'logout';

/**
 * Returns the key that failures are counted under: a step, the address of the caller, and the provider in the path, if
 * any.
 */
export function failureKey(step: CountedStep, request: FastifyRequest): string {
  const { id = '' } = request.params as { id?: string };
  return `${step} ${callerAddress(request)} ${id}`;
}

/** Returns the options of routes with a counted step, and a function that counts failures. */
export function signInLimits({ start, failures }: Pick<SignInRoutes, 'start' | 'failures'>, counts: CountedStep) {
  return {
    // Many people share an address, so only failures count. An address that guesses is refused before its response is
    // read.
    answering: {
      // A HEAD request, such as from a link preview, must not complete a step, because each step works only once.
      exposeHeadRoute: false,
      onRequest: (request: FastifyRequest): Promise<void> => failures.check(failureKey(counts, request)),
    },
    counted: <Result>(request: FastifyRequest, run: () => Promise<Result>): Promise<Result> =>
      run().catch(async (error) => {
        if (isHarmless(error)) await start(callerAddress(request));
        else await failures.count(failureKey(counts, request));
        throw error;
      }),
  };
}

/**
 * Reports whether an error also happens to honest people: the sign-in is over or was cancelled, or the provider cannot
 * be reached. Such an error counts as the start of a sign-in and not as a failure.
 */
function isHarmless({ code, cause }: Partial<AppError>): boolean {
  return code === 'UNAVAILABLE' || cause instanceof HarmlessCause;
}

/** Returns an error of a sign-in. Its cause, which no response contains, is logged. */
export function loggedError(error: Error, request: FastifyRequest): AppError {
  const own = toAppError(error, request);
  noteErrors(request, [{ code: own.code, reason: own.detail.reason }]);
  if (own.cause) request.log.warn({ err: own.cause, requestId: request.id }, 'sign-in refused');
  return own;
}

/** Sends the page of a failed sign-in, and logs the reason. */
export function sendFailure(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const own = loggedError(error, request);
  return sendPage(withStatus(reply, own), failurePage(own, request.id));
}

/** The result of a sign-in. */
interface SignedIn {
  sessionSecret: string;
  /** Path of this server to open; null for the first page. */
  redirect: string | null;
}

/** Stores the session of a person who has signed in, and opens the page that the sign-in began at. */
export function sendSignedIn(
  reply: FastifyReply,
  { sessionCookie, home }: Pick<SignInRoutes, 'sessionCookie' | 'home'>,
  { sessionSecret, redirect }: SignedIn,
): FastifyReply {
  sessionCookie.write(reply, sessionSecret);
  return reply.redirect(ownPath(reply, redirect ?? home), 303);
}

/**
 * Reads forms only on these pages. All other routes refuse forms, because pages of other sites can send them.
 * @param bodyLimit maximum size of a form in bytes; by default that of the route
 */
export function readForms(pages: FastifyInstance, bodyLimit?: number): void {
  pages.removeAllContentTypeParsers();
  pages.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string', ...(bodyLimit !== undefined && { bodyLimit }) },
    async (_request: unknown, body: string) => new URLSearchParams(body),
  );
}
