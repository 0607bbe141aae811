import { performance } from 'node:perf_hooks';
import { readLogHead } from '../modules/audit/events/log-head.js';
import { sendKind } from '../modules/mail/send-kind.js';
import { type LastBackupRequest, readLastBackup } from '../platform/backup/schedule/last-backup.js';
import { packageVersion } from '../platform/base/package-path.js';
import { type CacheFigures, cacheFigures } from '../platform/cache/cache.js';
import { sqlitePath } from '../platform/db/connection/store-url.js';
import { readDisk, readFiles } from '../platform/db/sqlite/file-figures.js';
import type { Store } from '../platform/db/write/store.js';
import { type JobFigures, readJobFigures } from '../platform/jobs/job-figures.js';
import type { EndedAttempt } from '../platform/jobs/run-job.js';
import type { Metrics } from '../platform/metrics/metrics.js';
import { createSnapshot } from '../platform/metrics/snapshot.js';
import type { BlobStorage } from '../platform/object-storage/blob-storage.js';
import { threadPoolStates } from '../platform/workers/thread-pool.js';

/** Sources of the metrics. */
export interface MetricSources {
  store: Store;
  /** Names of the job kinds that this process runs. */
  kinds: ReadonlySet<string>;
  /** Place of the backups of this server; absent or null if none is configured. */
  backups?: LastBackupRequest | null;
}

/** Makes the metrics read the state of this process and of its database. */
export function readServerState(metrics: Metrics, { store, kinds, backups = null }: MetricSources): void {
  const { provider } = store;
  metrics.read('docgraph_build_info', () => [{ labels: { version: packageVersion(), provider }, value: 1 }]);
  metrics.read('docgraph_event_loop_active_seconds_total', () => performance.eventLoopUtilization().active / 1000);
  readWrites(metrics, store);
  readPools(metrics, store);
  readThreads(metrics);
  readCaches(metrics);
  readDatabase(metrics, { store, kinds });
  if (store.blobs) readObjectRequests(metrics, store.blobs);
  if (backups !== null) readBackups(metrics, backups);
  if (provider === 'sqlite') readStorage(metrics, sqlitePath(store.url));
}

/** Returns the function that counts the attempts of jobs. */
export function measureJobs(metrics: Metrics): (attempt: EndedAttempt) => void {
  return ({ kind, outcome, milliseconds }) => {
    metrics.count('docgraph_job_attempts_total', { kind, outcome });
    metrics.count('docgraph_job_attempt_seconds_total', { kind }, milliseconds / 1000);
  };
}

function readWrites({ read }: Metrics, store: Store): void {
  const writes = () => store.state().writes;
  read('docgraph_writes_limit', () => writes().slots);
  read('docgraph_writes_running', () => writes().running);
  read('docgraph_writes_waiting', () => writes().waiting);
  read('docgraph_writes_longest_wait_seconds', () => writes().longestWaitMs / 1000);
  read('docgraph_writes_total', () => writes().started);
  read('docgraph_writes_wait_seconds_total', () => writes().waitedMs / 1000);
}

function readPools({ read }: Metrics, store: Store): void {
  const pools = () => store.state().pools;
  read('docgraph_database_connections', () =>
    pools().flatMap(({ name: pool, used, idle }) => [
      { labels: { pool, state: 'used' }, value: used },
      { labels: { pool, state: 'idle' }, value: idle },
    ]),
  );
  read('docgraph_database_connections_limit', () =>
    pools().map(({ name: pool, limit }) => ({ labels: { pool }, value: limit })),
  );
  read('docgraph_database_connections_waiting', () =>
    pools().map(({ name: pool, waiting }) => ({ labels: { pool }, value: waiting })),
  );
}

function readObjectRequests({ read }: Metrics, { storage }: BlobStorage): void {
  read('docgraph_object_requests_total', () =>
    storage.requestCounts().map(({ operation, status, count }) => ({ labels: { operation, status }, value: count })),
  );
}

