import { Agent } from 'undici';
import type { AddressPolicy } from './address-rules.js';
import { type ConnectorSettings, createCheckedConnector } from './checked-connector.js';
import { followRedirects } from './follow-redirects.js';
import type { ObservedClient } from './observe-request.js';
import { createResolver } from './resolver.js';

/**
 * Fetches the bytes at a URL. `field` is the input of the request that contained the URL, for error messages. `signal`
 * aborts the call with its reason.
 */
export type FetchBytes = (url: string, field: string, signal?: AbortSignal) => Promise<Uint8Array>;

/** Hosts that a client may call, and its limits. */
export interface FetchSettings extends AddressPolicy, ObservedClient, Omit<ConnectorSettings, 'trustedHosts'> {
  /** Maximum time for all steps in milliseconds: name resolution, connections, redirects and the whole body. */
  totalTimeout: number;
  /** Maximum size of a body after decoding, in bytes. */
  maximumBytes: number;
}

/** Defaults of `createFetchBytes`. */
export const fetchDefaults: FetchSettings = {
  allowHttp: false,
  trustedOrigins: [],
  trustedHosts: [],
  resolve: createResolver(),
  connectTimeout: 3_000,
  totalTimeout: 10_000,
  maximumBytes: 10 * 1024 * 1024,
};

/**
 * Creates a client for URLs that users of docgraph provide, so both the URL and the host are untrusted. It connects
 * over https, only to public addresses, on ports 80, 443 and 8443. It follows at most 3 redirects, and checks each of
 * them. The limits are 10 MiB decoded, 3 s to connect and 10 s in total. It sends no cookies or credentials and uses no
 * proxy. `options` override individual defaults.
 *
 * The returned function throws BAD_USER_INPUT for all failures, naming the field, the rule and the URL. If the request
 * took too long, the reason is FETCH_TIMEOUT.
 */
export function createFetchBytes(options: Partial<FetchSettings> = {}): FetchBytes {
  const settings = { ...fetchDefaults, ...options };
  return async (url, field, aborted) => {
    // Each call has its own agent. Its connections end with the call, so callers do not share connections.
    const dispatcher = new Agent({ connect: createCheckedConnector(settings) });
    const timeout = AbortSignal.timeout(settings.totalTimeout);
    const signal = aborted ? AbortSignal.any([timeout, aborted]) : timeout;
    try {
      return await followRedirects({ field, address: url }, { ...settings, dispatcher, signal });
    } catch (error) {
      aborted?.throwIfAborted();
      throw error;
    } finally {
      await dispatcher.destroy();
    }
  };
}

/** A client with the default settings: https only. */
export const fetchBytes: FetchBytes = createFetchBytes();
