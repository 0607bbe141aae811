import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Viewer } from '../../../access/viewer.js';
import type { RetentionConfig } from '../../../platform/config/retention-config.js';
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
import type { Observation } from './observation.js';
import type { Params } from './params.js';
import type { Precondition } from './precondition.js';
import type { Prepared, Refused } from './preparation.js';
import type { RequestKey } from './request-key.js';

/** A request over HTTP, and its reply. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** Error that ended the request before its parameters were read from the body. */
  failure?: Error | undefined;
}

/**
 * Context of one request, which every resolver gets: the viewer, and functions to read with. Its caches last only for
 * the request.
 */
export interface Context {
  viewer: Viewer;
  /** Parameters of the call; undefined before it runs. */
  params: Params | undefined;
  /**
   * The prepared or refused operation of the query text. Set after validation, or from the start if the text is cached.
   */
  operation: Prepared | Refused | undefined;
  /** The request that Yoga created from the HTTP request; undefined for a call that is not GraphQL over HTTP. */
  request: Request | undefined;
  /** Yoga's function for work that continues after the response; undefined for a call that is not GraphQL over HTTP. */
  waitUntil: ((promise: Promise<void> | void) => void) | undefined;
  /** The HTTP request and reply, if the call is GraphQL over HTTP. */
  exchange: Exchange | undefined;
  /** Tenant in whose queue the mutation waits (`access/tenant.ts`); undefined before a mutation begins. */
  tenant: string | undefined;
  store: Store;
  /** Reads from the database for this request; each call is one batch. */
  read: Queries;
  loaders: Loaders;
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
  /** Names of the page arguments in the request: Relay's names, or those of `/v1`. */
  pageNames: PageNames;
  requestId: string;
  /** Idempotency key of the request; null if it has none. */
  requestKey: RequestKey | null;
  /** Revisions that the caller expects the changed object to be at; null if there is no precondition. */
  precondition: Precondition | null;
  /**
   * The header `Last-Event-ID`: the number of the event after which a stream resumes; null if the header is missing.
   */
  lastEventId: string | null;
  /** Number of the event in the latest result of a subscription; null for results without an event. */
  eventNumber: number | null;
  /** Trace and times of the request; undefined if there are neither traces nor a log of slow operations. */
  observation: Observation | undefined;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** Charges points to the caller's hourly budget. */
  account: Account;
  /**
   * Charges points for text that the request processes: one point per 4 KiB.
   * @throws RATE_LIMITED; BAD_USER_INPUT (QUERY_TOO_COMPLEX) if one GraphQL call needs too many points
   */
  pay: {
    (bytes: number): Promise<void>;
    /** Returns the number of bytes that were paid for so far. */
    paid(): number;
  };
  /**
   * Counts an attempt of the caller.
   * @throws RATE_LIMITED if the caller has used up the attempts of this minute
   */
  attempt(kind: AttemptKind): Promise<void>;
}
