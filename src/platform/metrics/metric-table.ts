/** Definition of a metric. */
export interface MetricDefinition {
  type: 'counter' | 'gauge' | 'histogram';
  /** Description of the measured value, with its unit. */
  help: string;
  /** Names of its labels. All values of labels are names in the code or in the schema, so their number is bounded. */
  labels: readonly string[];
  /** Upper bounds of the buckets of a histogram, in seconds. */
  buckets?: readonly number[];
}

const ofRequest = ['api', 'operation'] as const;

/** All metrics of docgraph. docs/metrics.md lists them. */
export const metricTable = {
  docgraph_requests_total: {
    type: 'counter',
    labels: [...ofRequest, 'status'],
    help: 'Requests that ended, by class of their status; aborted if the client left before the response began.',
  },
  docgraph_request_duration_seconds: {
    type: 'histogram',
    labels: ofRequest,
    buckets: [0.01, 0.05, 0.25, 1, 5],
    help: 'Time from the arrival of a request to the end of its response, in seconds; without subscriptions.',
  },
  docgraph_batches_total: {
    type: 'counter',
    labels: ofRequest,
    help: 'Batches of reads that requests sent to the database.',
  },
  docgraph_points_total: {
    type: 'counter',
    labels: ofRequest,
    help: 'Points that requests were charged.',
  },
  docgraph_request_errors_total: {
    type: 'counter',
    labels: ['api', 'code'],
    help: 'Requests with an error of a code, also those of GraphQL with the status 200.',
  },
  docgraph_refused_requests_total: {
    type: 'counter',
    labels: ['status', 'reason'],
    help: 'Requests that were refused with 429 or 503, by reason of the error; none if it has no reason.',
  },
  docgraph_requests_in_progress: {
    type: 'gauge',
    labels: [],
    help: 'Requests in progress, without those that are always served; absent with SHED_LOAD=off.',
  },
  docgraph_requests_in_progress_limit: {
    type: 'gauge',
    labels: [],
    help: 'Maximum number of requests in progress. Load shedding lowers it while the process is overloaded.',
  },
  docgraph_sign_in_failures_total: {
    type: 'counter',
    labels: ['kind'],
    help: 'Failed sign-ins by saml, oidc and link, and refused access tokens (token).',
  },
  docgraph_http_connections: {
    type: 'gauge',
    labels: [],
    help: 'Open connections of clients.',
  },
  docgraph_event_followers: {
    type: 'gauge',
    labels: [],
    help: 'Open streams that follow the events of an organization.',
  },
  docgraph_database_up: {
    type: 'gauge',
    labels: [],
    help: '1 if the database responds and can be used, otherwise 0.',
  },
  docgraph_database_connections: {
    type: 'gauge',
    labels: ['pool', 'state'],
    help: 'Open connections to Postgres: used or idle.',
  },
  docgraph_database_connections_limit: {
    type: 'gauge',
    labels: ['pool'],
    help: 'Maximum number of connections of a pool to Postgres.',
  },
  docgraph_database_connections_waiting: {
    type: 'gauge',
    labels: ['pool'],
    help: 'Callers that wait for a connection to Postgres.',
  },
  docgraph_writes_limit: {
    type: 'gauge',
    labels: [],
    help: 'Maximum number of write transactions that run at the same time.',
  },
  docgraph_writes_running: {
    type: 'gauge',
    labels: [],
    help: 'Write transactions that run.',
  },
  docgraph_writes_waiting: {
    type: 'gauge',
    labels: [],
    help: 'Write transactions that wait for others.',
  },
  docgraph_writes_longest_wait_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Seconds that the oldest waiting write transaction has waited; 0 if none waits.',
  },
  docgraph_writes_total: {
    type: 'counter',
    labels: [],
    help: 'Write transactions that have started.',
  },
  docgraph_writes_wait_seconds_total: {
    type: 'counter',
    labels: [],
    help: 'Seconds that started write transactions have waited for others, together.',
  },
  docgraph_worker_threads: {
    type: 'gauge',
    labels: ['pool', 'state'],
    help: 'Worker threads: busy or idle.',
  },
  docgraph_worker_threads_limit: {
    type: 'gauge',
    labels: ['pool'],
    help: 'Maximum number of worker threads of a pool.',
  },
  docgraph_worker_tasks_waiting: {
    type: 'gauge',
    labels: ['pool'],
    help: 'Tasks that wait for a worker thread.',
  },
  docgraph_event_loop_active_seconds_total: {
    type: 'counter',
    labels: [],
    help: 'Seconds in which the event loop was busy. Its rate is the utilization, 0 to 1.',
  },
  docgraph_object_requests_total: {
    type: 'counter',
    labels: ['operation', 'status'],
    help: 'Calls of the object storage, by operation and status; failed if there was no response.',
  },
  docgraph_cache_entries: {
    type: 'gauge',
    labels: ['cache'],
    help: 'Entries of a cache.',
  },
  docgraph_cache_bytes: {
    type: 'gauge',
    labels: ['cache'],
    help: 'Approximate size of a cache in bytes.',
  },
  docgraph_cache_hits_total: {
    type: 'counter',
    labels: ['cache'],
    help: 'Reads of a cache that found a value.',
  },
  docgraph_cache_misses_total: {
    type: 'counter',
    labels: ['cache'],
    help: 'Reads of a cache that found no value.',
  },
  docgraph_jobs: {
    type: 'gauge',
    labels: ['kind', 'state'],
    help: 'Jobs in the database that are waiting, running or dead. All instances report the same.',
  },
  docgraph_oldest_due_job_seconds: {
    type: 'gauge',
    labels: [],
    help: 'Seconds since the oldest waiting job became due; 0 if none is due. All instances report the same.',
  },
  docgraph_job_attempts_total: {
    type: 'counter',
    labels: ['kind', 'outcome'],
    help: 'Attempts of jobs on this instance that ended: done, failed (tried again), dead or requeued.',
  },
  docgraph_job_attempt_seconds_total: {
    type: 'counter',
    labels: ['kind'],
    help: 'Seconds that attempts of jobs on this instance took, together.',
  },
  docgraph_mails: {
    type: 'gauge',
    labels: ['state'],
    help: 'Mails in the outbox: waiting, or failed after the last attempt. All instances report the same.',
  },
  docgraph_event_log_head: {
    type: 'gauge',
    labels: [],
    help: 'Sum of the numbers of the newest events of all organizations. All instances report the same.',
  },
  docgraph_backup_last_success_timestamp_seconds: {
    type: 'gauge',
    labels: [],
    help: 'When the newest backup of this server at BACKUP_TO began, in seconds since 1970. Absent if there is none.',
  },
  docgraph_disk_size_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Size of the file system with the SQLite file, in bytes.',
  },
  docgraph_disk_free_bytes: {
    type: 'gauge',
    labels: [],
    help: 'Free space for docgraph on the file system with the SQLite file, in bytes.',
  },
  docgraph_database_file_bytes: {
    type: 'gauge',
    labels: ['file'],
    help: 'Size in bytes of the SQLite file (main) and of its write-ahead log (wal).',
  },
  docgraph_build_info: {
    type: 'gauge',
    labels: ['version', 'provider'],
    help: 'Always 1; the labels have the version of docgraph and the kind of database.',
  },
} as const satisfies Record<string, MetricDefinition>;

/** Name of a metric in the table. */
type MetricName = keyof typeof metricTable;

/** Names of the metrics of a type. */
type NamesOf<Type extends MetricDefinition['type']> = {
  [Name in MetricName]: (typeof metricTable)[Name]['type'] extends Type ? Name : never;
}[MetricName];

/** Name of a counter. */
export type CounterName = NamesOf<'counter'>;

/** Name of a histogram. */
export type HistogramName = NamesOf<'histogram'>;

/** Name of a metric whose values can be read when it is scraped. */
export type ReadableName = NamesOf<'counter' | 'gauge'>;

/** The labels of a metric, with their values. */
export type LabelsOf<Name extends MetricName> = Record<(typeof metricTable)[Name]['labels'][number], string>;
