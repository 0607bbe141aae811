import { serverTenant } from '../../workers/fair-queue.js';
import { isBusy, mapStoreError } from '../connection/store-errors.js';
import { PrismaClient } from '../generated/sqlite/client.js';
import type { Runner } from '../query/runner.js';
import { runInteractive } from '../write/interactive.js';
import { createPrismaClients } from '../write/prisma-client.js';
import type { Work } from '../write/transaction.js';
import { createWriteQueue } from '../write/write-queue.js';
import type { Writer, WriterOptions } from '../write/writer.js';
import { lockTimeoutMs } from './busy-retry.js';
import { isStale, type OptimisticStart, startOptimistically } from './optimistic-transaction.js';
import {
  begin,
  checkpoint,
  commit,
  discard,
  isSoleWriter,
  openSqliteConnection,
  rollback,
  type SqliteConnection,
} from './sqlite-connection.js';
import type { SqliteReader } from './sqlite-reader.js';
import { sqliteTransaction } from './sqlite-transaction.js';

/** Options of the writer, and the reader of the same file after it was opened. */
export interface SqliteWriterOptions extends WriterOptions {
  reader(): SqliteReader | undefined;
}

/**
 * Opens a writer to a SQLite file. All transactions of the process use one queue and one connection. Otherwise Prisma's
 * adapter would run a plain write within the transaction of another request.
 */
export async function openSqliteWriter(path: string, options: SqliteWriterOptions): Promise<Writer> {
  const deadline = () => Date.now() + lockTimeoutMs * options.patience;
  const connection = await openSqliteConnection(path, deadline());
  const queue = createWriteQueue(options.queueLimit);
  const { transactionTimeout: timeout, announce, blobs } = options;
  const shape = { provider: 'sqlite', adapterName: 'docgraph-sqlite' } as const;
  const clients = createPrismaClients(shape, (adapter) => new PrismaClient({ adapter }));
  const run = <Result>(work: Work<Result>, start?: OptimisticStart): Promise<Result> => {
    const open = async () => sqliteTransaction({ connection, reader: options.reader(), start });
    return runInteractive({ provider: 'sqlite', clients, open, timeout, announce, blobs }, work);
  };
  return {
    transaction(work, tenant) {
      const latestStart = deadline();
      const runLocked = () => runWithRetry(connection, latestStart, () => run(work));
      return queue.run(
        async () => {
          const reader = isSoleWriter(connection) && options.reader();
          return reader
            ? runOptimistically({ connection, reader, runLocked, run: (start) => run(work, start) })
            : runLocked();
        },
        { tenant },
      );
    },
    queue: queue.state,
    async freeSpace(runner) {
      for (let free = Number.POSITIVE_INFINITY; ; ) {
        const left = await freePages(runner);
        if (left === 0 || left >= free) return;
        free = left;
        const freeSome = () => runWithRetry(connection, deadline(), () => freeUnusedPages(connection));
        await queue.run(freeSome, { tenant: serverTenant });
      }
    },
    async close() {
      await clients.close();
      // If this fails, for example because the disk is full, the pages remain in the write-ahead log.
      await checkpoint(connection, Date.now() + completionTimeout).catch(() => {});
      await discard(connection);
    },
  };
}

/**
 * How long a closing process waits for readers in other processes, in milliseconds. After that, it leaves the
 * write-ahead log in place.
 */
const completionTimeout = 1_000;

/** An optimistic transaction, and the function that runs it again with the lock after a conflict. */
interface OptimisticRun<Result> {
  connection: SqliteConnection;
  reader: SqliteReader;
  run(start: OptimisticStart): Promise<Result>;
  runLocked(): Promise<Result>;
}

/** Runs an optimistic transaction. After a conflict with another process, runs it again with the write lock. */
async function runOptimistically<Result>({
  connection,
  reader,
  run,
  runLocked,
}: OptimisticRun<Result>): Promise<Result> {
  const start = await startOptimistically(reader);
  try {
    return await run(start);
  } catch (error) {
    if (!(await isStale(start))) throw mapStoreError(error);
    connection.isAlone = false;
  } finally {
    await rollback(connection);
  }
  return runLocked();
}

/**
 * Begins, runs and ends one transaction. While another process holds the lock, the whole transaction is retried until
 * `deadline`. If the transaction has already waited past the deadline for other transactions of this process, it runs
 * only once.
 */
async function runWithRetry<Result>(
  connection: SqliteConnection,
  deadline: number,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (;;) {
    try {
      await begin(connection, deadline);
      return await attempt();
    } catch (error) {
      if (!isBusy(error) || Date.now() > deadline) throw mapStoreError(error);
    } finally {
      await rollback(connection);
    }
  }
}

/** Number of free pages that one transaction returns to the disk; they have 4 MB. */
const pagesPerTransaction = 1000;

async function freePages(runner: Runner): Promise<number> {
  const { rows } = await runner.run({ sql: 'select freelist_count from pragma_freelist_count', parameters: [] });
  return Number(rows[0]![0]);
}

async function freeUnusedPages(connection: SqliteConnection): Promise<void> {
  await connection.adapter!.executeScript(`PRAGMA incremental_vacuum(${pagesPerTransaction})`);
  await commit(connection);
}
