import { setImmediate as nextTick } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StatementResult } from '../../../src/platform/db/postgres/statement-batch.js';
import { createStatementQueue, type StatementQueue } from '../../../src/platform/db/postgres/statement-queue.js';

// Tests the statement queue of a transaction with a database that returns results when the test says so.

const result: StatementResult = { names: [], kinds: [], rows: [], command: 'OK' };
const statement = (sql: string) => ({ sql, parameters: [] });

/** Returns a queue, the batches that it has sent so far, and a function that lets the database return results. */
function slowQueue(): { queue: StatementQueue; batches: string[][]; returnResults(): void } {
  const batches: string[][] = [];
  let returnResults!: () => void;
  const returned = new Promise<void>((resolve) => {
    returnResults = resolve;
  });
  let failure: { error: unknown } | undefined;
  const queue = createStatementQueue({
    isShared: false,
    failure: () => failure,
    fail(error) {
      failure ??= { error };
      throw failure.error;
    },
    sendBatch(statements) {
      batches.push(statements.map(({ sql }) => sql));
      return statements.map(({ sql }) =>
        returned.then(() => (sql === 'bad' ? Promise.reject(new Error('refused')) : result)),
      );
    },
  });
  return { queue, batches, returnResults };
}

it('statements of several ticks are one batch if another batch is in flight', async () => {
  const { queue, batches, returnResults } = slowQueue();
  const first = queue.run(statement('a'));
  await nextTick();
  const others = [queue.run(statement('b'))];
  await nextTick();
  others.push(queue.run(statement('c')));
  await nextTick();
  others.push(queue.run(statement('d')));
  await nextTick();
  returnResults();
  await Promise.all([first, ...others]);
  await queue.runLast(statement('commit'));
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['commit']]);
});

it('the commit is in the batch of the statements that are still queued', async () => {
  const { queue, batches, returnResults } = slowQueue();
  const first = queue.run(statement('a'));
  await nextTick();
  queue.buffer(statement('insert'));
  const second = queue.run(statement('b'));
  await nextTick();
  const last = queue.runLast(statement('commit'));
  returnResults();
  await Promise.all([first, second, last]);
  expect(batches).toEqual([['a'], ['insert', 'b', 'commit']]);
});

it('a function that uses the connection directly runs after earlier statements and before later ones', async () => {
  const { queue, batches, returnResults } = slowQueue();
  const first = queue.run(statement('a'));
  await nextTick();
  queue.buffer(statement('insert'));
  const second = queue.run(statement('b'));
  await nextTick();
  const between = queue.runBetweenBatches(async () => void batches.push(['by itself']));
  const third = queue.run(statement('c'));
  returnResults();
  await Promise.all([first, second, between, third]);
  expect(batches).toEqual([['a'], ['insert', 'b'], ['by itself'], ['c']]);
});

it('a large buffer is sent before another statement runs', async () => {
  const { queue, batches, returnResults } = slowQueue();
  for (let index = 0; index < 120; index++) queue.buffer(statement(`${index}`));
  queue.buffer({ sql: 'large', parameters: ['x'.repeat(2_000_000)] });
  await nextTick();
  expect(batches.flat()).toHaveLength(121);
  returnResults();
  await nextTick();
  queue.buffer(statement('few'));
  await nextTick();
  expect(batches.flat()).toHaveLength(121);
});

it('nothing is sent after a statement that failed', async () => {
  const { queue, batches, returnResults } = slowQueue();
  const bad = queue.run(statement('bad'));
  await nextTick();
  const later = [
    queue.run(statement('b')),
    queue.runBetweenBatches(async () => {}),
    queue.runLast(statement('commit')),
  ];
  returnResults();
  const outcomes = await Promise.allSettled([bad, ...later]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(batches).toEqual([['bad']]);
});
