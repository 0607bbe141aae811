import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type AddressedUse,
  authenticate,
  authenticateSession,
  type FindCaller,
  type OnUse,
} from '../../../access/authenticate.js';
import { tenantOf } from '../../../access/tenant.js';
import { anonymous, type UserViewer, type Viewer } from '../../../access/viewer.js';
import { AppError } from '../../../platform/base/errors.js';
import { defaultRetention, type RetentionConfig } from '../../../platform/config/retention-config.js';
import type { OnBatch } from '../../../platform/db/query/batch.js';
import { createLoaders } from '../../../platform/db/query/loaders.js';
import { relayNames, restNames } from '../../../platform/db/query/page-arguments.js';
import type { Store } from '../../../platform/db/write/store.js';
import { createOutbound, type Outbound } from '../../../platform/outbound/outbound.js';
import { createFindTexts, type FindTexts } from '../../../platform/outbound/text-records.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { AttemptKind } from '../../graphql/execution/attempts.js';
import type { Context } from '../../graphql/execution/context.js';
import { mayBeLarge } from '../bodies/read-bodies.js';
import { callerAddress } from '../connection/caller-address.js';
import type { SecretCookie } from '../connection/secret-cookie.js';
import { isFromOwnPage } from '../connection/session-cookie.js';
import type { CallerLimits } from '../limits/caller-limits.js';
import type { AdmitCaller } from '../limits/load-shedding.js';
import { unlimitedAccount } from '../limits/rate-limit.js';
import { createTextPayment } from '../limits/text-payment.js';
import { documentRequired } from './document-refusal.js';
import { readIdempotencyKey } from './idempotency-key.js';
import { parseIfMatch } from './if-match.js';
import { type ObservedServices, type ObserveServices, servicesFor } from './observe-services.js';
import { countBatches } from './request-log.js';

/** Services that all requests share. */
export interface RequestServices
  extends Pick<CallerLimits, 'openAccount' | 'openAddress' | 'attempts' | 'refusedToken'> {
  store: Store;
  urls: Urls;
  /** Secret that signs cursors. */
  secret: string;
  /** Encrypts and decrypts keys that the server must be able to show again. */
  sealer: Sealer;
  /** Maximum number of days that rows are kept, by kind. */
  retention: RetentionConfig;
  /** Looks up TXT records in DNS. */
  findTexts: FindTexts;
  /** Sends requests to other hosts. */
  outbound: Outbound;
  /** Called when the caller of a request is known; absent if no request is refused for overload. */
  admitCaller?: AdmitCaller;
  /** Finds callers by their tokens. */
  findCaller: FindCaller;
  /** Called for each use of a token or session. */
  onUse: (use: AddressedUse) => void;
  /** Cookie with the secret of a session. */
  sessionCookie: SecretCookie;
  /** Called for each batch of a request; for tests. */
  onBatch?: OnBatch;
  /** Whether the notes of requests count their batches. */
  countsBatches?: boolean;
  /** Observes a request; absent if there are neither traces nor a log of slow operations. */
  observe?: ObserveServices;
}

/**
 * Creates the context of a request: authenticates its caller and creates its loaders.
 * @throws UNAUTHENTICATED; BAD_USER_INPUT for an invalid `Idempotency-Key`
 */
