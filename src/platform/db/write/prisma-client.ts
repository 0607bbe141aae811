import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import type { PrismaClient } from '../generated/sqlite/client.js';
import type { OpenTransaction } from './open-transaction.js';
import type { PrismaTransaction } from './transaction.js';

/** Properties of an adapter that Prisma reads. */
export type PrismaShape = Pick<SqlDriverAdapter, 'provider' | 'adapterName' | 'getConnectionInfo'>;

/** Prisma Client for an open transaction. */
export interface PrismaSession {
  /** The client. The first access binds it to the transaction, until `leave`. */
  readonly prisma: PrismaTransaction;
  /** Waits for all calls, including those that are not awaited, and releases the client. */
  leave(): Promise<void>;
}

/**
 * Prisma Clients of a store. Each client serves one transaction at a time, so a store has as many clients as there are
 * concurrent transactions that use one.
 */
export interface PrismaClients {
  /** Returns a Prisma Client for a transaction. */
  inside(transaction: OpenTransaction): PrismaSession;
  close(): Promise<void>;
}

/** A client, and the transaction in which its statements run. */
interface ClientBinding {
  client: PrismaClient;
  transaction: OpenTransaction | undefined;
}

/**
 * Creates the clients of a store.
 * @param shape properties of their adapters
 * @param createClient creates a client with an adapter
 */
export function createPrismaClients(
  shape: PrismaShape,
  createClient: (adapter: SqlDriverAdapterFactory) => PrismaClient,
): PrismaClients {
  const all: ClientBinding[] = [];
  const free: ClientBinding[] = [];
  const acquire = (transaction: OpenTransaction): ClientBinding => {
    const bound = free.pop() ?? create();
    bound.transaction = transaction;
    return bound;
  };
  const create = (): ClientBinding => {
    const bound: Partial<ClientBinding> = {};
    bound.client = createClient(boundFactory(shape, () => bound.transaction));
    all.push(bound as ClientBinding);
    return bound as ClientBinding;
  };
  return {
    inside(transaction) {
      let bound: ClientBinding | undefined;
      let calls: Calls | undefined;
      return {
        get prisma() {
          if (calls) return calls.prisma;
          bound = acquire(transaction);
          calls = createOrderedCalls(bound, transaction);
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

/** The Prisma Client calls of one transaction. */
interface Calls {
  prisma: PrismaTransaction;
  /** Waits for all calls in flight, including those that are not awaited. */
  settled(): Promise<void>;
}

/**
 * Runs the calls of a transaction one after the other, as its connection does. Refuses calls after the end of the
 * transaction.
 */
function createOrderedCalls(bound: ClientBinding, transaction: OpenTransaction): Calls {
  let last: Promise<unknown> = Promise.resolve();
  const extended = bound.client.$extends({
    query: {
      $allOperations({ args, query }) {
        // After its release, the client belongs to another transaction, or to none.
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
      for (let pending: unknown; pending !== last; ) {
        pending = last;
        await pending;
      }
    },
  };
}

/**
 * Returns an adapter that runs statements in the current transaction of its client. Prisma wraps some statements in a
 * transaction of their own. They already run in one, so beginning and ending the inner transaction do nothing.
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
