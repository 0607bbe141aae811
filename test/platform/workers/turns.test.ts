import { describe, expect, it } from 'vitest';
import { flatMapInTurns, takeTurns } from '../../../src/platform/workers/turns.js';

/** Works as long as a turn of the event loop may last, and longer. */
function workLong(): void {
  const end = performance.now() + 12;
  while (performance.now() < end);
}

/** Whether somebody else has had a turn before some work was done. */
async function othersHadTurn(work: () => Promise<unknown>): Promise<boolean> {
  await new Promise((resolve) => setImmediate(resolve));
  let hadTurn = false;
  setImmediate(() => {
    hadTurn = true;
  });
  await work();
  return hadTurn;
}

describe('work that never waits', () => {
  it('lets others have a turn where its own was long', async () => {
    const work = async () => {
      await takeTurns();
      workLong();
      await takeTurns();
    };
    expect(await othersHadTurn(work)).toBe(true);
  });

  it('goes on at once where its turn was short', async () => {
    expect(await othersHadTurn(takeTurns)).toBe(false);
  });

  it('of many items is done in their order, in as many turns as it takes', async () => {
    const turns = async () => {
      const done = await flatMapInTurns([1, 2, 3], (item) => {
        workLong();
        return item === 2 ? [] : [item, -item];
      });
      expect(done).toEqual([1, -1, 3, -3]);
    };
    expect(await othersHadTurn(turns)).toBe(true);
  });

  it('has turns of its own where several wait at once, one after the other', async () => {
    let [turn, isOver] = [0, false];
    const count = (): void => {
      turn++;
      if (!isOver) setImmediate(count);
    };
    count();
    const worked: { turn: number; name: string }[] = [];
    const work = async (name: string) => {
      for (let piece = 0; piece < 3; piece++) {
        await takeTurns();
        worked.push({ turn, name });
        workLong();
      }
    };
    await takeTurns();
    workLong();
    await Promise.all([work('a'), work('b'), work('c')]);
    isOver = true;
    expect(new Set(worked.map((one) => one.turn)).size).toBe(9);
    expect(worked.map(({ name }) => name).join('')).toBe('abcabcabc');
  });

  it('waits for what an item makes others do', async () => {
    expect(await flatMapInTurns('ab', async (letter) => [letter, letter])).toEqual(['a', 'a', 'b', 'b']);
  });
});
