/** Length of a time slice: after this many milliseconds of work in one iteration of the event loop, the work yields. */
export const sliceMs = 2;

/** Time at which the work in this iteration began; undefined if none has begun. */
let sliceStart: number | undefined;

/** Reports whether the work in this iteration of the event loop has used up its time slice. */
export function isSliceUsedUp(): boolean {
  const now = performance.now();
  if (sliceStart === undefined) {
    sliceStart = now;
    setImmediate(() => {
      sliceStart = undefined;
    });
  }
  return now - sliceStart > sliceMs;
}

/** Callers that wait for a later iteration, in the order in which they resume. */
const resumptions: (() => void)[] = [];

/**
 * Yields to the event loop if the time slice is used up. Call it between synchronous parts of long work. If several
 * callers wait, each resumes in an iteration that still has time.
 */
export async function yieldToEventLoop(): Promise<void> {
  if (isSliceUsedUp()) await nextIteration();
}

/**
 * Number of consecutive time slices that one list may use. Unfinished lists keep their results in memory, so only a few
 * lists should be unfinished at the same time.
 */
const slicesInARow = 5;

/** Runs work for each item in order, and yields to the event loop between items. */
export async function forEachYielding<Item>(
  items: Iterable<Item>,
  work: (item: Item) => void | Promise<void>,
): Promise<void> {
  let slices = 0;
  for (const item of items) {
    const working = work(item);
    if (working) await working;
    if (isSliceUsedUp()) await nextIteration(slices++ % slicesInARow !== 0);
  }
}

/** Maps items in order, and yields to the event loop between items. */
export async function flatMapYielding<Item, Result>(
  items: Iterable<Item>,
  map: (item: Item) => readonly Result[] | Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  const add = (mapped: readonly Result[]): void => {
    for (const result of mapped) results.push(result);
  };
  await forEachYielding(items, (item) => {
    const mapped = map(item);
    return mapped instanceof Promise ? mapped.then(add) : add(mapped);
  });
  return results;
}

const resolvedPromise = Promise.resolve();

/**
 * Runs the callback once the microtask queue is empty, before timers and I/O. `process.nextTick` alone would run it
 * before the microtasks.
 */
export function afterMicrotasks(then: () => void): void {
  resolvedPromise.then(() => process.nextTick(then));
}

/**
 * Resolves in a later iteration of the event loop that still has time.
 * @param isFirst whether the caller resumes before all others that wait
 */
function nextIteration(isFirst = false): Promise<void> {
  return new Promise((resolve) => {
    if (isFirst) resumptions.unshift(resolve);
    else resumptions.push(resolve);
    setImmediate(wakeNext);
  });
}

function wakeNext(): void {
  if (isSliceUsedUp()) setImmediate(wakeNext);
  else resumptions.shift()?.();
}
