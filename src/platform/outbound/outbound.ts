import { maxDocumentBytes } from '../../engine/openapi/texts/read-document.js';
import type { FetchBytes, FetchSettings } from './fetch-bytes.js';
import type { PostJson } from './post-json.js';

/** What a server asks other hosts for, each with bounds of its own. */
export interface Outbound {
  /** Files of pages, by URL. */
  file: FetchBytes;
  /** Specifications: as large as those that are given as text, with time to match. */
  specification: FetchBytes;
  /** Services that the operator configured, which may take a minute to answer. */
  service: PostJson;
}

/**
 * Makes what a server fetches with.
 * @param trustedHosts may be asked although they are private (`OUTBOUND_ALLOW`).
 */
export function createOutbound(trustedHosts: readonly string[]): Outbound {
  return {
    file: fetching({ trustedHosts }),
    specification: fetching({ trustedHosts, maximumBytes: maxDocumentBytes, totalTimeout: 30_000 }),
    service: posting({ trustedHosts, totalTimeout: 60_000 }),
  };
}

/** The client is loaded when there is something to fetch: it has a megabyte. */
function fetching(settings: Partial<FetchSettings>): FetchBytes {
  return async (url, field, signal) => {
    const { createFetchBytes } = await import('./fetch-bytes.js');
    return createFetchBytes(settings)(url, field, signal);
  };
}

/** As `fetching`. */
function posting(settings: Partial<FetchSettings>): PostJson {
  return async (url, post) => {
    const { createPostJson } = await import('./post-json.js');
    return createPostJson(settings)(url, post);
  };
}
