/** Milliseconds of work in one turn of the event loop, after which others have theirs. */
export const fair = 2;

/** When work of this turn began; undefined in a turn that had none yet. */
let begun: number | undefined;

/** Whether this turn of the event loop has had its share of work. */
export function isTurnUsedUp(): boolean {
  const now = performance.now();
  if (begun === undefined) {
    begun = now;
    setImmediate(() => {
      begun = undefined;
    });
  }
  return now - begun > fair;
}

/** Who waits for a turn, in the order in which they go on. */
const waiting: (() => void)[] = [];

/**
 * Lets everybody else have a turn where this one is used up: to be called between pieces of work that never wait. Of several
 * who wait each has a turn of its own, where the one before it has used up its turn too.
 */
export async function takeTurns(): Promise<void> {
  if (isTurnUsedUp()) await nextTurn();
}

/**
 * Turns in a row that a list has before others have theirs: one that is half done holds what it has made, and 24 that are half done
 * all of that at once.
 */
const inARow = 5;

/** Does something with each item, one after the other, in as many turns as that takes. */
export async function eachInTurns<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  let turns = 0;
  for (const item of items) {
    const working = work(item);
    if (working) await working;
    if (isTurnUsedUp()) await nextTurn(turns++ % inARow !== 0);
  }
}

/** Maps items one after the other, in as many turns as that takes. */
export async function flatMapInTurns<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => readonly Result[] | Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  const add = (mapped: readonly Result[]): void => {
    for (const result of mapped) results.push(result);
  };
  await eachInTurns(items, (item) => {
    const mapped = map(item);
    return mapped instanceof Promise ? mapped.then(add) : add(mapped);
  });
  return results;
}

const settled = Promise.resolve();

/**
 * Calls when all that follows from promises which are settled by now is done, before anything else. A tick that the microtasks
 * begin comes after all of them; one that a tick begins comes before them.
 */
export function afterPromises(then: () => void): void {
  settled.then(() => process.nextTick(then));
}

/** @param isFirst whether it goes before others who wait */
function nextTurn(isFirst = false): Promise<void> {
  return new Promise((resolve) => {
    if (isFirst) waiting.unshift(resolve);
    else waiting.push(resolve);
    setImmediate(wakeNext);
  });
}

function wakeNext(): void {
  if (isTurnUsedUp()) setImmediate(wakeNext);
  else waiting.shift()?.();
}
