import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** Seed of all random generators in this run. */
    seed: number;
  }
}

/**
 * Sets and prints the seed of this run once for all projects. The test suite always uses the same seed, so its results
 * depend only on the code. `npm run soak` uses other seeds, and `SEED` sets a given one.
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
