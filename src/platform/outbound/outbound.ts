import { maxDocumentBytes } from '../../engine/openapi/texts/read-document.js';
import type { FetchBytes, FetchSettings } from './fetch-bytes.js';
import type { ObserveRequest } from './observe-request.js';
import type { PostJson } from './post-json.js';
import type { OutboundRequest, OutboundResponse } from './request-once.js';

/** Clients that the server calls other hosts with. Each has its own limits. */
export interface Outbound {
  /** Fetches the files that pages contain, by URL. */
  file: FetchBytes;
  /**
   * Fetches specifications. Its size limit equals that of specifications sent as text, and its timeout is longer than
   * for files.
   */
  specification: FetchBytes;
  /** Calls services that the operator has configured. Such a service may need a minute to respond. */
  service: PostJson;
  /** Calls identity providers while a person waits to be signed in. */
  identityProvider: CallService;
}

/** Sends one request to a service, with the rules and errors of `requestOnce`. */
export type CallService = (url: string, outgoing: OutboundRequest) => Promise<OutboundResponse>;

/**
 * Creates the outbound clients of a server.
 * @param trustedHosts hosts that may be called although they are private (`OUTBOUND_ALLOW`)
 * @param observe observes each request; default: nothing does
 */
export function createOutbound(trustedHosts: readonly string[], observe?: ObserveRequest): Outbound {
  const common = { trustedHosts, observe };
  const specification = { maximumBytes: maxDocumentBytes, totalTimeout: 30_000 };
  return {
    file: lazyFetchBytes({ ...common, client: 'file' }),
    specification: lazyFetchBytes({ ...common, ...specification, client: 'specification' }),
    service: lazyPostJson({ ...common, totalTimeout: 60_000, client: 'service' }),
    identityProvider: lazyCallService({ ...common, maximumBytes: 1_048_576, client: 'identityProvider' }),
  };
}

/** Creates a function that fetches bytes. The client is loaded on first use, because its code has a megabyte. */
function lazyFetchBytes(settings: Partial<FetchSettings>): FetchBytes {
  return async (url, field, signal) => {
    const { createFetchBytes } = await import('./fetch-bytes.js');
    return createFetchBytes(settings)(url, field, signal);
  };
}

/** Creates a function that posts JSON. The client is loaded on first use, as in `lazyFetchBytes`. */
function lazyPostJson(settings: Partial<FetchSettings>): PostJson {
  return async (url, post) => {
    const { createPostJson } = await import('./post-json.js');
    return createPostJson(settings)(url, post);
  };
}

/** Creates a function that calls a service. The client is loaded on first use, as in `lazyFetchBytes`. */
function lazyCallService(settings: Partial<FetchSettings>): CallService {
  return async (url, outgoing) => {
    const [{ fetchDefaults }, { requestOnce }] = await Promise.all([
      import('./fetch-bytes.js'),
      import('./request-once.js'),
    ]);
    return requestOnce(url, outgoing, { ...fetchDefaults, ...settings });
  };
}
