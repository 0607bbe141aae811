import { limits } from '../base/limits.js';
import type { Environment } from './environment.js';
import { wholeNumber } from './rules.js';

/** Variables that set how much of the machine and of the database a process uses. */
export const resourceVariables = {
  DATABASE_CONNECTIONS: wholeNumber(4, 500, 'connections to Postgres for transactions and reads').default(
    limits.postgresConnections.value,
  ),
  STATEMENT_TIMEOUT: wholeNumber(1, 60, 'seconds that a statement on Postgres may take').default(5),
  TRANSACTION_TIMEOUT: wholeNumber(5, 300, 'seconds that a transaction may take').default(30),
  WRITE_QUEUE: wholeNumber(10, 10_000, 'writes of one organization that wait').default(limits.writesWaiting.value),
  WORKER_THREADS: wholeNumber(2, 64, 'threads that compute content').optional(),
  PDF_THREADS: wholeNumber(1, 16, 'PDFs that are made at the same time').default(limits.pdfsAtOnce.value),
  FETCHING_JOBS: wholeNumber(1, 100, 'jobs at the same time that wait for other hosts').default(
    limits.fetchingJobs.value,
  ),
  COMPUTING_JOBS: wholeNumber(1, 100, 'jobs at the same time that compute').default(limits.computingJobs.value),
};

/** How much of the machine and of the database a process uses. */
export interface ResourcesConfig {
  /** Maximum number of connections to Postgres for transactions and reads. */
  databaseConnections: number;
  /** Milliseconds after which Postgres ends a statement. */
  statementTimeout: number;
  /** Milliseconds after which a transaction is rolled back. */
  transactionTimeout: number;
  /** Maximum number of writes of one organization that wait for the database. */
  writeQueue: number;
  /** Number of threads that compute content; undefined for one per core, 2 to 8. */
  workerThreads: number | undefined;
  /** Maximum number of PDFs that are made at the same time. */
  pdfThreads: number;
  /** Maximum number of jobs that run at the same time, by lane. */
  jobSlots: { fetching: number; computing: number };
}

/** Returns the resources that the environment sets. */
export function resourcesIn(values: Environment): ResourcesConfig {
  return {
    databaseConnections: values.DATABASE_CONNECTIONS,
    statementTimeout: values.STATEMENT_TIMEOUT * 1_000,
    transactionTimeout: values.TRANSACTION_TIMEOUT * 1_000,
    writeQueue: values.WRITE_QUEUE,
    workerThreads: values.WORKER_THREADS,
    pdfThreads: values.PDF_THREADS,
    jobSlots: { fetching: values.FETCHING_JOBS, computing: values.COMPUTING_JOBS },
  };
}
