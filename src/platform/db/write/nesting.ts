import { AsyncLocalStorage } from 'node:async_hooks';
import type { Work } from './transaction.js';

/** Sees to it that no transaction is opened inside another, which on SQLite would wait for itself. */
export interface Nesting {
  /** @throws Error where the call comes from within a transaction */
  refuse(): void;
  /** The work of a transaction, which others are told from. */
  watched<Result>(work: Work<Result>): Work<Result>;
}

const calls = new AsyncLocalStorage<{ hasEnded: boolean }>();

/** Refuses nesting by the calls that led to it: tracking them takes a tenth of the CPU of a server that writes. */
export const refusedNesting: Nesting = {
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

/** Does not look for it: a transaction inside another ends with TIMEOUT, or sees nothing of the other. */
export const unwatchedNesting: Nesting = { refuse() {}, watched: (work) => work };
