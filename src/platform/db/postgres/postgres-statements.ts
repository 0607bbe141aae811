import pg from 'pg';
import { isStalePlan } from '../connection/store-errors.js';
import type { ResultSet, Statement } from '../query/runner.js';
import { isPrepared, type NamedStatement, type StatementResult, sendBatch } from './statement-batch.js';

/**
 * Runs a read on a connection that pipelines (`pipeline` of pg), in one batch with the other reads of the same tick.
 * Postgres then commits only once. A read by key is a named statement, which Postgres parses and plans once per
 * connection. If a statement fails, the later statements of the batch run again.
 * @throws the errors of pg
 */
export function readTogether(client: pg.ClientBase, statement: Statement): Promise<ResultSet> {
  const queue = queues.get(client) ?? queueUntilNextTick(client);
  return new Promise((resolve, reject) => queue.push({ statement, resolve, reject }));
}

/** A statement that waits for its batch. */
interface QueuedRead {
  statement: Statement;
  resolve(result: ResultSet): void;
  reject(error: unknown): void;
}

/** Reads queued in this tick, by connection. */
const queues = new WeakMap<pg.ClientBase, QueuedRead[]>();

/** Maximum number of statements in a batch. If results are short, all results of a batch arrive only at its end. */
const batchLimit = 16;

function queueUntilNextTick(client: pg.ClientBase): QueuedRead[] {
  const queue: QueuedRead[] = [];
  queues.set(client, queue);
  setImmediate(() => {
    queues.delete(client);
    for (const batch of batchesOf(client, queue)) send(client, batch);
  });
  return queue;
}

/**
 * Splits a queue into batches. A statement that the connection has not prepared yet is a batch of its own, because
 * nothing in a batch that fails stays prepared.
 */
function batchesOf(client: pg.ClientBase, queue: readonly QueuedRead[]): QueuedRead[][] {
  const batches: QueuedRead[][] = [];
  let isOpen = false;
  for (const one of queue) {
    const isKnown = isPrepared(client, namedStatement(one.statement));
    if (isOpen && isKnown && batches.at(-1)!.length < batchLimit) batches.at(-1)!.push(one);
    else batches.push([one]);
    isOpen = isKnown;
  }
  return batches;
}

function send(client: pg.ClientBase, batch: readonly QueuedRead[]): void {
  const results = runBatch(
    client,
    batch.map(({ statement }) => statement),
  );
  let hasFailed = false;
  for (const [index, { statement, resolve, reject }] of batch.entries()) {
    results[index]!.then(resolve, (error) => {
      const isSkipped = hasFailed && concernsOneStatement(error);
      hasFailed = true;
      if (isSkipped) readTogether(client, statement).then(resolve, reject);
      else reject(error);
    });
  }
}

/**
 * Reports whether an error affects only its statement, so that the connection can be used further. This is the case if
 * Postgres sent the error, and its code is not of class 08 or 57P0.
 */
function concernsOneStatement(error: unknown): boolean {
  return error instanceof pg.DatabaseError && !/^(08|57P0)/.test(error.code ?? '');
}

/** Runs statements as one batch; see `sendBatch`. */
export function runBatch(client: pg.ClientBase, statements: readonly Statement[]): Promise<StatementResult>[] {
  const named = statements.map(namedStatement);
  return sendBatch(client, named).map((result, index) =>
    result.catch((error) => {
      const { sql, name } = named[index]!;
      if (name !== undefined && isStalePlan(error) && names.get(sql) === name) names.clear();
      throw error;
    }),
  );
}

/**
 * Maximum number of named statements, because a connection caches the plan of each. Further statements have no name.
 */
const nameLimit = 1_000;

/**
 * Names of statements, by SQL. If a migration changes the columns of one statement, all statements get new names, which
 * no connection has prepared.
 */
const names = new Map<string, string>();
let named = 0;

function namedStatement({ sql, parameters, isKeyed }: Statement): NamedStatement {
  return { sql, parameters, name: isKeyed && statementName(sql) };
}

function statementName(sql: string): string | undefined {
  const existing = names.get(sql);
  if (existing !== undefined || names.size >= nameLimit) return existing;
  const name = `docgraph_${named++}`;
  names.set(sql, name);
  return name;
}
