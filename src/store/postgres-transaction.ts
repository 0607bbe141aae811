import type { SqlDriverAdapter, SqlQueryable } from '@prisma/driver-adapter-utils';
import type pg from 'pg';
import type { DriverTransaction } from './open-transaction.js';
import { isRead } from './open-transaction.js';
import { mapPostgresError } from './postgres-errors.js';
import { ask, gather } from './postgres-statements.js';
import type { ResultSet, Statement } from './runner.js';
import { isLostConnection } from './store-errors.js';

/** The way to the database. */
export interface Way {
  pool: pg.Pool;
  adapter: SqlDriverAdapter;
  /** Whether a pooler lends the connections of the pool: names of statements would be those of another session. */
  isShared: boolean;
}

/**
 * Opens a transaction on a connection of the pool, whose adapter runs the statements of Prisma. What is called in one turn of
 * the event loop is sent in one write. So does the begin travel with the reads behind it; what writes waits until it is done.
 */
export async function openPostgresTransaction({ pool, adapter, isShared }: Way): Promise<DriverTransaction> {
  const client = await pool.connect().catch((error) => Promise.reject(mapPostgresError(error)));
  const connection = holdConnection(client);
  const inOrder = behindBegin(connection.checked, () => ask(client, { sql: 'BEGIN', parameters: [] }));
  const queryable: SqlQueryable = Object.assign(Object.create(adapter), { client });
  const later: Promise<unknown>[] = [];
  const run = ({ sql, parameters, isKeyed }: Statement): Promise<ResultSet> =>
    inOrder(sql, () => ask(client, { sql, parameters, ...(isKeyed && !isShared && { isKeyed }) }));
  return {
    run,
    later(statement) {
      const result = run(statement);
      result.catch(() => {});
      later.push(result);
    },
    adapter: {
      queryRaw: (query) => inOrder(query.sql, () => queryable.queryRaw(query)),
      executeRaw: (query) => inOrder(query.sql, () => queryable.executeRaw(query)),
    },
    async commit() {
      const committed = inOrder('COMMIT', () => end(client, 'COMMIT'));
      committed.catch(() => {});
      // What Postgres refused comes first: the commit of that is a rollback, or refused like it.
      await Promise.all(later);
      await committed;
      connection.release();
    },
    async rollback() {
      // What still waits for its turn would run behind the rollback, in a transaction of its own.
      connection.refuse(new Error('This transaction has ended'));
      if (!connection.isLost()) await end(client, 'ROLLBACK').catch(connection.lose);
      connection.release();
    },
  };
}

/** A connection of the pool while a transaction has it. */
interface HeldConnection {
  /** Runs something on it. What fails leaves a transaction that nothing more can be done in: each other call fails alike. */
  checked<Result>(run: () => Promise<Result>): Promise<Result>;
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
  const refuse = (error: unknown): void => {
    failure ??= { error };
  };
  client.on('error', lose);
  return {
    async checked(run) {
      if (failure) throw failure.error;
      try {
        return await run();
      } catch (thrown) {
        const error = mapPostgresError(thrown);
        if (isLostConnection(error)) lose();
        refuse(error);
        throw failure!.error;
      }
    },
    refuse,
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

/** Runs statements in the order in which they are called, and none that may write before the transaction is known to have begun. */
function behindBegin(checked: HeldConnection['checked'], begin: () => Promise<unknown>) {
  let isBegun = false;
  const begun = checked(begin).then(() => {
    isBegun = true;
  });
  begun.catch(() => {});
  let waiting: Promise<unknown> | undefined;
  return async <Result>(sql: string, run: () => Promise<Result>): Promise<Result> => {
    if (!waiting && (isBegun || isRead.test(sql))) return checked(run);
    const turn: Promise<Result> = (waiting ?? begun).then(() => checked(run));
    const settled = turn.then(forget, forget);
    function forget(): void {
      if (waiting === settled) waiting = undefined;
    }
    waiting = settled;
    return turn;
  };
}

/** @throws Error where Postgres has rolled back what it was to commit. */
async function end(client: pg.PoolClient, sql: 'COMMIT' | 'ROLLBACK'): Promise<void> {
  gather(client);
  const { command } = await client.query(sql);
  if (command !== sql) throw new Error(`Postgres answered ${command} to ${sql}`);
}
