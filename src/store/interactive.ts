import { AsyncLocalStorage } from 'node:async_hooks';
import type { SqlDriverAdapter, SqlDriverAdapterFactory } from '@prisma/driver-adapter-utils';
import { sql } from 'kysely';
import { AppError } from '../errors.js';
import { runOnAdapter } from './adapter-result.js';
import type { PrismaClient } from './generated/sqlite/client.js';
import type { GuardedTransaction } from './guarded-transaction.js';
import { createQueries } from './queries.js';
import type { Provider, Runner } from './runner.js';
import { encodeParameter } from './sqlite-reader.js';
import { mapStoreError } from './store-errors.js';
import type { PrismaTransaction, Transaction, Work } from './transaction.js';

/** What a transaction is run with. */
export interface Interactive {
  provider: Provider;
  /** Made with a factory of `linkedFactory`. */
  client: PrismaClient;
  /** Milliseconds after which it is rolled back. */
  timeout: number;
  /** Milliseconds that it may wait for its connection. */
  maxWait: number;
  /** Sends a notice. */
  announce: (topic: string) => void;
}

/** An adapter that opens transactions for Prisma. */
export interface TransactionOpener extends SqlDriverAdapter {
  startTransaction(): Promise<GuardedTransaction>;
}

/**
 * A factory whose transactions are found by the work that runs in them. Prisma opens them out of reach; the link is the
 * asynchronous context of the call, in which Prisma asks the adapter for a transaction.
 */
export function linkedFactory(opener: TransactionOpener): SqlDriverAdapterFactory {
  const startTransaction = async () => {
    const transaction = await opener.startTransaction();
    links.getStore()!.transaction = transaction;
    return transaction;
  };
  return {
    provider: opener.provider,
    adapterName: opener.adapterName,
    connect: async () => ({ ...opener, startTransaction }),
  };
}

/**
 * Runs some work in one interactive transaction of Prisma Client.
 * @throws AppError TIMEOUT where it takes longer than allowed; Error where it is called from within a transaction.
 */
export async function runInteractive<Result>(interactive: Interactive, work: Work<Result>): Promise<Result> {
  const link: Link = { afterCommit: [] };
  const { client, timeout, maxWait } = interactive;
  const result = await linked(link, () =>
    client.$transaction((prisma) => beforeTimeout(timeout, work(transactionOf(interactive, prisma, link))), {
      maxWait,
      // Ours comes first, so that Prisma's own message never shows.
      timeout: timeout + 5_000,
    }),
  );
  for (const run of link.afterCommit) run();
  return result;
}

/** Refuses a transaction inside another, which on SQLite would wait for itself. */
export function refuseNesting(): void {
  const transaction = links.getStore()?.transaction;
  if (transaction && !transaction.ended)
    throw new Error('A transaction is open here: pass it on instead of opening another');
}

interface Link {
  transaction?: GuardedTransaction;
  afterCommit: (() => void)[];
}

const links = new AsyncLocalStorage<Link>();

/** Calls that are linked at this moment. */
let linkedCalls = 0;

/** Links a call; while none is, nothing is tracked: on Node before 24 tracking slows every promise of the process down. */
async function linked<Result>(link: Link, call: () => Promise<Result>): Promise<Result> {
  linkedCalls += 1;
  try {
    return await links.run(link, call);
  } finally {
    linkedCalls -= 1;
    if (linkedCalls === 0) links.disable();
  }
}

function transactionOf({ provider, announce }: Interactive, prisma: PrismaTransaction, link: Link): Transaction {
  const read = createQueries(runnerOf(provider, link.transaction!));
  let locks = 0;
  return {
    prisma,
    read,
    async lock(table, id) {
      if (provider === 'sqlite') return;
      locks += 1;
      // The lock that an update takes: a plain `for update` would also wait for, and hold up, whoever inserts a row that
      // refers to this one, and two actions that lock rows of each other's parents would wait for each other.
      const row = sql`select ${sql.ref('id')} from ${sql.table(table)} where ${sql.ref('id')} = ${id}`;
      await read.all(sql`${row} for no key update`);
    },
    async lockName(name) {
      if (provider === 'sqlite') return;
      locks += 1;
      await read.all(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))::text as locked`);
    },
    version: () => link.transaction!.writes + locks,
    onCommit: (run) => link.afterCommit.push(run),
    announce: (topic) => link.afterCommit.push(() => announce(topic)),
  };
}

function runnerOf(provider: Provider, transaction: GuardedTransaction): Runner {
  const encode = provider === 'sqlite' ? encodeParameter : (value: unknown) => value;
  return {
    provider,
    run: ({ sql, parameters }) =>
      runOnAdapter(transaction, { sql, parameters: parameters.map(encode) }).catch((error) =>
        Promise.reject(mapStoreError(error)),
      ),
  };
}

async function beforeTimeout<Result>(timeout: number, work: Promise<Result>): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(new AppError('TIMEOUT', `The transaction took longer than ${timeout} ms`)),
      timeout,
    );
  });
  return Promise.race([work, expired]).finally(() => clearTimeout(timer));
}
