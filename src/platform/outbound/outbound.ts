import { maxDocumentBytes } from '../../engine/openapi/texts/read-document.js';
import type { FetchBytes, FetchSettings } from './fetch-bytes.js';
import type { PostJson } from './post-json.js';

/** Clients of a server for other hosts, each with limits of its own. */
export interface Outbound {
  /** Fetches files of pages by URL. */
  file: FetchBytes;
  /**
   * Fetches specifications. They may be as large as specifications that are sent as text, and the timeout is longer.
   */
  specification: FetchBytes;
  /** Calls services that the operator configured, which may need a minute to respond. */
  service: PostJson;
}

/**
 * Creates the outbound clients of a server.
 * @param trustedHosts hosts that may be reached although they are private (`OUTBOUND_ALLOW`)
 */
export function createOutbound(trustedHosts: readonly string[]): Outbound {
  return {
    file: fetching({ trustedHosts }),
    specification: fetching({ trustedHosts, maximumBytes: maxDocumentBytes, totalTimeout: 30_000 }),
    service: posting({ trustedHosts, totalTimeout: 60_000 }),
  };
}

/** Loads the client on first use: it has a megabyte of code. */
function fetching(settings: Partial<FetchSettings>): FetchBytes {
  return async (url, field, signal) => {
    const { createFetchBytes } = await import('./fetch-bytes.js');
    return createFetchBytes(settings)(url, field, signal);
  };
}

/** Like `fetching`, for `createPostJson`. */
function posting(settings: Partial<FetchSettings>): PostJson {
  return async (url, post) => {
    const { createPostJson } = await import('./post-json.js');
    return createPostJson(settings)(url, post);
  };
}
