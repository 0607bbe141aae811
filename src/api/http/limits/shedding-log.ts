import type { FastifyBaseLogger } from 'fastify';

/** State of load shedding. */
export interface SheddingState {
  /** Number of requests that were refused since the start. */
  refused: number;
  /** Number of requests in progress. */
  inProgress: number;
  /** Current maximum number of requests in progress. */
  limit: number;
}

/**
 * Creates a function that logs the state of load shedding. Call it at intervals. It writes a line if requests were
 * refused since the last call, or if the limit is lower than `maximum`. It writes a last line when both have ended.
 */
export function createSheddingLog(
  log: Pick<FastifyBaseLogger, 'warn'>,
  maximum: number,
): (state: SheddingState) => void {
  let [refusedBefore, isActive] = [0, false];
  return ({ refused, inProgress, limit }) => {
    const more = refused - refusedBefore;
    const wasActive = isActive;
    refusedBefore = refused;
    isActive = more > 0 || limit < maximum;
    if (isActive) log.warn({ refused: more, inProgress, limit }, limit < maximum ? lowered : full);
    else if (wasActive) log.warn({ limit }, 'load shedding has ended');
  };
}

const lowered = 'load shedding has lowered the limit of requests in progress';
const full = 'load shedding refused requests';
