import type { TraceParent } from './traceparent.js';

/** Which traces are recorded. */
export interface Sampling {
  /** Share of the traces that are recorded, from 0 to 1. */
  ratio: number;
  /** Whether the sampling decision of the caller applies, if a request has a `traceparent`. */
  followsParent: boolean;
}

/** Maximum number of sampled requests in a row that are recorded, after many requests that were not sampled. */
const burst = 10;

/**
 * Creates the function that decides whether a trace is recorded. Anyone can send a `traceparent` with the flag
 * "sampled". So such requests are recorded only up to the ratio of all requests with a `traceparent`. A caller that
 * samples with the same ratio, or a smaller one, gets all its traces.
 * @param random returns a number from 0 to 1
 */
export function createSampler(
  { ratio, followsParent }: Sampling,
  random: () => number = Math.random,
): (parent: TraceParent | null) => boolean {
  let credit = burst;
  return (parent) => {
    if (!parent || !followsParent) return random() < ratio;
    credit = Math.min(burst, credit + ratio);
    if (!parent.isSampled || credit < 1 || ratio === 0) return false;
    credit -= 1;
    return true;
  };
}
