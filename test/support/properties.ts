import fc from 'fast-check';

/**
 * What all that is drawn at random in this run begins at. It is the same in every run of the suite, so that a change is
 * judged by what it changes; `npm run soak` goes through others, and `SEED` repeats one.
 */
const seed = Number(process.env.SEED ?? 1);

fc.configureGlobal({ seed });

/** Seeds of a test that draws from a generator of its own, as many as are given: other ones for every seed of the run. */
export function seeds(count: number): number[] {
  return Array.from({ length: count }, (_, index) => (seed - 1) * count + index + 1);
}
