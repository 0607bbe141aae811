import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, Transaction } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { PrismaClient as PostgresClient } from './generated/postgresql/client.js';
import type { PrismaClient } from './generated/sqlite/client.js';
import { guardTransaction, refuseOutsideTransactions } from './guarded-transaction.js';
import { linkedFactory, runInteractive, type TransactionOpener } from './interactive.js';
import { mapPostgresError } from './postgres-errors.js';
import { busy, isLostConnection, isRetryable, mapStoreError } from './store-errors.js';
import { createWriteLanes } from './write-queue.js';
import type { Writer, WriterOptions } from './writer.js';

/** How often a transaction is run again that lost against another (40001) or was chosen to end a deadlock (40P01). */
const retries = 3;

/** Transactions that run at once. The pool has ten connections; the others are for reads. */
export const postgresLanes = 6;

/** Writes to Postgres: interactive transactions, read committed, on connections of the pool. */
export async function openPostgresWriter(pool: pg.Pool, options: WriterOptions): Promise<Writer> {
  const adapter = await new PrismaPg(pool).connect();
  // The generated clients are alike but not assignable to each other; this is the one place that says so.
  const client = new PostgresClient({ adapter: linkedFactory(openerOn(adapter)) }) as unknown as PrismaClient;
  // Longer than the pool waits for a connection and the answer to `begin`, which says more of why there is none.
  const { transactionTimeout: timeout, patience, announce } = options;
  const limits = { timeout, maxWait: 10_000 * patience, announce };
  const interactive = { provider: 'postgresql', client, ...limits } as const;
  const queue = createWriteLanes(postgresLanes, options.queueLimit);
  return {
    transaction: (work) => queue.run(() => retryConflicts(() => runInteractive(interactive, work))),
    freeSpace: async () => {},
    close: () => client.$disconnect(),
  };
}

async function retryConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let remaining = retries; ; remaining--) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw mapStoreError(error);
      if (remaining === 0) throw busy();
    }
    await sleep(Math.random() * 20);
  }
}

function openerOn(adapter: SqlDriverAdapter): TransactionOpener {
  const connection = adapter.getConnectionInfo!();
  return {
    ...refuseOutsideTransactions(),
    provider: adapter.provider,
    adapterName: adapter.adapterName,
    getConnectionInfo: () => connection,
    async startTransaction() {
      const transaction = await adapter.startTransaction().catch((error) => Promise.reject(mapPostgresError(error)));
      return guardTransaction(transaction, (error) => closeWhereLost(transaction, mapPostgresError(error)));
    },
    dispose: () => adapter.dispose(),
  };
}

/**
 * Closes a connection that gave no answer: Prisma would give it back to the pool with its transaction open, and the next one
 * would keep what this one wrote.
 */
function closeWhereLost(transaction: Transaction, error: unknown): unknown {
  const { client } = transaction as Transaction & { client: pg.PoolClient & Pick<pg.Client, 'end'> };
  if (isLostConnection(error)) void client.end();
  return error;
}
