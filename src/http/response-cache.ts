import { hash } from 'node:crypto';
import { AppError } from '../errors.js';
import type { Account } from '../graphql/account.js';
import type { Context } from '../graphql/context.js';
import { keep } from '../kept.js';

/** One reading of a caller. */
export interface Asked {
  context: Context;
  /** What is asked for: a text that tells it from everything else that the caller could ask for. */
  name: string;
}

/** What is kept of a response. */
export interface Cacheable<Response> {
  response: Response;
  /** Size of it. */
  bytes: number;
}

/** Responses of one kind, which are sent again as they were. */
export interface ResponseCache<Response extends object> {
  /**
   * The response to a reading: the one that is known, where nothing was written since, else the one that is made. Both cost the
   * caller the same.
   * @throws RATE_LIMITED, and what `make` throws.
   */
  answer<Made extends object>(asked: Asked, make: () => Promise<Made>): Promise<Made | Response>;
}

interface Entry<Response> {
  /** What the response was made of. */
  state: string;
  /** Null where it was asked for once. */
  kept: Cacheable<Response> | null;
  /** Points that it costs. */
  points: number;
}

/** Characters of a name; what takes more to be told is made anew each time. */
export const longestName = 16_384;

/** Milliseconds for which signed addresses in answers stay the same, at least (`src/signed`, `src/urls.ts`). */
const addressesLast = 1_800_000;

/**
 * Makes the cache of a kind of responses. A response is told by its caller's token, by what is asked, and by the state of the
 * data: nothing has to be forgotten, since whatever is written, at whatever instance, is another state. What takes the time of
 * day to be told is not kept, nor what is asked for once.
 * @param cacheable what is kept of a response that was made; null where it is made anew each time
 */
export function createResponseCache<Response extends object>(
  kind: string,
  cacheable: (made: object) => Cacheable<Response> | null,
): ResponseCache<Response> {
  // What one application of a process has answered is no other's: it may have another database, address or secret.
  const entries = keep<Entry<Response>>(`response ${kind} ${++made}`, ({ kept }) => kept?.bytes ?? 0);
  return {
    async answer({ context, name }, make) {
      const { viewer, dataVersion, account } = context;
      if (viewer.kind !== 'user' || dataVersion === null || name.length > longestName) return make();
      const key = `${viewer.tokenId} ${hash('sha256', name)}`;
      const state = `${dataVersion} ${Math.floor(Date.now() / addressesLast)}`;
      const entry = entries.get(key);
      const isRepeated = entry?.state === state;
      if (isRepeated && entry.kept && (await isPaid(account, entry.points))) return entry.kept.response;
      const response = await make();
      const kept = isRepeated && context.dataVersion !== null ? cacheable(response) : null;
      entries.set(key, { state, kept, points: account.charged() });
      return response;
    },
  };
}

/** Caches that were made. */
let made = 0;

/** Whether a caller can pay; what the last points of a budget still get is for those to say who make an answer. */
async function isPaid(account: Account, points: number): Promise<boolean> {
  try {
    await account.charge(points);
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}
