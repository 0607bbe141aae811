import type { ResultSet, Statement } from '../query/runner.js';
import { isStale, type OptimisticStart } from './optimistic-transaction.js';
import { snapshotConflict } from './snapshot-conflict.js';
import { commit, hasBegun, runStatements, type SqliteConnection } from './sqlite-connection.js';
import type { StatementGroup } from './sqlite-worker.js';

/** Sends the statements of a transaction to the writing connection, in the order of the calls. */
export interface SqliteQueue {
  /** Runs statements. Returns the result of the last one. */
  run(statements: readonly Statement[]): Promise<ResultSet>;
  /** Calls a function that uses the connection directly, after the transaction has begun. */
  call<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs the last statements and commits. */
  end(statements: readonly Statement[]): Promise<void>;
  /** Refuses all later statements. */
  close(): void;
}

/** Creates the queue of a transaction that has already begun. */
export function createSqliteQueue(connection: SqliteConnection): SqliteQueue {
  return {
    run: (statements) => runStatements(connection, { statements }),
    call: (run) => run(),
    end: (statements) => commit(connection, { statements }),
    close() {},
  };
}

/**
 * Creates the queue of an optimistic transaction. Calls wait for the first statements, because these may be refused.
 */
export function createOptimisticQueue(connection: SqliteConnection, start: OptimisticStart): SqliteQueue {
  const queue = createSqliteQueue(connection);
  let firstSent: Promise<unknown> | undefined;
  let refused: { error: unknown } | undefined;
  async function sendFirst<Result>(
    together: StatementGroup,
    send: (first: StatementGroup) => Promise<Result>,
  ): Promise<Result> {
    start.state = 'sent';
    try {
      return await send({ ...together, isFirst: true });
    } catch (error) {
      if (hasBegun(error)) throw error;
      start.state = 'stale';
      refused = { error };
      throw error;
    }
  }
  function sendAndBegin(statements: readonly Statement[]): Promise<ResultSet> {
    const result = sendFirst({ statements }, (together) => runStatements(connection, together));
    firstSent = result.catch(() => {});
    // Resolves after the calls that wait for the first statements.
    return firstSent.then(() => result);
  }
  async function afterFirst<Result>(run: () => Promise<Result>): Promise<Result> {
    await firstSent;
    if (refused) throw refused.error;
    return run();
  }
  return {
    run: (statements) => (firstSent ? afterFirst(() => queue.run(statements)) : sendAndBegin(statements)),
    call(run) {
      if (!firstSent) sendAndBegin([]).catch(() => {});
      return afterFirst(run);
    },
    async end(statements) {
      if (firstSent) await afterFirst(() => queue.end(statements));
      else if (statements.length > 0) await sendFirst({ statements }, (together) => commit(connection, together));
      else if (await isStale(start)) throw snapshotConflict();
    },
    close() {
      refused ??= { error: new Error('This transaction has ended') };
    },
  };
}
