import { expect, it } from 'vitest';
import { createResumeQueue, type ResumeQueue } from '../../../src/platform/workers/resume-queue.js';

/** Works longer than a time slice of the event loop. */
function workLong(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

/** Iterations of the event loop until a promise settles. */
async function iterationsDuring(work: Promise<unknown>): Promise<number> {
  let isDone = false;
  work.then(() => {
    isDone = true;
  });
  let iterations = 0;
  for (; !isDone; iterations++) await new Promise((resolve) => setImmediate(resolve));
  return iterations;
}

/** Waits in the queue with each name, then works long, and adds the name to `done`. */
const worked = (queue: ResumeQueue, names: string[], done: string[]) =>
  Promise.all(
    names.map(async (name) => {
      await queue.wait(name);
      workLong();
      done.push(name);
    }),
  );

const names = Array.from({ length: 30 }, (_, index) => String(index));

it('work of a queue resumes in order, and the event loop runs in between', async () => {
  const done: string[] = [];
  expect(await iterationsDuring(worked(createResumeQueue(), names, done))).toBeGreaterThanOrEqual(6);
  expect(done).toEqual(names);
});

it('two requests alternate, and neither waits for the end of the other', async () => {
  const done: string[] = [];
  const own = names.map((name) => `own ${name}`);
  await Promise.all([worked(createResumeQueue(), names, done), worked(createResumeQueue(), own, done)]);
  expect(done.indexOf('own 0')).toBeLessThan(done.indexOf('29'));
  expect(done.indexOf('29')).toBeLessThan(done.indexOf('own 29'));
});

it('the idle callback runs after all work in the queue, including work that an entry adds', async () => {
  const queue = createResumeQueue();
  const done: string[] = [];
  const all = worked(queue, ['a', 'b'], done).then(() => queue.wait('c').then((name) => done.push(name)));
  queue.whenIdle(() => done.push('idle'));
  await all;
  await new Promise((resolve) => queue.whenIdle(() => resolve(null)));
  expect(done).toEqual(['a', 'b', 'c', 'idle']);
});

it('the idle callback runs immediately if the queue is empty', () => {
  let isCalled = false;
  createResumeQueue().whenIdle(() => {
    isCalled = true;
  });
  expect(isCalled).toBe(true);
});
