/** A limit, a queue or a cache, as the manual lists it ("Limits, queues and caches" of docs/operating.md). */
export interface Limit {
  /** The limited resource. */
  what: string;
  /** Default value of the limit. */
  value: number;
  /** Unit of the value, and the scope of the limit. */
  unit: string;
  /** The environment variable or option that sets the limit; null if it is fixed. */
  setting: string | null;
  /** Behavior when the limit is exceeded. */
  beyond: string;
}

/**
 * Default limit of the estimated cost of a call. No call below it blocks the event loop for more than 50 ms
 * (bench/cost.mjs).
 */
export const defaultCostLimit = 25_000;

/** Number of bytes in a MiB. */
export const mebibyte = 1_048_576;

/** Maximum number of bytes of request bodies in memory at the same time. */
export interface BodyMemoryLimits {
  /** Bytes of request bodies of one tenant. */
  perTenant: number;
  /** Bytes of request bodies of all tenants together. */
  total: number;
}

const perOrganization = 'of one organization in one process';

/** All limits, by the name that the code uses. A test compares them with the manual. */
export const limits = {
  organizationBodies: {
    what: 'bodies above 1 MiB, from their head until their request ends',
    value: 64,
    unit: `MiB ${perOrganization}, or of one address without a token`,
    setting: 'BODY_MEMORY_PER_ORGANIZATION',
    beyond: '503 `BODY_MEMORY_FULL`, `Retry-After: 5`, before the body is read',
  },
  allBodies: {
    what: 'bodies above 1 MiB of all organizations',
    value: 256,
    unit: 'MiB of one process',
    setting: 'BODY_MEMORY',
    beyond: '503 `BODY_MEMORY_FULL`, `Retry-After: 5`, before the body is read',
  },
  bodyTasks: {
    what: 'bodies above 1 MiB that wait for a thread',
    value: 100,
    unit: `bodies ${perOrganization}`,
    setting: null,
    beyond: '503 `WORK_QUEUE_FULL`, `Retry-After: 5`',
  },
  usesWaiting: {
    what: 'texts of the graph whose use by a client waits to be written, once a minute',
    value: 5_000,
    unit: 'pairs of a text and a client of one process',
    setting: null,
    beyond: 'the use is not counted',
  },
  writesWaiting: {
    what: 'writes that wait for the database',
    value: 200,
    unit: `transactions ${perOrganization}`,
    setting: 'WRITE_QUEUE',
    beyond: '503 `STORE_BUSY`, `Retry-After: 1`',
  },
  postgresConnections: {
    what: 'connections to Postgres for transactions and reads',
    value: 10,
    unit: 'connections of one process',
    setting: 'DATABASE_CONNECTIONS',
    beyond: 'the next read waits 2 s for a connection, then 503 with `Retry-After`',
  },
  postgresWrites: {
    what: 'writes that run at once on Postgres',
    value: 7,
    unit: 'transactions of one process, seven tenths of its connections; one less of one organization',
    setting: 'DATABASE_CONNECTIONS',
    beyond: 'the next one waits',
  },
  fetchingJobs: {
    what: 'jobs that wait for other hosts and run at once',
    value: 8,
    unit: 'jobs of one process; half of them of one organization',
    setting: 'FETCHING_JOBS',
    beyond: 'the next one waits',
  },
  computingJobs: {
    what: 'jobs that compute and run at once',
    value: 2,
    unit: 'jobs of one process',
    setting: 'COMPUTING_JOBS',
    beyond: 'the next one waits',
  },
  contentTasks: {
    what: 'content tasks that wait for a thread',
    value: 200,
    unit: `tasks ${perOrganization}`,
    setting: null,
    beyond: '503 `WORK_QUEUE_FULL`, `Retry-After: 5`; small tasks run beside the answers',
  },
  specificationTasks: {
    what: 'tasks on OpenAPI documents that wait for a thread',
    value: 100,
    unit: `tasks ${perOrganization}`,
    setting: null,
    beyond: '503 `WORK_QUEUE_FULL`, `Retry-After: 5`',
  },
  conversationTasks: {
    what: 'analyses of conversations that wait for a thread',
    value: 100,
    unit: `tasks ${perOrganization}`,
    setting: null,
    beyond: 'the job tries again later',
  },
  pdfsWaiting: {
    what: 'PDFs that wait to be made',
    value: 50,
    unit: `PDFs ${perOrganization}`,
    setting: null,
    beyond: '503 `WORK_QUEUE_FULL`, `Retry-After: 10`',
  },
  pdfsAtOnce: {
    what: 'PDFs that are made at once',
    value: 2,
    unit: 'threads of one process; one less, and at least 1, of one organization',
    setting: 'PDF_THREADS',
    beyond: 'the next one waits',
  },
  caches: {
    what: 'caches of revisions, content and what it determines, published pages, OpenAPI documents, persisted documents',
    value: 128,
    unit: 'MiB of one process, about',
    setting: 'CACHE_MB',
    beyond:
      'the cache with the most bytes loses its least recently used entries; an entry above a quarter is not cached',
  },
  knownTexts: {
    what: 'cache of texts of the graph, each with its operation ready to run',
    value: 1_048_576,
    unit: 'characters of one process, each some 100 bytes of memory',
    setting: null,
    beyond: 'the least recently used entries go',
  },
  expiringSpaces: {
    what: 'list of deleted spaces that are near the end of their seven days',
    value: 60,
    unit: `seconds ${perOrganization}`,
    setting: null,
    beyond: 'the list is read again; what it names is checked at each request',
  },
  mailConnections: {
    what: 'connections to the mail server',
    value: 4,
    unit: 'connections of one process',
    setting: null,
    beyond: 'the next mail waits',
  },
  eventLoopDelay: {
    what: 'delay of the event loop, the mean of 0.1 s, for a second',
    value: 100,
    unit: 'ms of one process',
    setting: 'SHED_DELAY',
    beyond: 'the process accepts fewer requests at the same time, 16 at least; others get 503 `OVERLOADED`',
  },
  requestsInProgress: {
    what: 'requests in progress',
    value: 500,
    unit: 'requests of one process',
    setting: 'SHED_REQUESTS',
    beyond: '503 `OVERLOADED`, `Retry-After` of 1 to 5 s, for the organization or address with the most requests first',
  },
  heapInUse: {
    what: 'memory of JavaScript objects in use',
    value: 95,
    unit: 'percent of the heap of one process',
    setting: 'SHED_MEMORY',
    beyond: 'as for the delay of the event loop',
  },
  callerPoints: {
    what: 'points of a user, or of an address without a token, which has 1,000 at most',
    value: 100_000,
    unit: 'an hour, on all instances',
    setting: 'RATE_LIMIT',
    beyond: '429 with `Retry-After`; other callers go on',
  },
  signInStarts: {
    what: 'sign-ins that are started',
    value: 600,
    unit: 'a minute by one address, on all instances',
    setting: 'SIGN_IN_LIMIT',
    beyond: 'a page with 429 and `Retry-After`',
  },
  certificateChecks: {
    what: 'questions whether a hostname is served (`/.well-known/docgraph/tls`)',
    value: 300,
    unit: 'a minute by one address on all instances, except this machine and `TRUSTED_PROXIES`',
    setting: null,
    beyond: '429 and `Retry-After`',
  },
  signInFailures: {
    what: 'sign-ins that fail after their start',
    value: 10,
    unit: 'a minute by one address at one identity provider, on all instances; sign-in links and logout tokens count apart',
    setting: null,
    beyond:
      'a page with 429 and `Retry-After`, before the answer of the identity provider is read; other addresses go on',
  },
  signInLinksWaiting: {
    what: 'requests for sign-in links that wait',
    value: 5_000,
    unit: 'requests of one database',
    setting: null,
    beyond: 'the page is the same, no link is sent, and the log has a warning',
  },
  invitationMails: {
    what: 'mails of invitations',
    value: 1_000,
    unit: 'a day of one organization, and one to each address',
    setting: null,
    beyond: 'the person becomes a member, and gets no mail',
  },
  openLogins: {
    what: 'sign-ins that were started and not finished',
    value: 10_000,
    unit: 'of one identity provider',
    setting: null,
    beyond: 'the oldest one ends',
  },
  spansWaiting: {
    what: 'spans of traces that wait until they are sent',
    value: 2_048,
    unit: 'spans of one process',
    setting: 'OTEL_BSP_MAX_QUEUE_SIZE',
    beyond: 'further spans are dropped',
  },
  spansOfTrace: {
    what: 'spans of one trace',
    value: 1_000,
    unit: 'spans of one process',
    setting: null,
    beyond: 'further spans are dropped; `docgraph.spans.dropped` counts them',
  },
  logLines: {
    what: 'lines of the log that wait until stderr takes them',
    value: 16,
    unit: 'MiB of one process',
    setting: null,
    beyond: 'further lines are dropped',
  },
} as const satisfies Record<string, Limit>;

/** Returns the table of limits for the manual, in Markdown. */
export function limitsTable(): string {
  const rows = Object.values<Limit>(limits).map(({ what, value, unit, setting, beyond }) => {
    const amount = value.toLocaleString('en-US');
    return `| ${what} | ${amount} ${unit} | ${setting === null ? '–' : `\`${setting}\``} | ${beyond} |`;
  });
  return ['| limit | default | setting | beyond it |', '|---|---|---|---|', ...rows].join('\n');
}
