import type { Json } from '../../engine/base/types.js';
import { type FetchSettings, fetchDefaults } from './fetch-bytes.js';
import { requestOnce, serviceError } from './request-once.js';

/** A request to a service. */
interface Post {
  /** Additional headers, such as `authorization`; the client sets the headers for JSON itself. */
  headers: Record<string, string>;
  body: Json;
  /** Aborts the request. */
  signal?: AbortSignal | undefined;
}

/** Sends JSON to a URL that the operator has configured. Returns the text of the response. */
export type PostJson = (url: string, post: Post) => Promise<string>;

/**
 * Creates a client for a service that the operator has configured, with the rules of `requestOnce`. `options` override
 * individual defaults.
 *
 * The returned function throws the errors of `requestOnce`, and UNAVAILABLE for a status other than 2xx.
 */
export function createPostJson(options: Partial<FetchSettings> = {}): PostJson {
  const settings: FetchSettings = { ...fetchDefaults, ...options };
  return async (address, { headers, body, signal }) => {
    const json = { 'content-type': 'application/json', accept: 'application/json' };
    const outgoing = { method: 'POST' as const, headers: { ...headers, ...json }, body: JSON.stringify(body), signal };
    const { status, bytes } = await requestOnce(address, outgoing, settings);
    if (status < 200 || status > 299)
      throw serviceError(new URL(address), `must answer with a status of 200 to 299, not ${status}`);
    return new TextDecoder().decode(bytes);
  };
}
