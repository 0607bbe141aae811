import type { SqlQuery, Transaction } from '@prisma/driver-adapter-utils';
import { PrismaClient } from './generated/sqlite/client.js';
import { guardTransaction, refuseOutsideTransactions } from './guarded-transaction.js';
import { linkedFactory, runInteractive, type TransactionOpener } from './interactive.js';
import type { Runner } from './runner.js';
import { begin, commit, openSqliteConnection, recycle, rollback, type SqliteConnection } from './sqlite-connection.js';
import { lockTimeout } from './sqlite-waiting.js';
import { isBusy, mapStoreError } from './store-errors.js';
import { createWriteQueue } from './write-queue.js';
import type { Writer, WriterOptions } from './writer.js';

/**
 * Writes to a SQLite file: every transaction of the process goes through one queue and one connection, because
 * Prisma's adapter runs a plain write inside another request's transaction (safety.md, trap 1).
 */
export async function openSqliteWriter(path: string, options: WriterOptions): Promise<Writer> {
  const deadline = () => Date.now() + lockTimeout * options.patience;
  const connection = await openSqliteConnection(path, deadline());
  const queue = createWriteQueue(options.queueLimit);
  const client = new PrismaClient({ adapter: linkedFactory(openerOn(connection)) });
  const limits = { timeout: options.transactionTimeout, maxWait: 5_000, announce: options.announce };
  const interactive = { provider: 'sqlite', client, ...limits } as const;
  return {
    transaction(work) {
      const latest = deadline();
      return queue.run(() => runPatiently(connection, latest, () => runInteractive(interactive, work)));
    },
    async freeSpace(runner) {
      for (let free = Number.POSITIVE_INFINITY; ; ) {
        const left = await freePages(runner);
        if (left === 0 || left >= free) return;
        free = left;
        await queue.run(() => runPatiently(connection, deadline(), () => freePagesOf(connection)));
      }
    },
    async close() {
      await client.$disconnect();
      await recycle(connection);
    },
  };
}

/**
 * Begins, runs and ends one transaction; the whole is run again while another process is in the way, until `deadline`. What
 * had to wait for others of this process for longer than that is tried once.
 */
async function runPatiently<Result>(
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

/** Pages that one transaction gives back: 4 MB. */
const freedAtOnce = 1000;

async function freePages(runner: Runner): Promise<number> {
  const { rows } = await runner.run({ sql: 'select freelist_count from pragma_freelist_count', parameters: [] });
  return Number(rows[0]![0]);
}

async function freePagesOf(connection: SqliteConnection): Promise<void> {
  await connection.adapter!.executeScript(`PRAGMA incremental_vacuum(${freedAtOnce})`);
  await commit(connection);
}

const adapterName = 'docgraph-sqlite';

/** Prisma adopts the transaction that `runPatiently` has begun, so that waiting for the lock is not up to Prisma. */
function openerOn(connection: SqliteConnection): TransactionOpener {
  return {
    ...refuseOutsideTransactions(),
    provider: 'sqlite',
    adapterName,
    startTransaction: async () => guardTransaction(adopt(connection), (error) => error),
    dispose: async () => {},
  };
}

function adopt(connection: SqliteConnection): Transaction {
  const adapter = connection.adapter!;
  return {
    provider: 'sqlite',
    adapterName,
    // Prisma then sends no COMMIT or ROLLBACK of its own, but calls the functions below.
    options: { usePhantomQuery: true },
    queryRaw: (query) => adapter.queryRaw(withTextTimes(query)),
    executeRaw: (query) => adapter.executeRaw(withTextTimes(query)),
    commit: () => commit(connection),
    rollback: () => rollback(connection),
  };
}

/**
 * Times are stored as the API writes them (`…678Z`). The adapter would write `…678+00:00`, which compares as smaller
 * than the same time in a cursor or a filter.
 */
function withTextTimes(query: SqlQuery): SqlQuery {
  if (!query.argTypes.some((type) => type.scalarType === 'datetime')) return query;
  const isTime = query.argTypes.map((type) => type.scalarType === 'datetime');
  return {
    sql: query.sql,
    args: query.args.map((arg, index) => (isTime[index] && arg !== null ? new Date(arg as string).toISOString() : arg)),
    argTypes: query.argTypes.map((type, index) => (isTime[index] ? { ...type, scalarType: 'string' } : type)),
  };
}
