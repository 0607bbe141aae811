import { limits } from '../base/limits.js';
import type { Environment } from './environment.js';
import { oneOf, wholeNumber } from './rules.js';

/** Variables that set when a server refuses requests because it is overloaded. */
export const sheddingVariables = {
  SHED_LOAD: oneOf('on', 'off').default('on'),
  SHED_DELAY: wholeNumber(20, 10_000, 'milliseconds that the event loop is late').default(limits.eventLoopDelay.value),
  SHED_REQUESTS: wholeNumber(20, 100_000, 'requests in progress').default(limits.requestsInProgress.value),
  SHED_MEMORY: wholeNumber(50, 99, 'percent of the heap in use').default(limits.heapInUse.value),
};

/** When a server refuses requests because it is overloaded. */
export interface SheddingConfig {
  /** Mean delay of the event loop, in milliseconds. */
  delayMs: number;
  /** Maximum number of requests in progress. */
  requests: number;
  /** Share of the heap that is in use, 0 to 1. */
  heapShare: number;
}

/** Returns the thresholds that the environment sets; null if no request is refused. */
export function sheddingIn(values: Environment): SheddingConfig | null {
  const { SHED_LOAD: load, SHED_DELAY: delayMs, SHED_REQUESTS: requests, SHED_MEMORY: percent } = values;
  return load === 'off' ? null : { delayMs, requests, heapShare: percent / 100 };
}
