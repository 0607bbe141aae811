import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { createCallContext } from './call-context.js';
import type { PrismaClient } from './generated/sqlite/client.js';
import type { OpenTransaction } from './open-transaction.js';
import type { PrismaTransaction } from './transaction.js';

/** Prisma Client within a transaction that is open already. */
export interface PrismaInside {
  prisma: PrismaTransaction;
  /** Waits until Prisma has let go of the transaction, which stays open. */
  leave(): Promise<void>;
}

/** What an adapter says of itself. */
export type PrismaShape = Pick<SqlDriverAdapter, 'provider' | 'adapterName' | 'getConnectionInfo'>;

/**
 * A factory of adapters that know nothing but transactions: the one that Prisma is to use is found by the asynchronous context
 * of the call, since Prisma asks for it out of reach. Whatever runs outside of one is refused.
 */
export function adoptingFactory(shape: PrismaShape): SqlDriverAdapterFactory {
  const refuse = () => Promise.reject(new Error('Statements of Prisma Client run inside store.transaction() only'));
  const { provider, adapterName } = shape;
  return {
    provider,
    adapterName,
    connect: async () => ({
      ...shape,
      ...{ queryRaw: refuse, executeRaw: refuse, executeScript: refuse },
      startTransaction: async () => ({
        ...{ provider, adapterName },
        ...adopted.current()!.adapter,
        // Prisma then sends no COMMIT or ROLLBACK of its own, but calls these functions: it is not Prisma who ends it.
        options: { usePhantomQuery: true },
        commit: async () => {},
        rollback: async () => {},
      }),
      dispose: async () => {},
    }),
  };
}

const adopted = createCallContext<OpenTransaction>();

/** Prisma Client in an open transaction: it comes in with its first call, which costs as much as some statements. */
export function prismaInside(client: PrismaClient, transaction: OpenTransaction, timeout: number): PrismaInside {
  let letGo = () => {};
  const untilOver = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  let inside: Promise<PrismaTransaction> | undefined;
  let over: Promise<void> | undefined;
  const enter = (): Promise<PrismaTransaction> => {
    if (transaction.ended) return Promise.reject(new Error('This transaction has ended'));
    inside ??= new Promise((resolve, reject) => {
      const stay = (prisma: PrismaTransaction): Promise<void> => {
        resolve(prisma);
        return untilOver;
      };
      over = adopted.run(transaction, () => client.$transaction(stay, { maxWait: timeout, timeout })).catch(reject);
    });
    return inside;
  };
  return {
    prisma: callsOf(enter),
    async leave() {
      letGo();
      await over;
    },
  };
}

type Callable = Record<string, (...args: unknown[]) => unknown>;

/** An object whose functions, and those of its members, are called on what is there once they are. */
function callsOf(enter: () => Promise<PrismaTransaction>): PrismaTransaction {
  const members = (call: (name: string) => unknown): object =>
    new Proxy({}, { get: (_, name) => (typeof name === 'symbol' || name === 'then' ? undefined : call(name)) });
  const within = async (path: readonly string[], args: unknown[]): Promise<unknown> => {
    const prisma = (await enter()) as unknown as Record<string, Callable> & Callable;
    const [first, second] = path as [string, string?];
    return second === undefined ? prisma[first]!(...args) : (prisma[first] as Callable)[second]!(...args);
  };
  const models = new Map<string, object>();
  const modelOf = (model: string): object => {
    const known =
      models.get(model) ??
      members(
        (name) =>
          (...args: unknown[]) =>
            within([model, name], args),
      );
    models.set(model, known);
    return known;
  };
  return members((name) =>
    name.startsWith('$') ? (...args: unknown[]) => within([name], args) : modelOf(name),
  ) as PrismaTransaction;
}
