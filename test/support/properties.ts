import fc from 'fast-check';
import { afterEach, inject } from 'vitest';

const seed = inject('seed');

fc.configureGlobal({ seed });

// Said with what failed too: of a long run, that is what people look at.
afterEach(({ task }) => {
  if (task.result?.state === 'fail')
    console.error(`"${task.name}" failed in a run with SEED=${seed}, which repeats it`);
});

/** Seeds of a test that draws from a generator of its own, as many as are given: other ones for every seed of the run. */
export function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (seed - 1) * count + index + 1);
}
