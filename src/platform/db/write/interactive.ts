import { sql } from 'kysely';
import { AppError } from '../../base/errors.js';
import type { BlobStorage } from '../../object-storage/blob-storage.js';
import { mapStoreError } from '../connection/store-errors.js';
import { reportBatch as requireDefined } from '../query/batch.js';
import type { TableWithId } from '../query/by-id.js';
import { createQueries, type Query } from '../query/queries.js';
import type { Provider, Runner, Statement } from '../query/runner.js';
import { encodeParameter } from '../query/sqlite-parameter.js';
import { type DriverTransaction, type OpenTransaction, watchTransaction } from './open-transaction.js';
import type { PrismaClients, PrismaSession } from './prisma-client.js';
import type { Transaction, Work } from './transaction.js';
import { createObservers } from './transaction-observers.js';
import { writeStatement } from './writing.js';

/** Dependencies and limits for running transactions. */
export interface TransactionRunnerOptions {
  provider: Provider;
  clients: PrismaClients;
  /** Opens a transaction. */
  open(): Promise<DriverTransaction>;
  /** Milliseconds after which a transaction is rolled back. */
  timeout: number;
  /** See `Queries.blobs`. */
  blobs: BlobStorage | null;
  /** Sends a notice. */
  announce: (topic: string) => void;
}

/**
 * Runs some work in one transaction. Calls of its Prisma Client are part of the transaction.
 * @throws AppError TIMEOUT if it takes longer than allowed
 */
export async function runInteractive<Result>(
  interactive: TransactionRunnerOptions,
  work: Work<Result>,
): Promise<Result> {
  const transaction = watchTransaction(await interactive.open());
  const afterCommit: (() => void)[] = [];
  const inside = interactive.clients.inside(transaction);
  const link: TransactionContext = { transaction, inside, afterCommit };
  let done: Result;
  try {
    done = await beforeTimeout(interactive.timeout, work(createTransaction(interactive, link)));
    await inside.leave();
    await transaction.commit();
  } catch (error) {
    // Does not wait for calls in flight, because they may hang. The rollback ends them; after that the client is free
    // again.
    void inside.leave();
    await transaction.rollback();
    throw error;
  }
  for (const run of afterCommit) run();
  return done;
}

/** An open transaction, its Prisma Client, and the functions to call after its commit. */
interface TransactionContext {
  transaction: OpenTransaction;
  inside: PrismaSession;
  afterCommit: (() => void)[];
}

function createTransaction(
  { provider, announce, blobs }: TransactionRunnerOptions,
  { transaction, inside, afterCommit }: TransactionContext,
): Transaction {
  const encode = encoderByProvider[provider];
  const observers = createObservers();
  const read = createQueries(createRunner(provider, transaction), { onBatch: observers.onBatch, blobs });
  let locks = 0;
  function readLocked<Row>(query: Query<Row>): Promise<Row[]> {
    if (provider === 'sqlite') return read.all(query);
    locks += 1;
    return read.all(lockingQuery(query));
  }
  function buffer(query: Query<unknown>, options?: Pick<Statement, 'refusal'>): void {
    const { sql, parameters, isKeyed } = query.compile(read.sql) as Statement;
    requireDefined({ sql, parameters }, () => {});
    observers.onBuffer(sql);
    transaction.buffer({ sql, parameters: parameters.map(encode), ...(isKeyed && { isKeyed }), ...options });
  }
  return {
    get prisma() {
      return inside.prisma;
    },
    read,
    buffer,
    assertAtCommit(query, refusal) {
      if (provider !== 'sqlite') buffer(assertingQuery(query), { refusal });
    },
    async lock(table, id) {
      if (provider !== 'sqlite') await readLocked(queryRow(table, id));
    },
    bufferLock(table, id) {
      if (provider !== 'sqlite') buffer(lockingQuery(queryRow(table, id)));
    },
    readLocked,
    async lockName(name) {
      if (provider === 'sqlite') return;
      locks += 1;
      await read.all(sql`select pg_advisory_xact_lock(hashtextextended(${name}, 0))::text as locked`);
    },
    version: () => transaction.writes + locks,
    onCommit: (run) => afterCommit.push(run),
    announce: (topic) => afterCommit.push(() => announce(topic)),
    observe: observers.add,
    noteJob: observers.onJob,
  };
}

/**
 * Returns a query that locks its rows as an update does (`for no key update`). A plain `for update` would also block
 * inserts of rows that refer to them. Two actions that lock rows of each other's parents would then deadlock.
 */
function lockingQuery<Found>(query: Query<Found>): Query<Found> {
  return withChangedSql(query, (sql) => `${sql} for no key update`);
}

/**
 * Returns a statement that fails if a query finds no row. It calls a function that the migration `required_rows`
 * creates and that raises RQ001.
 */
function assertingQuery(query: Query<unknown>): Query<unknown> {
  return withChangedSql(query, (sql) => `select docgraph_require(exists (${sql}))`);
}

function withChangedSql<Found>(query: Query<Found>, change: (sql: string) => string): Query<Found> {
  return {
    compile(builder) {
      const compiled = query.compile(builder);
      return { ...compiled, sql: change(compiled.sql) };
    },
  };
}

function queryRow(table: TableWithId, id: string): Query<never> {
  return writeStatement({ sql: `select "id" from "${table}" where "id" = $1`, isCommon: true }, [id]);
}

/** Encodes a parameter for a driver. Times are stored in the format of the API, which Postgres also reads as UTC. */
const encoderByProvider: Record<Provider, (value: unknown) => unknown> = {
  sqlite: encodeParameter,
  postgresql: (value) => (value instanceof Date ? value.toISOString() : value),
};

function createRunner(provider: Provider, transaction: OpenTransaction): Runner {
  const encode = encoderByProvider[provider];
  return {
    provider,
    run: (statement) =>
      transaction
        .run({ ...statement, parameters: statement.parameters.map(encode) })
        .catch((error) => Promise.reject(mapStoreError(error))),
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
