import { hash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { createCache } from '../cache.js';
import { AppError } from '../errors.js';
import type { Account } from '../graphql/account.js';
import type { Context } from '../graphql/context.js';

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

interface Entry<Response> extends Cacheable<Response> {
  /** What the response was made of. */
  state: string;
  /** Points that it costs. */
  points: number;
}

/** Readings whose state is remembered until they are asked for again: most are asked for once. */
const remembered = 2_000;

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
  const entries = createCache<Entry<Response>>(`response ${kind} ${++made}`, ({ bytes }) => bytes);
  const asked = new LRUCache<string, string>({ max: remembered });
  return {
    async answer({ context, name }, make) {
      const { viewer, dataVersion, account } = context;
      if (viewer.kind !== 'user' || dataVersion === null || name.length > longestName) return make();
      const key = `${viewer.tokenId} ${hash('sha256', name, 'base64url')}`;
      const state = `${dataVersion} ${Math.floor(Date.now() / addressesLast)}`;
      const entry = entries.get(key);
      if (entry?.state === state && (await isPaid(account, entry.points))) {
        resent++;
        return entry.response;
      }
      const isRepeated = asked.get(key) === state;
      asked.set(key, state);
      const response = await make();
      const kept = isRepeated && context.dataVersion !== null ? cacheable(response) : null;
      if (kept) entries.set(key, { ...kept, state, points: account.charged() });
      return response;
    },
  };
}

/** Caches that were made. */
let made = 0;

let resent = 0;

/** Responses that all caches of this process have sent again, of whatever kind. */
export function responsesSentAgain(): number {
  return resent;
}

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
