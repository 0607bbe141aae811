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

/** A request of GraphQL over HTTP, and its reply. */
interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  /** What ended the request before its body could be taken for parameters. */
  failure?: Error | undefined;
}

/** What every resolver of one request gets: who asks, how to read, and nothing that outlives the request. */
export interface Context {
  viewer: Viewer;
  /** What the call asks for; undefined before it runs. */
  params: Params | undefined;
  /** What its text was found to be: there once it is validated, and from the start if the text is known. */
  operation: Prepared | Refused | undefined;
  /** The request that Yoga made of the one over HTTP; undefined for a call that came otherwise. */
  request: Request | undefined;
  /** Yoga's function for work that goes on after a response; undefined for a call that is not a request of GraphQL over HTTP. */
  waitUntil: ((promise: Promise<void> | void) => void) | undefined;
  /** How the call came, if it is a request of GraphQL over HTTP. */
  exchange: Exchange | undefined;
  /** Whose turn the mutation takes in queues (`access/tenant.ts`); undefined before one begins. */
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
  /** Asks the name service. */
  findTexts: FindTexts;
  /** Asks other hosts. */
  outbound: Outbound;
  /** What the client calls the arguments of a page: Relay's names, or those of `/v1`. */
  pageNames: PageNames;
  requestId: string;
  /** The key under which the request is done once; null where it has none. */
  requestKey: RequestKey | null;
  /** What the request takes for granted of what it changes; null where it says nothing of it. */
  precondition: Precondition | null;
  /** The header `Last-Event-ID`, the number of the event after which a stream resumes; null without one. */
  lastEventId: string | null;
  /** Number of the event that the latest result of a subscription shows; null for results that show no event. */
  eventNumber: number | null;
  log: Pick<FastifyBaseLogger, 'error' | 'warn'>;
  /** What the request takes from the caller's hourly budget. */
  account: Account;
  /**
   * Takes points for bytes of text that are worked on, one for 4 KiB.
   * @throws RATE_LIMITED; BAD_USER_INPUT (QUERY_TOO_COMPLEX) where one call of the graph asks for too much of it.
   */
  pay: {
    (bytes: number): Promise<void>;
    /** Bytes that were paid for so far. */
    paid(): number;
  };
  /** Counts an attempt of the caller. @throws RATE_LIMITED where those of this minute are used up. */
  attempt(kind: AttemptKind): Promise<void>;
}
