import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** What all that is drawn at random in this run begins at. */
    seed: number;
  }
}

/**
 * Settles what all that is drawn at random in this run begins at, and prints it once, whichever projects run. It is the
 * same in every run of the suite, so that a change is judged by what it changes; `npm run soak` goes through others, and
 * `SEED` repeats one.
 */
export default function setup(project: TestProject): void {
  const run = project.vitest.getRootProject();
  if ('seed' in run.getProvidedContext()) return;
  const seed = Number(process.env.SEED ?? 1);
  if (!Number.isSafeInteger(seed))
    throw new Error(`SEED must be a whole number (got ${JSON.stringify(process.env.SEED)})`);
  run.provide('seed', seed);
  console.info(`What is drawn at random begins at SEED=${seed}`);
}
