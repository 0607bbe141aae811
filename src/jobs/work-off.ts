import type { Store } from '../store/store.js';
import { createCrew } from './crew.js';
import type { JobKind } from './job-kind.js';

/** Works on all jobs of some kinds that are due, one after the other, until none is left; answers how many attempts that took. */
export async function workOff(store: Store, kinds: readonly JobKind[]): Promise<number> {
  const problems: unknown[] = [];
  const onError = (error: unknown): void => void problems.push(error);
  const crew = createCrew(store, kinds, { lease: 30_000, backoff: 5_000, drain: 0, onError });
  let attempts = 0;
  while (await crew.workOne()) attempts += 1;
  if (problems.length > 0) throw problems[0];
  return attempts;
}
