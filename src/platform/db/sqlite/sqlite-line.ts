import type { ResultSet, Statement } from '../query/runner.js';
import { commit, hasBegun, runTogether, type SqliteConnection } from './sqlite-connection.js';
import { isStale, type LateStart } from './sqlite-late.js';
import { outdated } from './sqlite-outdated.js';
import type { Together } from './sqlite-worker.js';

/** The statements of a transaction on their way to the connection that writes, in the order of the calls. */
export interface SqliteLine {
  /** Runs some statements. Answers the result of the last one. */
  run(statements: readonly Statement[]): Promise<ResultSet>;
  /** Calls what runs something on the connection, where the transaction has begun. */
  call<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Runs the last ones and commits. */
  end(statements: readonly Statement[]): Promise<void>;
  /** Lets nothing run any more. */
  leave(): void;
}

/** The line of a transaction that has begun. */
export function lineOf(connection: SqliteConnection): SqliteLine {
  return {
    run: (statements) => runTogether(connection, { statements }),
    call: (run) => run(),
    end: (statements) => commit(connection, { statements }),
    leave() {},
  };
}

/** The line of one that begins late; what is called while its first statements are under way waits for them, for they may be refused. */
export function lateLineOf(connection: SqliteConnection, late: LateStart): SqliteLine {
  const begun = lineOf(connection);
  let beginning: Promise<unknown> | undefined;
  let refused: { error: unknown } | undefined;
  async function first<Result>(together: Together, send: (first: Together) => Promise<Result>): Promise<Result> {
    late.state = 'sent';
    try {
      return await send({ ...together, isFirst: true });
    } catch (error) {
      if (hasBegun(error)) throw error;
      late.state = 'stale';
      refused = { error };
      throw error;
    }
  }
  function begin(statements: readonly Statement[]): Promise<ResultSet> {
    const answer = first({ statements }, (together) => runTogether(connection, together));
    beginning = answer.catch(() => {});
    // Behind those that wait for the same.
    return beginning.then(() => answer);
  }
  async function behindFirst<Result>(run: () => Promise<Result>): Promise<Result> {
    await beginning;
    if (refused) throw refused.error;
    return run();
  }
  return {
    run: (statements) => (beginning ? behindFirst(() => begun.run(statements)) : begin(statements)),
    call(run) {
      if (!beginning) begin([]).catch(() => {});
      return behindFirst(run);
    },
    async end(statements) {
      if (beginning) await behindFirst(() => begun.end(statements));
      else if (statements.length > 0) await first({ statements }, (together) => commit(connection, together));
      else if (await isStale(late)) throw outdated();
    },
    leave() {
      refused ??= { error: new Error('This transaction has ended') };
    },
  };
}
