import fc from 'fast-check';
import { afterEach, inject } from 'vitest';

const seed = inject('seed');

fc.configureGlobal({ seed });

// Said with what failed too: of a long run, that is what people look at.
afterEach(({ task }) => {
  if (task.result?.state === 'fail')
    console.error(`"${task.name}" failed in a run with SEED=${seed}, which repeats it`);
});

/** Whether the run tries all that a test can try. It takes hours. */
export const isSoak = process.env.SOAK !== undefined;

/** One of so many items, which the seed of the run draws; all of them with `SOAK=1`. */
export function sampled<Item>(items: readonly Item[], oneOf: number): Item[] {
  return items.filter((_, index) => isSoak || index % oneOf === seed % oneOf);
}

/** Seeds of a test that draws from a generator of its own, as many as are given: other ones for every seed of the run. */
export function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (seed - 1) * count + index + 1);
}
