import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { organizationOf, possibleIdsIn } from '../../../access/tenant.js';
import type { Viewer } from '../../../access/viewer.js';
import type { OnBatch } from '../../../platform/db/query/batch.js';
import type { Context } from '../../graphql/execution/context.js';
import type { RequestTrace } from '../../graphql/execution/observation.js';
import { loggedPath } from './logged-path.js';

/** Facts about a request for its log entry, collected while it runs. */
interface RequestNotes {
  /** Context of the request; null until the caller is known, and for requests that have no caller. */
  context: Context | null;
  /** Returns the name of the GraphQL operation in the request; null for requests without one. */
  operation: (() => string | undefined) | null;
  /** Error codes in the response. */
  errors: string[];
  /** Reason of the first error that has one; null if none has. */
  reason: string | null;
  /** Number of batches of reads, if they are counted. */
  batches: number;
  /** Status of a response that bypassed Fastify's reply; null for others. */
  status: number | null;
  isEnded: boolean;
  /** Whether the hostname of a site was requested. The route of the path then does not respond. */
  isAtSiteHost: boolean;
  /** Trace of the request; null if tracing is off, and for health checks. */
  trace: RequestTrace | null;
}

declare module 'fastify' {
  interface FastifyRequest {
    notes: RequestNotes;
  }
}

/**
 * The log entry of a request; docs/configuration.md lists the members. It omits tokens, headers, bodies, queries and
 * variables, because they may contain secrets.
 */
interface RequestLine {
  requestId: string;
  traceId?: string | undefined;
  method: string;
  path: string;
  operation?: string | undefined;
  caller?: string | undefined;
  token?: string | undefined;
  organization?: string | undefined;
  status?: number | undefined;
  durationMs: number;
  points?: number | undefined;
  errors?: string[] | undefined;
  aborted?: true | undefined;
}

/** Paths that load balancers and supervisors request every second; their entries have the level `debug`. */
export const probes = new Set(['/livez', '/healthz', '/readyz']);

/** Maximum number of error codes in an entry. */
const maxErrors = 10;

/** Starts the notes of a request, and schedules its log entry. */
export type BeginNotes = (request: FastifyRequest, reply: FastifyReply) => void;

/** Functions that run when a request has ended. */
export interface RequestEnd {
  /** Whether entries of the level `info` are logged. */
  isLogged: boolean;
  /** Further function that receives each request; undefined for none. */
  onEnd?: ((request: FastifyRequest, reply: FastifyReply) => void) | undefined;
}

/**
 * Collects notes on each request. Writes one entry at the level `info`, and calls `onEnd`, when its response is sent or
 * its connection closes. Without both, there is no hook for the end. Add it before every hook that can respond.
 * @returns a function that starts the notes of a request for which no hook runs
 */
export function logRequests(app: FastifyInstance, { isLogged, onEnd }: RequestEnd): BeginNotes {
  app.decorateRequest('notes', null as unknown as RequestNotes);
  const isObserved = isLogged || onEnd !== undefined;
  const end = (request: FastifyRequest, reply: FastifyReply): void => {
    // A request that load shedding has refused has no notes.
    if (request.notes?.isEnded !== false) return;
    request.notes.isEnded = true;
    if (isLogged) write(request, reply);
    onEnd?.(request, reply);
  };
  const begin: BeginNotes = (request, reply) => {
    request.notes = {
      context: null,
      operation: null,
      errors: [],
      reason: null,
      batches: 0,
      status: null,
      isEnded: false,
      isAtSiteHost: false,
      trace: null,
    };
    if (isObserved) reply.raw.once('close', () => end(request, reply));
  };
  app.addHook('onRequest', (request, reply, done) => {
    begin(request, reply);
    done();
  });
  if (isObserved)
    app.addHook('onResponse', (request, reply, done) => {
      end(request, reply);
      done();
    });
  return begin;
}

/** Code and reason of an error in a response. */
export interface NotedError {
  code: string;
  reason?: string | undefined;
}

/** Adds the errors of a response to the notes of its request, if it has notes. */
export function noteErrors({ notes }: Partial<Pick<FastifyRequest, 'notes'>>, errors: readonly NotedError[]): void {
  if (!notes) return;
  for (const { code, reason } of errors) {
    if (notes.errors.length < maxErrors && !notes.errors.includes(code)) notes.errors.push(code);
    notes.reason ??= reason ?? null;
  }
}

/** Returns the callback that counts the batches of a request, and also calls another one. */
export function countBatches({ notes }: Pick<FastifyRequest, 'notes'>, onBatch: OnBatch | undefined): OnBatch {
  return (batch) => {
    notes.batches++;
    onBatch?.(batch);
  };
}

/** Returns the status of the response to a request; null if the client left before the response began. */
export function responseStatus({ notes }: FastifyRequest, { raw }: FastifyReply): number | null {
  return notes.status ?? (raw.headersSent ? raw.statusCode : null);
}

function write(request: FastifyRequest, reply: FastifyReply): void {
  const level = probes.has(request.routeOptions.url ?? '') ? 'debug' : 'info';
  request.log[level](logEntry(request, reply), 'request');
}

function logEntry(request: FastifyRequest, reply: FastifyReply): RequestLine {
  const { raw, elapsedTime } = reply;
  const { context, operation, errors, status, trace, isAtSiteHost } = request.notes;
  const { operationId } = isAtSiteHost ? {} : (request.routeOptions.config as { operationId?: string });
  return {
    requestId: request.id,
    ...(trace && { traceId: trace.traceId }),
    method: request.method,
    path: loggedPath(request.url),
    operation: operation ? operation() : operationId,
    ...callerFields(context?.viewer),
    organization: context ? organizationIn(context, request) : undefined,
    status: responseStatus(request, reply) ?? undefined,
    durationMs: Math.round(elapsedTime * 10) / 10,
    points: context?.account.charged(),
    errors: errors.length > 0 ? errors : undefined,
    aborted: raw.writableFinished || status !== null ? undefined : true,
  };
}

function callerFields(viewer: Viewer | undefined): Pick<RequestLine, 'caller' | 'token'> {
  if (!viewer || viewer.kind === 'anonymous') return { caller: viewer && 'anonymous' };
  return viewer.kind === 'user' ? { caller: viewer.userId, token: viewer.tokenId } : { caller: viewer.userId };
}

/** Returns the caller's organization that the path of a request, or the variables of a call, identify. */
function organizationIn({ viewer, params }: Context, request: FastifyRequest): string | undefined {
  return organizationOf(viewer, idsIn(request.params as Record<string, string>, params?.variables ?? {}));
}

function* idsIn(path: Record<string, string> | null, variables: object): Generator<string> {
  for (const name in path) yield path[name]!;
  yield* possibleIdsIn(variables);
}
