import { expect, it } from 'vitest';
import { createLine, type Line } from '../../../src/platform/workers/line.js';

/** Works longer than a turn of the event loop may last. */
function workLong(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

/** How many turns others have while something is done. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  work.then(() => {
    isDone = true;
  });
  let turns = 0;
  for (; !isDone; turns++) await new Promise((resolve) => setImmediate(resolve));
  return turns;
}

/** Waits with each of some names, works long on it, and notes it. */
const worked = (line: Line, names: string[], done: string[]) =>
  Promise.all(
    names.map(async (name) => {
      await line.wait(name);
      workLong();
      done.push(name);
    }),
  );

const names = Array.from({ length: 30 }, (_, index) => String(index));

it('those who wait in a line go on in their order, and others have turns between them', async () => {
  const done: string[] = [];
  expect(await turnsDuring(worked(createLine(), names, done))).toBeGreaterThanOrEqual(6);
  expect(done).toEqual(names);
});

it('two requests go on by turns, and neither waits for the end of the other', async () => {
  const done: string[] = [];
  const own = names.map((name) => `own ${name}`);
  await Promise.all([worked(createLine(), names, done), worked(createLine(), own, done)]);
  expect(done.indexOf('own 0')).toBeLessThan(done.indexOf('29'));
  expect(done.indexOf('29')).toBeLessThan(done.indexOf('own 29'));
});

it('what is held back until none waits comes after all that follows from the last one', async () => {
  const line = createLine();
  const done: string[] = [];
  const all = worked(line, ['a', 'b'], done).then(() => line.wait('c').then((name) => done.push(name)));
  line.whenNoneWaits(() => done.push('none waits'));
  await all;
  await new Promise((resolve) => line.whenNoneWaits(() => resolve(null)));
  expect(done).toEqual(['a', 'b', 'c', 'none waits']);
});

it('where nobody waits, nothing is held back', () => {
  let isCalled = false;
  createLine().whenNoneWaits(() => {
    isCalled = true;
  });
  expect(isCalled).toBe(true);
});