export async function requestContext(
  shared: RequestServices,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Context> {
  const viewer = await resolveCaller(shared, request);
  if (hasEnded(shared, request, viewer)) shared.sessionCookie.remove(reply);
  return openContext(shared, viewer, { request, reply, pageNames: relayNames });
}

/** Reports whether a request has the cookie of an ended session. */
function hasEnded(shared: RequestServices, request: FastifyRequest, viewer: Viewer): boolean {
  return viewer.kind === 'anonymous' && sessionSecretOf(shared, request) !== undefined;
}

/** A request of `/v1`, and whether its operation accepts `If-Match`. */
interface RestExchange {
  request: FastifyRequest;
  reply: FastifyReply;
  ifMatch: boolean;
}

/**
 * Creates the context of a request of `/v1`, which requires a token.
 * @throws UNAUTHENTICATED, also without a token; FORBIDDEN for a token that accepts only persisted documents
 * @throws BAD_USER_INPUT for an invalid `Idempotency-Key` or `If-Match`
 */
export async function restContext(
  shared: RequestServices,
  { request, reply, ifMatch }: RestExchange,
): Promise<Context> {
  const viewer = await resolveCaller(shared, request);
  if (viewer.kind === 'anonymous') {
    if (hasEnded(shared, request, viewer)) {
      shared.sessionCookie.remove(reply);
      throw new AppError('UNAUTHENTICATED', 'The session has ended: sign in again at /login');
    }
    throw new AppError(
      'UNAUTHENTICATED',
      'This needs an access token: send the header `Authorization: Bearer <token>`',
    );
  }
  if (viewer.kind === 'user' && viewer.documents !== undefined)
    throw documentRequired('The access token accepts persisted documents of the graph alone');
  const precondition = ifMatch ? parseIfMatch(request.headers['if-match']) : null;
  return openContext(shared, viewer, { request, reply, pageNames: restNames, precondition });
}

/**
 * Creates the context for a visitor of a published site. Visitors are not users, so credentials in the request are
 * ignored.
 */
export function visitorContext(shared: RequestServices, request: FastifyRequest, reply: FastifyReply): Context {
  return openContext(shared, anonymous, { request, reply, pageNames: restNames });
}

/**
 * Returns the person whose browser opens a page, by the session cookie; null without a valid session. Use it only for
 * pages that a GET request reads, because it does not exclude links from other sites.
 */
export async function pageViewer(shared: RequestServices, request: FastifyRequest): Promise<UserViewer | null> {
  const { sessionCookie, findCaller } = shared;
  const secret = sessionCookie.read(request);
  return secret === undefined
    ? null
    : authenticateSession(findCaller, secret, useRecorder(shared, request)).catch(() => null);
}

/** Returns the callback for a use of the token or session of a request. */
function useRecorder({ onUse }: RequestServices, request: FastifyRequest): OnUse {
  return (use) => onUse({ ...use, address: callerAddress(request) });
}

/** Creates the context of a request, and records it for the log. */
function openContext(shared: RequestServices, viewer: Viewer, exchange: Exchange): Context {
  const { request } = exchange;
  const own = requestState(shared, viewer, exchange);
  const context = makeContext(servicesFor(shared, request, own.onBatch), viewer, own);
  request.notes.context = context;
  return context;
}

/**
 * Returns the caller of a request. Refused tokens are counted per address of the socket; after too many, the response
 * is 429. Even then the token is looked up, because a valid one works from any address.
 * @throws UNAUTHENTICATED, RATE_LIMITED
 */
function resolveCaller(shared: RequestServices, request: FastifyRequest): Promise<Viewer> {
  if (!mayBeLarge(request)) return findCallerOf(shared, request);
  const known = callersOfLarge.get(request) ?? findCallerOf(shared, request);
  callersOfLarge.set(request, known);
  return known;
}

/**
 * Callers of requests with a large body. A caller is looked up before the body is read, and used again for the context.
 */
const callersOfLarge = new WeakMap<FastifyRequest, Promise<Viewer>>();

async function findCallerOf(shared: RequestServices, request: FastifyRequest): Promise<Viewer> {
  const viewer = await authenticateRequest(shared, request);
  shared.admitCaller?.(request, viewer);
  return viewer;
}

async function authenticateRequest(shared: RequestServices, request: FastifyRequest): Promise<Viewer> {
  const { findCaller, refusedToken } = shared;
  const onUse = useRecorder(shared, request);
  try {
    const secret = sessionSecretOf(shared, request);
    if (secret !== undefined) return (await authenticateSession(findCaller, secret, onUse)) ?? anonymous;
    return await authenticate(findCaller, request.headers.authorization, onUse);
  } catch (error) {
    if (error instanceof AppError && error.code === 'UNAUTHENTICATED') await refusedToken(callerAddress(request));
    throw error;
  }
}

/**
 * Returns the secret of the session that a request uses; undefined for a request with a token or without the cookie.
 * Also undefined for a request that a page of another site may have sent.
 */
function sessionSecretOf({ sessionCookie }: RequestServices, request: FastifyRequest): string | undefined {
  if (request.headers.authorization !== undefined || request.headers.cookie === undefined) return undefined;
  return isFromOwnPage(request) ? sessionCookie.read(request) : undefined;
}

/**
 * Returns the tenant in whose queue a request waits before its body is read. For a caller with a token, `tenantOf`
 * finds the tenant by the ids in the path. For a caller without a token, the tenant is the caller's address.
 * @throws UNAUTHENTICATED, RATE_LIMITED for a refused token
 */
export async function bodyTenant(shared: RequestServices, request: FastifyRequest): Promise<string> {
  const viewer = await resolveCaller(shared, request);
  if (viewer.kind === 'anonymous') return callerAddress(request);
  return tenantOf(viewer, Object.values(request.params as Record<string, string>));
}

/** The parts of a context that differ between requests of the same viewer. */
type RequestState = Pick<
  Context,
  'requestId' | 'requestKey' | 'precondition' | 'lastEventId' | 'log' | 'account' | 'pay' | 'attempt' | 'pageNames'
> & { onBatch?: OnBatch | undefined };

const chargeNothing = async (): Promise<void> => {};

const noRequest: Omit<RequestState, 'account'> = {
  requestId: '-',
  requestKey: null,
  precondition: null,
  lastEventId: null,
  log: { error: () => {}, warn: () => {} },
  pay: Object.assign(async () => {}, { paid: () => 0 }),
  attempt: chargeNothing,
  pageNames: relayNames,
};

const systemDns = createFindTexts();

const publicOutbound = createOutbound([]);

/** Creates the context of a caller's request. */
function makeContext(shared: ObservedServices, viewer: Viewer, own: RequestState): Context {
  const { store, urls, secret, sealer, findTexts = systemDns, outbound = publicOutbound } = shared;
  const { observation, observeLoad, retention = defaultRetention } = shared;
  const onBatch = observation ? shared.onBatch : own.onBatch;
  const read = onBatch ? store.reading(onBatch) : store.read;
  const { requestId, requestKey, precondition, lastEventId, log, account, pay, attempt, pageNames } = own;
  // Creates the context as one object literal. It is created for each request, and copying or changing it would cost
  // more than the rest of its creation.
  return {
    viewer,
    params: undefined,
    operation: undefined,
    request: undefined,
    exchange: undefined,
    waitUntil: undefined,
    tenant: undefined,
    store,
    read,
    loaders: createLoaders(read, observeLoad),
    urls,
    secret,
    sealer,
    retention,
    findTexts,
    outbound,
    pageNames,
    requestId,
    requestKey,
    precondition,
    lastEventId,
    eventNumber: null,
    observation,
    log,
    account,
    pay,
    attempt,
  };
}

/** Creates a context outside of a request, for the command line and tests. */
export function createContext(shared: ObservedServices, viewer: Viewer): Context {
  return makeContext(shared, viewer, { ...noRequest, account: unlimitedAccount(), onBatch: shared.onBatch });
}

interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  pageNames: Context['pageNames'];
  precondition?: Context['precondition'];
}

function requestState(
  shared: RequestServices,
  viewer: Viewer,
  { request, reply, pageNames, precondition = null }: Exchange,
): RequestState {
  const isKnown = viewer.kind === 'user';
  const caller = isKnown ? viewer.userId : callerAddress(request);
  const account = (isKnown ? shared.openAccount : shared.openAddress)(caller, reply);
  const attempt = (kind: AttemptKind) => shared.attempts[kind](caller);
  const pay = createTextPayment(account.charge, pageNames === relayNames);
  const requestKey = readIdempotencyKey(request, reply, viewer);
  const { id: requestId, log } = request;
  const lastEventId = (request.headers['last-event-id'] as string | undefined) || null;
  const onBatch = shared.countsBatches ? countBatches(request, shared.onBatch) : shared.onBatch;
  return { requestId, requestKey, precondition, lastEventId, log, account, pay, attempt, pageNames, onBatch };
}
