import { PrismaClient } from './generated/sqlite/client.js';
import { runInteractive } from './interactive.js';
import { adoptingFactory } from './prisma-client.js';
import type { Runner } from './runner.js';
import { begin, commit, openSqliteConnection, recycle, rollback, type SqliteConnection } from './sqlite-connection.js';
import { sqliteTransaction } from './sqlite-transaction.js';
import { lockTimeout } from './sqlite-waiting.js';
import { isBusy, mapStoreError } from './store-errors.js';
import { createWriteQueue } from './write-queue.js';
import type { Writer, WriterOptions } from './writer.js';

/** What the writer is told, and the reader of the same file, once there is one. */
export interface SqliteWriterOptions extends WriterOptions {
  reader(): Runner | undefined;
}

/**
 * Writes to a SQLite file: every transaction of the process goes through one queue and one connection, because
 * Prisma's adapter runs a plain write inside another request's transaction (safety.md, trap 1).
 */
export async function openSqliteWriter(path: string, options: SqliteWriterOptions): Promise<Writer> {
  const deadline = () => Date.now() + lockTimeout * options.patience;
  const connection = await openSqliteConnection(path, deadline());
  const queue = createWriteQueue(options.queueLimit);
  const adapter = adoptingFactory({ provider: 'sqlite', adapterName: 'docgraph-sqlite' });
  const { transactionTimeout: timeout, announce } = options;
  const open = async () => sqliteTransaction(connection, options.reader());
  const client = new PrismaClient({ adapter });
  const interactive = { provider: 'sqlite', client, open, timeout, announce } as const;
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
