import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import type { StatementResult } from '../../../src/platform/db/postgres/statement-batch.js';
import { createStatementQueue, type StatementQueue } from '../../../src/platform/db/postgres/statement-queue.js';

// Tests the statement queue of a transaction with a slow database.

const result: StatementResult = { names: [], kinds: [], rows: [], command: 'OK' };
const statement = (sql: string) => ({ sql, parameters: [] });

/** Returns a queue, and the batches that it has sent so far. */
function slowQueue(): { queue: StatementQueue; batches: string[][] } {
  const batches: string[][] = [];
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
      const returned = sleep(20);
      return statements.map(({ sql }) =>
        returned.then(() => (sql === 'bad' ? Promise.reject(new Error('refused')) : result)),
      );
    },
  });
  return { queue, batches };
}

const nextTick = () => sleep(2);

it('statements of several ticks are one batch if another batch is in flight', async () => {
  const { queue, batches } = slowQueue();
  const first = queue.run(statement('a'));
  await nextTick();
  const others = [queue.run(statement('b'))];
  await nextTick();
  others.push(queue.run(statement('c')));
  await nextTick();
  others.push(queue.run(statement('d')));
  await Promise.all([first, ...others]);
  await queue.runLast(statement('commit'));
  expect(batches).toEqual([['a'], ['b', 'c', 'd'], ['commit']]);
});

it('the commit is in the batch of the statements that are still queued', async () => {
  const { queue, batches } = slowQueue();
  const first = queue.run(statement('a'));
  await nextTick();
  queue.buffer(statement('insert'));
  const second = queue.run(statement('b'));
  await nextTick();
  await Promise.all([first, second, queue.runLast(statement('commit'))]);
  await sleep(50);
  expect(batches).toEqual([['a'], ['insert', 'b', 'commit']]);
});

it('a function that uses the connection directly runs after earlier statements and before later ones', async () => {
  const { queue, batches } = slowQueue();
  const first = queue.run(statement('a'));
  await nextTick();
  queue.buffer(statement('insert'));
  const second = queue.run(statement('b'));
  await nextTick();
  const between = queue.runBetweenBatches(async () => void batches.push(['by itself']));
  const third = queue.run(statement('c'));
  await Promise.all([first, second, between, third]);
  expect(batches).toEqual([['a'], ['insert', 'b'], ['by itself'], ['c']]);
});

it('a large buffer is sent before another statement runs', async () => {
  const { queue, batches } = slowQueue();
  for (let index = 0; index < 120; index++) queue.buffer(statement(`${index}`));
  queue.buffer({ sql: 'large', parameters: ['x'.repeat(2_000_000)] });
  await sleep(80);
  expect(batches.flat()).toHaveLength(121);
  queue.buffer(statement('few'));
  await sleep(30);
  expect(batches.flat()).toHaveLength(121);
});

it('nothing is sent after a statement that failed', async () => {
  const { queue, batches } = slowQueue();
  const bad = queue.run(statement('bad'));
  await nextTick();
  const later = [
    queue.run(statement('b')),
    queue.runBetweenBatches(async () => {}),
    queue.runLast(statement('commit')),
  ];
  const outcomes = await Promise.allSettled([bad, ...later]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(batches).toEqual([['bad']]);
});
