import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../../../access/viewer.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { PageNames } from '../../../platform/db/query/page-arguments.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Outbound } from '../../../platform/outbound/outbound.js';
import type { FindTexts } from '../../../platform/outbound/text-records.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Urls } from '../../../platform/urls/urls.js';
import type { Account } from './account.js';
import type { AttemptKind } from './attempts.js';
import type { Params } from './params.js';
import type { Precondition } from './precondition.js';
import type { Prepared, Refused } from './preparation.js';
import type { RequestKey } from './request-key.js';

/** A request of GraphQL over HTTP and its reply. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Error that ended the request before its body was read as parameters. */
  failure?: Error | undefined;
}

/**
 * Context of one request, which every resolver gets: the viewer, and functions to read with. It caches nothing beyond
 * the request.
 */
export interface Context {
  viewer: Viewer;
  /** Parameters of the call; undefined before it runs. */
  params: Params | undefined;
  /**
   * The prepared or refused operation of the call's text. Set after validation, or from the start if the text is known.
   */
  operation: Prepared | Refused | undefined;
  /** The request that Yoga created from the HTTP request; undefined for a call that is not GraphQL over HTTP. */
  request: Request | undefined;
  /** Yoga's function for work that continues after a response; undefined for a call that is not GraphQL over HTTP. */
  waitUntil: ((promise: Promise<void> | void) => void) | undefined;
  /** The HTTP request and reply, if the call is GraphQL over HTTP. */
  exchange: Exchange | undefined;
  /** Tenant whose queue the mutation waits in (`access/tenant.ts`); undefined before a mutation begins. */
  tenant: string | undefined;
  store: Store;
  /** Reads of this request; each call is one batch. */
  read: Queries;
  loaders: Loaders;
  urls: Urls;
  /** Signs cursors. */
  secret: string;
  /** Seals and opens keys that are shown again. */
  sealer: Sealer;
  /** Reads TXT records of DNS. */
  findTexts: FindTexts;
  /** Sends requests to other hosts. */
  outbound: Outbound;
  /** Names of the page arguments in the request: Relay's names, or those of `/v1`. */
  pageNames: PageNames;
  requestId: string;
  /** Idempotency key of the request; null if it has none. */
  requestKey: RequestKey | null;
  /** Revisions that the request requires for the object that it changes; null if it has no precondition. */
  precondition: Precondition | null;
  /** The header `Last-Event-ID`, the number of the event after which a stream resumes; null without one. */
  lastEventId: string | null;
  /** Number of the event in the latest result of a subscription; null for results without an event. */
  eventNumber: number | null;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** The part of the caller's hourly budget that the request uses. */
  account: Account;
  /**
   * Charges points for bytes of text that are processed: one point per 4 KiB.
   * @throws RATE_LIMITED; BAD_USER_INPUT (QUERY_TOO_COMPLEX) if one GraphQL call needs too many points
   */
  pay: {
    (bytes: number): Promise<void>;
    /** Returns the bytes that were paid for so far. */
    paid(): number;
  };
  /**
   * Counts an attempt of the caller.
   * @throws RATE_LIMITED if the attempts of this minute are used up
   */
  attempt(kind: AttemptKind): Promise<void>;
}
