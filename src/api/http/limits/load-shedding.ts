import { hash } from 'node:crypto';
import type { FastifyInstance, FastifyRequest, onRequestHookHandler } from 'fastify';
import { LRUCache } from 'lru-cache';
import { tenantOf } from '../../../access/tenant.js';
import { isOperator, type Viewer } from '../../../access/viewer.js';
import { possibleSiteHostname } from '../../../platform/urls/hostnames.js';
import { callerAddress } from '../connection/caller-address.js';
import type { Admission } from './admission.js';
import { overloaded, type Refuse } from './refusal.js';

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

/** First segments of paths that are always served. */
const monitoring = new Set(['livez', 'healthz', 'readyz', 'metrics']);

/** First segments of the paths of sign-in, which are always served unless the hostname may be that of a site. */
const signIn = new Set(['login', 'logout', 'saml', 'oidc']);

/** Maximum number of requests with unknown credentials that may look up their caller beyond the limit. */
const maxLookups = 50;

/** Dependencies of load shedding. */
export interface SheddingParts {
  admission: Admission;
  /** Base address of the server. */
  base: string;
  refuse: Refuse;
}

/** Refuses requests of an overloaded process before any work is done for them. */
export interface LoadShedding {
  /** Adds the hooks. They run after the headers of a request were read; add them before hooks that do more work. */
  addHooks(app: FastifyInstance): void;
  admitCaller: AdmitCaller;
  /** Returns the number of requests that were refused so far. */
  refused(): number;
}

/**
 * Creates load shedding. Requests without a token, and those of callers seen before, are decided at once. Other callers
 * are looked up first, because they may be admins.
 */
export function createLoadShedding({ admission, base, refuse }: SheddingParts): LoadShedding {
  const ownHostname = new URL(base).hostname;
  const callers = new LRUCache<string, KnownCaller>({ max: 10_000 });
  const { begin, beginAgain, end } = trackRequests(admission, callers);
  let refused = 0;
  const decide: onRequestHookHandler = (request, reply, done) => {
    if (isAlwaysServed(request, ownHostname) || begin(request)) return done();
    refused += 1;
    refuse(request, reply);
  };
  return {
    addHooks: (app) => addHooks(app, { decide, end }),
    admitCaller(request, viewer) {
      const credentials = credentialsOf(request);
      if (viewer.kind === 'anonymous' || credentials === undefined) return;
      const caller = callerOf(viewer);
      callers.set(credentials, caller);
      if (beginAgain(request, caller)) return;
      refused += 1;
      throw overloaded();
    },
    refused: () => refused,
  };
}

/** Counts requests in progress. */
interface RequestTracker {
  /** Begins a request. Returns false if it must be refused. */
  begin(request: FastifyRequest): boolean;
  /**
   * Counts a request for its caller, if the caller was unknown when the request began. Returns false if it must be
   * refused.
   */
  beginAgain(request: FastifyRequest, caller: KnownCaller): boolean;
  /** Ends a request. Has no effect if it has ended before. */
  end(request: FastifyRequest): void;
}

function trackRequests(admission: Admission, callers: LRUCache<string, KnownCaller>): RequestTracker {
  const admitted = new WeakMap<FastifyRequest, Admitted>();
  let lookups = 0;
  const end = (request: FastifyRequest): void => {
    const state = admitted.get(request);
    if (!state) return;
    admitted.delete(request);
    if (state.tenant === null) lookups -= 1;
    else admission.end(state.tenant);
  };
  return {
    begin(request) {
      const credentials = credentialsOf(request);
      const caller = credentials === undefined ? undefined : callers.get(credentials);
      const tenant = caller?.tenant ?? callerAddress(request);
      const isUnknown = credentials !== undefined && caller === undefined;
      const isAdmitted = admission.begin(tenant, caller?.isAdmin);
      if (!isAdmitted && (!isUnknown || lookups >= maxLookups)) return false;
      if (!isAdmitted) lookups += 1;
      admitted.set(request, { tenant: isAdmitted ? tenant : null, isUnknown });
      return true;
    },
    beginAgain(request, { tenant, isAdmin }) {
      if (!admitted.get(request)?.isUnknown) return true;
      end(request);
      if (!admission.begin(tenant, isAdmin)) return false;
      admitted.set(request, { tenant, isUnknown: false });
      return true;
    },
    end,
  };
}

/** Functions that run at the start and at the end of a request. */
interface Steps {
  decide: onRequestHookHandler;
  end(request: FastifyRequest): void;
}

function addHooks(app: FastifyInstance, { decide, end }: Steps): void {
  app.addHook('onRequest', decide);
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
}

/**
 * Returns a hash of the header that identifies a caller; undefined if there is none. The header may have 16 KiB, and
 * holds a secret.
 */
function credentialsOf({ headers: { authorization, cookie } }: FastifyRequest): string | undefined {
  const header = authorization ?? cookie;
  return header === undefined ? undefined : hash('sha256', header, 'base64url');
}

/** Reports whether a request is served in any case. At the hostname of a site, the paths of sign-in are its pages. */
function isAlwaysServed({ hostname, routeOptions, headers, method }: FastifyRequest, ownHostname: string): boolean {
  // Without the response to its preflight request, a script cannot read a refusal.
  if (method === 'OPTIONS' && headers['access-control-request-method'] !== undefined) return true;
  const segment = routeOptions.url?.split('/', 2)[1] ?? '';
  return monitoring.has(segment) || (signIn.has(segment) && possibleSiteHostname(hostname, ownHostname) === null);
}

/**
 * Returns the properties of a caller. Each admin is a separate tenant, so that load from the organization does not get
 * the admin's requests refused.
 */
function callerOf(viewer: Exclude<Viewer, { kind: 'anonymous' }>): KnownCaller {
  const isAdmin = isOperator(viewer) || (viewer.kind === 'user' && [...viewer.roles.values()].includes('admin'));
  return { tenant: isAdmin ? viewer.userId : tenantOf(viewer), isAdmin };
}
