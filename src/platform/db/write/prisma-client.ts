import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '../generated/sqlite/client.js';
import type { OpenTransaction } from './open-transaction.js';
import type { PrismaTransaction } from './transaction.js';

/** What an adapter says of itself. */
export type PrismaShape = Pick<SqlDriverAdapter, 'provider' | 'adapterName' | 'getConnectionInfo'>;

/** Prisma Client within a transaction that is open already. */
export interface PrismaInside {
  /** The client; it is taken with the first call, and belongs to the transaction until the end. */
  readonly prisma: PrismaTransaction;
  /** Waits for calls that nobody awaited, and gives the client back. */
  leave(): Promise<void>;
}

/** Prisma Clients of a store. Each belongs to one transaction at a time, so there are as many as transactions use at once. */
export interface PrismaClients {
  /** Prisma Client for a transaction. */
  inside(transaction: OpenTransaction): PrismaInside;
  close(): Promise<void>;
}

/** A client and the transaction that its statements run in. */
interface Bound {
  client: PrismaClient;
  transaction: OpenTransaction | undefined;
}

/**
 * Makes the clients of a store.
 * @param shape what the adapters say of themselves
 * @param createClient makes a client of an adapter
 */
export function createPrismaClients(
  shape: PrismaShape,
  createClient: (adapter: SqlDriverAdapterFactory) => PrismaClient,
): PrismaClients {
  const all: Bound[] = [];
  const free: Bound[] = [];
  const take = (transaction: OpenTransaction): Bound => {
    const bound = free.pop() ?? create();
    bound.transaction = transaction;
    return bound;
  };
  const create = (): Bound => {
    const bound: Partial<Bound> = {};
    bound.client = createClient(boundFactory(shape, () => bound.transaction));
    all.push(bound as Bound);
    return bound as Bound;
  };
  return {
    inside(transaction) {
      let bound: Bound | undefined;
      let calls: Calls | undefined;
      return {
        get prisma() {
          if (calls) return calls.prisma;
          bound = take(transaction);
          calls = inOrder(bound, transaction);
          return calls.prisma;
        },
        async leave() {
          await calls?.settled();
          if (!bound) return;
          bound.transaction = undefined;
          free.push(bound);
        },
      };
    },
    async close() {
      await Promise.all(all.map(({ client }) => client.$disconnect()));
    },
  };
}

/** The calls of Prisma Client in one transaction. */
interface Calls {
  prisma: PrismaTransaction;
  /** Waits for all that are under way, those that nobody awaits among them. */
  settled(): Promise<void>;
}

/** Runs the calls of a transaction one after the other, as its connection does, and refuses those that come after the end. */
function inOrder(bound: Bound, transaction: OpenTransaction): Calls {
  let last: Promise<unknown> = Promise.resolve();
  const extended = bound.client.$extends({
    query: {
      $allOperations({ args, query }) {
        // A client that was given back belongs to another transaction, or to none.
        if (transaction.ended || bound.transaction !== transaction)
          throw new Error('This transaction has ended; await everything that is started inside it');
        const running = last.then(() => query(args));
        last = running.catch(() => {});
        return running;
      },
    },
  });
  return {
    prisma: extended as unknown as PrismaTransaction,
    async settled() {
      for (let seen: unknown; seen !== last; ) {
        seen = last;
        await seen;
      }
    },
  };
}

/**
 * An adapter whose statements run in the transaction of its client. What Prisma wraps in a transaction of its own is in that one
 * already, so that its beginning and its end do nothing.
 */
function boundFactory(
  { provider, adapterName, getConnectionInfo }: PrismaShape,
  current: () => OpenTransaction | undefined,
): SqlDriverAdapterFactory {
  const open = (): OpenTransaction['adapter'] => {
    const transaction = current();
    if (!transaction) throw new Error('Statements of Prisma Client run inside store.transaction() only');
    return transaction.adapter;
  };
  const queryable = {
    provider,
    adapterName,
    queryRaw: async (query: Parameters<SqlDriverAdapter['queryRaw']>[0]) => open().queryRaw(query),
    executeRaw: async (query: Parameters<SqlDriverAdapter['executeRaw']>[0]) => open().executeRaw(query),
  };
  const nothing = async (): Promise<void> => {};
  const adapter: SqlDriverAdapter = {
    ...queryable,
    ...(getConnectionInfo && { getConnectionInfo }),
    executeScript: nothing,
    startTransaction: async () => ({
      ...queryable,
      options: { usePhantomQuery: true },
      commit: nothing,
      rollback: nothing,
    }),
    dispose: nothing,
  };
  return { provider, adapterName, connect: async () => adapter };
}
