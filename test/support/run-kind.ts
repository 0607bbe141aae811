import type { JobKind } from '../../src/platform/jobs/job-kind.js';

/** Runs the work of a job kind once, without a stored job. */
export async function runKind(kinds: readonly JobKind[], name: string): Promise<void> {
  const kind = kinds.find((one) => one.name === name);
  if (!kind) throw new Error(`There is no kind ${name}`);
  const run = { id: 'job_of_a_test', attempt: 1, signal: new AbortController().signal, progress: async () => {} };
  await kind.run(null, run);
}
