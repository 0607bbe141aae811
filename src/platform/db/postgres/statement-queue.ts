import { isFailedAssertion } from '../connection/store-errors.js';
import type { Statement } from '../query/runner.js';
import type { StatementResult } from './statement-batch.js';

/** Queue of the statements of a transaction. It sends them in the order of the calls, in as few batches as possible. */
export interface StatementQueue {
  /**
   * Runs a statement. It is sent in one batch with the statements of the same tick, or with those that are queued while
   * another batch is in flight.
   */
  run(statement: Statement): Promise<StatementResult>;
  /** Adds a statement to the next batch without sending it. */
  buffer(statement: Statement): void;
  /** Runs the last statement of the transaction, and sends the queue immediately. */
  runLast(statement: Statement): Promise<StatementResult>;
  /** Calls a function that uses the connection directly, after all queued batches have run. */
  runBetweenBatches<Result>(run: () => Promise<Result>): Promise<Result>;
  /** Reports whether any statement may have been sent. */
  isUsed(): boolean;
}

/** How the queue of a transaction uses its connection. */
export interface StatementQueueOptions {
  /** Sends statements as one batch; see `sendBatch`. */
  sendBatch(statements: readonly Statement[]): Promise<StatementResult>[];
  /** Whether a pooler shares the connection between sessions, so that statements must not have names. */
  isShared: boolean;
  /** Records an error, and throws it; if `refusal` is given, throws that instead. */
  fail(thrown: unknown, refusal?: Error): never;
  /** Returns the error after which no statement is sent; undefined if there is none. */
  failure(): { error: unknown } | undefined;
}

/** A statement that waits for its batch. */
interface QueuedStatement {
  statement: Statement;
  settle(answer: Promise<StatementResult>): void;
}

/**
 * Limits of buffered statements, because a batch has the timeout of a single statement, and stays in memory until it is
 * sent.
 */
const maximum = { statements: 50, bytes: 1_048_576 };

/** Statements of the next batch. */
interface PendingStatements {
  add(queued: QueuedStatement): void;
  /** Whether the batch must be sent now. */
  isFull(): boolean;
  /** Removes and returns all statements. */
  take(): QueuedStatement[];
}

function createPendingStatements(): PendingStatements {
  const all: QueuedStatement[] = [];
  let bytes = 0;
  return {
    add(queued) {
      all.push(queued);
      bytes += parameterBytes(queued.statement);
    },
    isFull: () => all.length > maximum.statements || bytes > maximum.bytes,
    take() {
      bytes = 0;
      return all.splice(0);
    },
  };
}

function parameterBytes({ parameters }: Statement): number {
  return parameters.reduce(
    (sum: number, parameter) => sum + ((parameter as { length?: number } | null)?.length ?? 0),
    0,
  );
}

/**
 * Creates the queue of a transaction. After a failure, all later statements also fail, because the first batch contains
 * the BEGIN.
 */
export function createStatementQueue(options: StatementQueueOptions): StatementQueue {
  const { isShared, fail, failure } = options;
  let next = createPendingStatements();
  let isUsed = false;
  let isFlushScheduled = false;
  /** Settles when no batch is in flight. */
  let inFlight: Promise<unknown> = Promise.resolve();
  function add(statement: Statement, settle: QueuedStatement['settle']): void {
    const { isKeyed, ...unnamed } = statement;
    next.add({ statement: isShared ? unnamed : statement, settle });
  }
  function enqueue(statement: Statement): Promise<StatementResult> {
    return new Promise((resolve) => add(statement, resolve));
  }
  /** Sends the pending statements when the batch in flight has its results. */
  function flush(): Promise<unknown> {
    const pending = next;
    inFlight = inFlight.then(() => {
      const batch = pending.take();
      isUsed ||= batch.length > 0 && !failure();
      return send(batch, options);
    });
    return inFlight;
  }
  function flushSoon(): void {
    if (isFlushScheduled) return;
    isFlushScheduled = true;
    setImmediate(() => {
      isFlushScheduled = false;
      flush();
    });
  }
  return {
    run(statement) {
      flushSoon();
      return enqueue(statement);
    },
    buffer(statement) {
      add(statement, (answer) => answer.catch(() => {}));
      if (next.isFull()) flush();
    },
    runLast(statement) {
      const answer = enqueue(statement);
      flush();
      return answer;
    },
    runBetweenBatches(run) {
      const before = flush();
      next = createPendingStatements();
      const result = before.then(() => (failure() ? Promise.reject(failure()!.error) : run().catch(fail)));
      inFlight = result.catch(() => {});
      isUsed = true;
      return result;
    },
    isUsed: () => isUsed,
  };
}

/** Sends a batch. Resolves when each statement has a result or an error. */
async function send(batch: QueuedStatement[], { sendBatch, fail, failure }: StatementQueueOptions): Promise<void> {
  if (batch.length === 0) return;
  const statements = batch.map(({ statement }) => statement);
  const results = sendUnlessFailed(statements, { sendBatch, failure }).map((answer, index) =>
    answer.catch((error) => fail(error, isFailedAssertion(error) ? statements[index]!.refusal : undefined)),
  );
  for (const [index, { settle }] of batch.entries()) settle(results[index]!);
  await Promise.allSettled(results);
}

function sendUnlessFailed(
  statements: readonly Statement[],
  { sendBatch, failure }: Pick<StatementQueueOptions, 'sendBatch' | 'failure'>,
): Promise<StatementResult>[] {
  const refused = failure();
  return refused ? statements.map(() => Promise.reject(refused.error)) : sendBatch(statements);
}
