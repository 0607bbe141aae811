import { describe, expect, it } from 'vitest';
import { flatMapYielding, yieldToEventLoop } from '../../../src/platform/workers/event-loop.js';

/** Works longer than a time slice of the event loop. */
function workLong(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

/** Reports whether the event loop ran another callback during some work. */
async function hasYielded(work: () => Promise<unknown>): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  let hasCallbackRun = false;
  setImmediate(() => {
    hasCallbackRun = true;
  });
  await work();
  return hasCallbackRun;
}

describe('work that yields to the event loop in time slices', () => {
  it('yields after a long slice', async () => {
    const work = async () => {
      await yieldToEventLoop();
      workLong();
      await yieldToEventLoop();
    };
    expect(await hasYielded(work)).toBe(true);
  });

  it('continues immediately after a short slice', async () => {
    expect(await hasYielded(yieldToEventLoop)).toBe(false);
  });

  it('processes many items in order, over several slices', async () => {
    const workOnItems = async () => {
      const done = await flatMapYielding([1, 2, 3], (item) => {
        workLong();
        return item === 2 ? [] : [item, -item];
      });
      expect(done).toEqual([1, -1, 3, -3]);
    };
    expect(await hasYielded(workOnItems)).toBe(true);
  });

  it('resumes for each of several callers in a separate iteration of the event loop', async () => {
    let [iteration, isOver] = [0, false];
    const count = (): void => {
      iteration++;
      if (!isOver) setImmediate(count);
    };
    count();
    const worked: { turn: number; name: string }[] = [];
    const work = async (name: string) => {
      for (let piece = 0; piece < 3; piece++) {
        await yieldToEventLoop();
        worked.push({ turn: iteration, name });
        workLong();
      }
    };
    await yieldToEventLoop();
    workLong();
    await Promise.all([work('a'), work('b'), work('c')]);
    isOver = true;
    expect(new Set(worked.map((one) => one.turn)).size).toBe(9);
    expect(worked.map(({ name }) => name).join('')).toBe('abcabcabc');
  });

  it('awaits the promise of an item', async () => {
    expect(await flatMapYielding('ab', async (letter) => [letter, letter])).toEqual(['a', 'a', 'b', 'b']);
  });
});
