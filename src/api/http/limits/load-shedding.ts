import { createHash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { LRUCache } from 'lru-cache';
import { tenantOf } from '../../../access/tenant.js';
import { isOperator, type Viewer } from '../../../access/viewer.js';
import { AppError } from '../../../platform/base/errors.js';
import { callerAddress } from '../connection/caller-address.js';
import type { Admission } from './admission.js';

/**
 * Called when the caller of a request is known.
 * @throws UNAVAILABLE (OVERLOADED) if the caller was unknown when the request began, and the request may not continue
 */
export type AdmitCaller = (request: FastifyRequest, viewer: Viewer) => void;

/** Properties of a caller that determine whether its requests are refused. */
interface KnownCaller {
  tenant: string;
  /** Whether the caller is an admin of an organization, or the operator. */
  isAdmin: boolean;
}

/** State of a request. */
interface Admitted {
  /** Tenant that the request counts for; null if it began only to look up its caller. */
  tenant: string | null;
  /** Whether the caller of its token or session is not known yet. */
  isUnknown: boolean;
}

/** First segments of paths that are always served: probes, metrics and sign-in. */
const alwaysServed = new Set(['livez', 'healthz', 'readyz', 'metrics', 'login', 'logout', 'saml', 'oidc']);

/** Maximum number of requests with unknown credentials that may look up their caller beyond the limit. */
const maxLookups = 50;

/**
 * Refuses requests of an overloaded process before any work is done for them. Requests without a token, and those of
 * callers seen before, are decided when their headers are read. Other callers are looked up first, because they may be
 * admins. Add it before the routes.
 */
export function shedLoad(app: FastifyInstance, admission: Admission): AdmitCaller {
  const callers = new LRUCache<string, KnownCaller>({ max: 10_000 });
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  let lookups = 0;
  const begin = (request: FastifyRequest): void => {
    const credentials = credentialsOf(request);
    const caller = credentials === undefined ? undefined : callers.get(credentials);
    const tenant = caller?.tenant ?? callerAddress(request);
    const isUnknown = credentials !== undefined && caller === undefined;
    if (admission.begin(tenant, caller?.isAdmin)) return void admitted.set(request, { tenant, isUnknown });
    if (!isUnknown || lookups >= maxLookups) throw overloaded();
    lookups += 1;
    admitted.set(request, { tenant: null, isUnknown });
  };
  const end = (request: FastifyRequest): void => {
    const state = admitted.get(request);
    if (!state) return;
    admitted.delete(request);
    if (state.tenant === null) lookups -= 1;
    else admission.end(state.tenant);
  };
  app.addHook('onRequest', (request, _reply, done) => {
    if (!alwaysServed.has(firstSegment(request))) begin(request);
    done();
  });
  // A response that is sent for hours does not count as a request in progress.
  app.addHook('onSend', async (request, _reply, payload) => {
    end(request);
    return payload;
  });
  app.addHook('onResponse', (request, _reply, done) => {
    end(request);
    done();
  });
  // The work for a complete request continues without its client, and counts until its response is ready.
  app.addHook('onRequestAbort', (request, done) => {
    if (!request.raw.complete) end(request);
    done();
  });
  return (request, viewer) => {
    const credentials = credentialsOf(request);
    if (viewer.kind === 'anonymous' || credentials === undefined) return;
    const caller = callerOf(viewer);
    callers.set(credentials, caller);
    const state = admitted.get(request);
    if (!state?.isUnknown) return;
    end(request);
    if (!admission.begin(caller.tenant, caller.isAdmin)) throw overloaded();
    admitted.set(request, { tenant: caller.tenant, isUnknown: false });
  };
}

/**
 * Returns a hash of the header that identifies a caller; undefined if there is none. The header may have 16 KiB, and
 * holds a secret.
 */
function credentialsOf({ headers: { authorization, cookie } }: FastifyRequest): string | undefined {
  const header = authorization ?? cookie;
  return header === undefined ? undefined : createHash('sha256').update(header).digest('base64url');
}

function firstSegment({ routeOptions }: FastifyRequest): string {
  return routeOptions.url?.split('/', 2)[1] ?? '';
}

/**
 * Returns the properties of a caller. Each admin is a separate tenant, so that load from the organization does not get
 * the admin's requests refused.
 */
function callerOf(viewer: Exclude<Viewer, { kind: 'anonymous' }>): KnownCaller {
  const isAdmin = isOperator(viewer) || (viewer.kind === 'user' && [...viewer.roles.values()].includes('admin'));
  return { tenant: isAdmin ? viewer.userId : tenantOf(viewer), isAdmin };
}

/** Returns the refusal. Clients get different times for a retry, so that they are not all refused again. */
function overloaded(): AppError {
  const retryAfter = 1 + Math.floor(Math.random() * 5);
  const message = `The server is overloaded; try again in ${retryAfter} s`;
  return new AppError('UNAVAILABLE', message, { reason: 'OVERLOADED', retryAfter });
}
