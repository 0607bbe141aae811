import { AsyncLocalStorage } from 'node:async_hooks';
import type { Work } from './transaction.js';

/** Prevents nested transactions. On SQLite, the inner one would wait forever for the outer one. */
export interface NestingGuard {
  /**
   * Checks that the caller is not inside of a transaction.
   * @throws Error if it is
   */
  refuse(): void;
  /** Wraps the work of a transaction, so that `refuse` recognizes calls within it. */
  watched<Result>(work: Work<Result>): Work<Result>;
}

const calls = new AsyncLocalStorage<{ hasEnded: boolean }>();

/** Detects nesting with `AsyncLocalStorage`, which takes a tenth of the CPU time of a server that writes. */
export const checkedNesting: NestingGuard = {
  refuse() {
    if (calls.getStore()?.hasEnded === false)
      throw new Error('A transaction is open here: pass it on instead of opening another');
  },
  watched: (work) => (transaction) => {
    const call = { hasEnded: false };
    const ended = (): void => {
      call.hasEnded = true;
    };
    return calls.run(call, () => work(transaction)).finally(ended);
  },
};

/**
 * Does not detect nesting. A nested transaction then ends with TIMEOUT, or does not see the writes of the outer one.
 */
export const uncheckedNesting: NestingGuard = { refuse() {}, watched: (work) => work };
