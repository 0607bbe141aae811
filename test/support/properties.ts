import fc from 'fast-check';
import { afterEach, inject } from 'vitest';

const seed = inject('seed');

fc.configureGlobal({ seed });

// Prints the seed with each failure too, because in a long run readers look there.
afterEach(({ task }) => {
  if (task.result?.state === 'fail')
    console.error(`"${task.name}" failed in a run with SEED=${seed}, which repeats it`);
});

/** Whether the run tries all possible cases, which takes hours. */
export const isSoak = process.env.SOAK !== undefined;

/** Returns one of every `oneOf` items, depending on the seed of the run; all items with `SOAK=1`. */
export function sampled<Item>(items: readonly Item[], oneOf: number): Item[] {
  return items.filter((_, index) => isSoak || index % oneOf === seed % oneOf);
}

/** Returns seeds for a test with its own generator. They differ for every seed of the run. */
export function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (seed - 1) * count + index + 1);
}
