import { channel } from 'node:diagnostics_channel';
import type { SqlDriverAdapter, SqlQuery, Transaction } from '@prisma/driver-adapter-utils';

/** Tells of each statement of a transaction, to those who trace it: `{ sql }`. */
const statements = channel('docgraph:statements');

/** A driver adapter's transaction that can tell whether it is over, and how many statements it had that may have written. */
export interface GuardedTransaction extends Transaction {
  readonly ended: boolean;
  readonly writes: number;
}

/**
 * Wraps a transaction so that its statements run one after the other and none runs once it has ended: its connection
 * then belongs to someone else. `mapError` sees what the driver throws.
 */
export function guardTransaction(inner: Transaction, mapError: (error: unknown) => unknown): GuardedTransaction {
  let ended = false;
  let writes = 0;
  let last: Promise<unknown> = Promise.resolve();
  const mapped = <Result>(run: () => Promise<Result>) => run().catch((error) => Promise.reject(mapError(error)));
  function inTurn<Result>({ sql }: SqlQuery, run: () => Promise<Result>): Promise<Result> {
    if (!isRead.test(sql)) writes += 1;
    if (statements.hasSubscribers) statements.publish({ sql });
    const result = last.then(() => {
      if (ended) throw new Error('This transaction has ended; await everything that is started inside it');
      return mapped(run);
    });
    last = result.catch(() => {});
    return result;
  }
  function end(run: () => Promise<void>): Promise<void> {
    ended = true;
    return mapped(run);
  }
  return {
    get ended() {
      return ended;
    },
    get writes() {
      return writes;
    },
    provider: inner.provider,
    adapterName: inner.adapterName,
    options: inner.options,
    queryRaw: (query) => inTurn(query, () => inner.queryRaw(query)),
    executeRaw: (query) => inTurn(query, () => inner.executeRaw(query)),
    commit: () => end(() => inner.commit()),
    rollback: () => end(() => inner.rollback()),
  };
}

/** What else there is, such as `with`, is taken for a write. */
const isRead = /^\s*select\b/i;

/** The base of an adapter that knows nothing but transactions: whatever runs outside of one is refused. */
export function refuseOutsideTransactions(): Pick<SqlDriverAdapter, 'queryRaw' | 'executeRaw' | 'executeScript'> {
  const refuse = () => Promise.reject(new Error('Statements of Prisma Client run inside store.transaction() only'));
  return { queryRaw: refuse, executeRaw: refuse, executeScript: refuse };
}
