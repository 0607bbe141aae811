import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { isLostConnection } from '../connection/store-errors.js';
import type { Statement } from '../query/runner.js';
import { type DriverTransaction, publishBatch } from '../write/open-transaction.js';
import { mapPostgresError } from './postgres-errors.js';
import { runBatch } from './postgres-statements.js';
import type { StatementResult } from './statement-batch.js';
import { createStatementQueue } from './statement-queue.js';

/** The connections of a store to a Postgres database. */
export interface PostgresConnections {
  pool: pg.Pool;
  adapter: SqlDriverAdapter;
  /** Whether a pooler shares connections between sessions, so that statements must not have names. */
  isShared: boolean;
}

/**
 * Opens a transaction on a connection of the pool. Prisma's adapter for that connection runs its queries. BEGIN is part
 * of the first batch.
 */
export async function openPostgresTransaction({
  pool,
  adapter,
  isShared,
}: PostgresConnections): Promise<DriverTransaction> {
  const client = await pool.connect().catch((error) => Promise.reject(mapPostgresError(error)));
  const connection = holdConnection(client);
  const send = (statements: readonly Statement[]): Promise<StatementResult>[] => {
    publishBatch(statements);
    return runBatch(client, statements);
  };
  const queue = createStatementQueue({ sendBatch: send, isShared, fail: connection.fail, failure: connection.failure });
  const queryable: SqlQueryable = Object.assign(Object.create(adapter), { client });
  queue.buffer(begin);
  return {
    run: queue.run,
    buffer: queue.buffer,
    adapter: {
      queryRaw: (query) => queue.runBetweenBatches(() => queryable.queryRaw(query)),
      executeRaw: (query) => queue.runBetweenBatches(() => queryable.executeRaw(query)),
    },
    async commit() {
      const { command } = await queue.runLast(commit);
      if (command !== 'COMMIT') throw new Error(`Postgres answered ${command} to COMMIT`);
      connection.release();
    },
    async rollback() {
      // Refuses later statements, because a queued statement would run after the rollback, in a transaction of its own.
      connection.refuse(new Error('This transaction has ended'));
      if (queue.isUsed() && !connection.isLost()) await client.query('ROLLBACK').catch(connection.lose);
      connection.release();
    },
  };
}

const begin: Statement = { sql: 'BEGIN', parameters: [], isKeyed: true };
const commit: Statement = { sql: 'COMMIT', parameters: [], isKeyed: true };

/** A connection of the pool that a transaction uses. */
interface HeldConnection {
  /** Returns the first error of the transaction. After an error, Postgres refuses all its statements. */
  failure(): { error: unknown } | undefined;
  /**
   * Records an error, and throws.
   * @throws the first recorded error: `refusal` if given, otherwise the error in the form of Prisma's driver adapters
   */
  fail(thrown: unknown, refusal?: Error): never;
  /** Makes all later statements fail with this error. */
  refuse(error: unknown): void;
  isLost(): boolean;
  lose(): void;
  /** Returns the connection to the pool. A lost connection is closed, because its transaction may still be open. */
  release(): void;
}

function holdConnection(client: pg.PoolClient): HeldConnection {
  let failure: { error: unknown } | undefined;
  let isLost = false;
  let isReleased = false;
  const markLost = (): void => {
    isLost = true;
  };
  client.on('error', markLost);
  return {
    failure: () => failure,
    fail(thrown, refusal) {
      const error = refusal ?? mapPostgresError(thrown);
      if (isLostConnection(error)) markLost();
      failure ??= { error };
      throw failure.error;
    },
    refuse(error) {
      failure ??= { error };
    },
    isLost: () => isLost,
    lose: markLost,
    release() {
      if (isReleased) return;
      isReleased = true;
      client.removeListener('error', markLost);
      client.release(isLost);
    },
  };
}
