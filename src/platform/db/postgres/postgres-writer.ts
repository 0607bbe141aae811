import { setTimeout as sleep } from 'node:timers/promises';
import { PrismaPg } from '@prisma/adapter-pg';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { databaseBusy, isRetryable, mapStoreError } from '../connection/store-errors.js';
import { PrismaClient as PostgresClient } from '../generated/postgresql/client.js';
import type { PrismaClient } from '../generated/sqlite/client.js';
import { runInteractive } from '../write/interactive.js';
import { createPrismaClients, type PrismaShape } from '../write/prisma-client.js';
import { createWriteLanes, writeLanes } from '../write/write-queue.js';
import type { Writer, WriterOptions } from '../write/writer.js';
import { openPostgresTransaction, type PostgresConnections } from './postgres-transaction.js';

/**
 * Maximum number of times that a transaction is repeated if it lost against another one (40001) or was aborted to end a
 * deadlock (40P01).
 */
const retries = 3;

/**
 * Opens a writer to Postgres. It runs interactive transactions with the isolation level read committed, on connections
 * of the pool.
 */
export async function openPostgresWriter(
  { pool, isShared }: Pick<PostgresConnections, 'pool' | 'isShared'>,
  options: WriterOptions,
): Promise<Writer> {
  const adapter = await new PrismaPg(pool).connect();
  // The clients generated for SQLite and Postgres have the same shape, but TypeScript cannot assign one to the other.
  // Only this cast relies on it.
  const createClient = (factory: SqlDriverAdapterFactory) =>
    new PostgresClient({ adapter: factory }) as unknown as PrismaClient;
  const clients = createPrismaClients(prismaShape(adapter), createClient);
  const { transactionTimeout: timeout, announce, blobs } = options;
  const open = () => openPostgresTransaction({ pool, adapter, isShared });
  const interactive = { provider: 'postgresql', clients, open, timeout, announce, blobs } as const;
  const queue = createWriteLanes(options.queueLimit, writeLanes(pool.options.max));
  return {
    transaction: (work, tenant) => queue.run(() => retryConflicts(() => runInteractive(interactive, work)), { tenant }),
    freeSpace: async () => {},
    queue: queue.state,
    close: clients.close,
  };
}

async function retryConflicts<Result>(attempt: () => Promise<Result>): Promise<Result> {
  for (let remaining = retries; ; remaining--) {
    try {
      return await attempt();
    } catch (error) {
      if (!isRetryable(error)) throw mapStoreError(error);
      if (remaining === 0) throw databaseBusy();
    }
    await sleep(Math.random() * 20);
  }
}

function prismaShape(adapter: SqlDriverAdapter): PrismaShape {
  const { provider, adapterName } = adapter;
  const connection = adapter.getConnectionInfo!();
  return { provider, adapterName, getConnectionInfo: () => connection };
}