function readThreads({ read }: Metrics): void {
  read('docgraph_worker_threads', () =>
    threadPoolStates().flatMap(({ module: pool, threads, busy }) => [
      { labels: { pool, state: 'busy' }, value: busy },
      { labels: { pool, state: 'idle' }, value: threads - busy },
    ]),
  );
  read('docgraph_worker_threads_limit', () =>
    threadPoolStates().map(({ module: pool, limit }) => ({ labels: { pool }, value: limit })),
  );
  read('docgraph_worker_tasks_waiting', () =>
    threadPoolStates().map(({ module: pool, waiting }) => ({ labels: { pool }, value: waiting })),
  );
}

/** The figure of a cache that each metric reports, by the name of the metric. */
const cacheMetrics = {
  docgraph_cache_entries: 'entries',
  docgraph_cache_bytes: 'bytes',
  docgraph_cache_hits_total: 'hits',
  docgraph_cache_misses_total: 'misses',
} as const;

function readCaches({ read }: Metrics): void {
  for (const [name, figure] of Object.entries(cacheMetrics)) {
    read(name as keyof typeof cacheMetrics, () =>
      [...sumByCache(figure)].map(([cache, value]) => ({ labels: { cache }, value })),
    );
  }
}

/** Returns the sum of a figure for each cache name. Several applications may have caches with the same name. */
function sumByCache(figure: keyof Omit<CacheFigures, 'name'>): Map<string, number> {
  const sums = new Map<string, number>();
  for (const cache of cacheFigures()) sums.set(cache.name, (sums.get(cache.name) ?? 0) + cache[figure]);
  return sums;
}

/**
 * Minimum time between two reads of the database for metrics, and maximum time that a scrape waits, in milliseconds.
 */
const databasePace = { maxAge: 5_000, timeout: 2_000 };

function readDatabase({ read }: Metrics, { store, kinds }: MetricSources): void {
  // The check of the database is separate from the read of jobs. A slow read of jobs does not mean that the database is
  // down.
  const problem = createSnapshot(async () => ({ text: await store.problem() }), databasePace);
  const jobs = createSnapshot(() => readJobFigures(store.read), databasePace);
  const head = createSnapshot(() => readLogHead(store.read), databasePace);
  read('docgraph_database_up', async () => ((await problem())?.text === null ? 1 : 0));
  read('docgraph_event_log_head', head);
  read('docgraph_jobs', async () => {
    const figures = await jobs();
    return figures?.map(({ kind, status: state, count }) => ({ labels: { kind, state }, value: count }));
  });
  read('docgraph_oldest_due_job_seconds', async () => {
    // Jobs of other kinds wait for a process that runs them, such as one with a mail server.
    const figures = (await jobs())?.filter(({ kind }) => kinds.has(kind));
    return figures && secondsDue(figures);
  });
  read('docgraph_mails', async () => {
    const mails = (await jobs())?.filter(({ kind }) => kind === sendKind.kind);
    return mails && mailsByState(mails);
  });
}

/** Like `databasePace`; a bucket charges for each list of its objects. */
const backupPace = { maxAge: 300_000, timeout: 2_000 };

function readBackups({ read }: Metrics, backups: LastBackupRequest): void {
  const last = createSnapshot(() => readLastBackup(backups), backupPace);
  read('docgraph_backup_last_success_timestamp_seconds', async () => {
    const backup = await last();
    return backup && backup.createdAt.getTime() / 1000;
  });
}

function secondsDue(figures: readonly JobFigures[]): number {
  const waiting = figures.filter(({ status }) => status === 'waiting').map(({ earliest }) => Date.parse(earliest));
  return Math.max(0, Date.now() - Math.min(...waiting)) / 1000;
}

function mailsByState(mails: readonly JobFigures[]) {
  const count = (isFailed: boolean) =>
    mails.filter(({ status }) => (status === 'dead') === isFailed).reduce((sum, { count }) => sum + count, 0);
  return [
    { labels: { state: 'waiting' }, value: count(false) },
    { labels: { state: 'failed' }, value: count(true) },
  ];
}

function readStorage({ read }: Metrics, path: string): void {
  read('docgraph_disk_size_bytes', async () => (await readDisk(path)).size);
  read('docgraph_disk_free_bytes', async () => (await readDisk(path)).free);
  read('docgraph_database_file_bytes', async () =>
    Object.entries(await readFiles(path)).map(([file, value]) => ({ labels: { file }, value })),
  );
}
