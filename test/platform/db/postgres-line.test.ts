import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { createLine, type Line } from '../../../src/platform/db/postgres/postgres-line.js';
import type { Answer } from '../../../src/platform/db/postgres/postgres-trip.js';

// The line of a transaction before a database that takes its time.

const answer: Answer = { names: [], kinds: [], rows: [], command: 'OK' };
const statement = (sql: string) => ({ sql, parameters: [] });

/** A line, and the trips that have been sent so far. */
function slowLine(): { line: Line; trips: string[][] } {
  const trips: string[][] = [];
  let failure: { error: unknown } | undefined;
  const line = createLine({
    isShared: false,
    failure: () => failure,
    fail(error) {
      failure ??= { error };
      throw failure.error;
    },
    sendTrip(statements) {
      trips.push(statements.map(({ sql }) => sql));
      const answered = sleep(20);
      return statements.map(({ sql }) =>
        answered.then(() => (sql === 'bad' ? Promise.reject(new Error('refused')) : answer)),
      );
    },
  });
  return { line, trips };
}

const nextTurn = () => sleep(2);

it('what is asked in several turns while a trip is under way is one trip, sent once', async () => {
  const { line, trips } = slowLine();
  const first = line.ask(statement('a'));
  await nextTurn();
  const others = [line.ask(statement('b'))];
  await nextTurn();
  others.push(line.ask(statement('c')));
  await nextTurn();
  others.push(line.ask(statement('d')));
  await Promise.all([first, ...others]);
  await line.last(statement('commit'));
  expect(trips).toEqual([['a'], ['b', 'c', 'd'], ['commit']]);
});

it('the commit goes with what was asked and not yet sent, once', async () => {
  const { line, trips } = slowLine();
  const first = line.ask(statement('a'));
  await nextTurn();
  line.later(statement('insert'));
  const second = line.ask(statement('b'));
  await nextTurn();
  await Promise.all([first, second, line.last(statement('commit'))]);
  await sleep(50);
  expect(trips).toEqual([['a'], ['insert', 'b', 'commit']]);
});

it('what uses the connection by itself stands between what was called before it and behind it', async () => {
  const { line, trips } = slowLine();
  const first = line.ask(statement('a'));
  await nextTurn();
  line.later(statement('insert'));
  const second = line.ask(statement('b'));
  await nextTurn();
  const between = line.between(async () => void trips.push(['by itself']));
  const third = line.ask(statement('c'));
  await Promise.all([first, second, between, third]);
  expect(trips).toEqual([['a'], ['insert', 'b'], ['by itself'], ['c']]);
});

it('much that nobody waits for goes before somebody asks', async () => {
  const { line, trips } = slowLine();
  for (let index = 0; index < 120; index++) line.later(statement(`${index}`));
  line.later({ sql: 'large', parameters: ['x'.repeat(2_000_000)] });
  await sleep(80);
  expect(trips.flat()).toHaveLength(121);
  line.later(statement('few'));
  await sleep(30);
  expect(trips.flat()).toHaveLength(121);
});

it('nothing is sent behind what was refused', async () => {
  const { line, trips } = slowLine();
  const bad = line.ask(statement('bad'));
  await nextTurn();
  const behind = [line.ask(statement('b')), line.between(async () => {}), line.last(statement('commit'))];
  const outcomes = await Promise.allSettled([bad, ...behind]);
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected', 'rejected']);
  expect(trips).toEqual([['bad']]);
});
