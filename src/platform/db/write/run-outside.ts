import type { Store } from './store.js';

/**
 * Thrown by the work of a transaction to roll it back, to run something slow without a lock, and to start the work
 * again. `run` must change the state, so that the work does not throw it again for the same reason.
 */
export class RunOutside extends Error {
  override readonly name = 'RunOutside';
  constructor(
    /** Runs before the next attempt. It can open other transactions. */
    readonly run: (transaction: Store['transaction']) => Promise<void>,
  ) {
    super('The transaction starts again after work outside of it');
  }
}

/** Maximum number of times that a transaction starts again. */
const maxRestarts = 20;

/** Runs a transaction, and again after each `RunOutside`. */
export async function runWithRestarts<Result>(
  attempt: () => Promise<Result>,
  transaction: Store['transaction'],
): Promise<Result> {
  for (let restarts = 0; ; restarts += 1) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof RunOutside)) throw error;
      if (restarts === maxRestarts) throw new Error('A transaction started again too often', { cause: error });
      await error.run(transaction);
    }
  }
}
