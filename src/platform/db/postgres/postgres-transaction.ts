import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import { isLostConnection } from '../connection/store-errors.js';
import type { Statement } from '../query/runner.js';
import { type DriverTransaction, tellTrip } from '../write/open-transaction.js';
import { mapPostgresError } from './postgres-errors.js';
import { createLine } from './postgres-line.js';
import { askInOneTrip } from './postgres-statements.js';
import type { Answer } from './postgres-trip.js';

/** The way to the database. */
export interface Way {
  pool: pg.Pool;
  adapter: SqlDriverAdapter;
  /** Whether a pooler lends the connections of the pool: names of statements would be those of another session. */
  isShared: boolean;
}

/** Opens a transaction on a connection of the pool, whose adapter runs the statements of Prisma. It begins with its first trip. */
export async function openPostgresTransaction({ pool, adapter, isShared }: Way): Promise<DriverTransaction> {
  const client = await pool.connect().catch((error) => Promise.reject(mapPostgresError(error)));
  const connection = holdConnection(client);
  const sendTrip = (statements: readonly Statement[]): Promise<Answer>[] => {
    tellTrip(statements);
    return askInOneTrip(client, statements);
  };
  const line = createLine({ sendTrip, isShared, fail: connection.fail, failure: connection.failure });
  const queryable: SqlQueryable = Object.assign(Object.create(adapter), { client });
  line.later(begin);
  return {
    run: line.ask,
    later: line.later,
    adapter: {
      queryRaw: (query) => line.between(() => queryable.queryRaw(query)),
      executeRaw: (query) => line.between(() => queryable.executeRaw(query)),
    },
    async commit() {
      const { command } = await line.last(commit);
      if (command !== 'COMMIT') throw new Error(`Postgres answered ${command} to COMMIT`);
      connection.release();
    },
    async rollback() {
      // What still waits for its turn would run behind the rollback, in a transaction of its own.
      connection.refuse(new Error('This transaction has ended'));
      if (line.isUsed() && !connection.isLost()) await client.query('ROLLBACK').catch(connection.lose);
      connection.release();
    },
  };
}

const begin: Statement = { sql: 'BEGIN', parameters: [], isKeyed: true };
const commit: Statement = { sql: 'COMMIT', parameters: [], isKeyed: true };

/** A connection of the pool while a transaction has it. */
interface HeldConnection {
  /** Why nothing more can be run on it: what fails leaves a transaction that nothing more can be done in. */
  failure(): { error: unknown } | undefined;
  /** Hears of what was thrown there. @throws the refusal, or that in the terms of adapters; what was thrown first */
  fail(thrown: unknown, refusal?: Error): never;
  /** Lets nothing more be run, for this reason. */
  refuse(error: unknown): void;
  isLost(): boolean;
  lose(): void;
  /** Gives it back; one that broke or gave no answer is closed, for its transaction may be open still. */
  release(): void;
}

function holdConnection(client: pg.PoolClient): HeldConnection {
  let failure: { error: unknown } | undefined;
  let isLost = false;
  let isReleased = false;
  const lose = (): void => {
    isLost = true;
  };
  client.on('error', lose);
  return {
    failure: () => failure,
    fail(thrown, refusal) {
      const error = refusal ?? mapPostgresError(thrown);
      if (isLostConnection(error)) lose();
      failure ??= { error };
      throw failure.error;
    },
    refuse(error) {
      failure ??= { error };
    },
    isLost: () => isLost,
    lose,
    release() {
      if (isReleased) return;
      isReleased = true;
      client.removeListener('error', lose);
      client.release(isLost);
    },
  };
}
