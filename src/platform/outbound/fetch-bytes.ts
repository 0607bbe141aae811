import { Agent } from 'undici';
import type { AddressPolicy } from './address-rules.js';
import { type ConnectorSettings, createCheckedConnector } from './checked-connector.js';
import { followRedirects } from './follow-redirects.js';
import { createResolver } from './resolver.js';

/**
 * Fetches the bytes at a URL. `field` is the request input that contained it, for error messages. `signal` aborts the
 * call with its reason.
 */
export type FetchBytes = (url: string, field: string, signal?: AbortSignal) => Promise<Uint8Array>;

/** Targets that a client may reach, and its limits. */
export interface FetchSettings extends AddressPolicy, Omit<ConnectorSettings, 'trustedHosts'> {
  /** Milliseconds for all steps: name resolution, connections, redirects, the whole body. */
  totalTimeout: number;
  /** Maximum size of a decoded body, in bytes. */
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
 * Creates a client for URLs that users of docgraph provide; URL and host are untrusted. It connects with https to
 * public addresses only, on ports 80, 443 and 8443. It follows at most 3 redirects, each of which is checked again.
 * Limits are 10 MiB decoded, 3 s to connect and 10 s in total. It sends no cookies or credentials and uses no proxy.
 * `options` override single defaults.
 *
 * The returned function throws BAD_USER_INPUT for all failures, naming the field, the rule and the URL. If the request
 * took too long, the reason is FETCH_TIMEOUT.
 */
export function createFetchBytes(options: Partial<FetchSettings> = {}): FetchBytes {
  const settings = { ...fetchDefaults, ...options };
  return async (url, field, aborted) => {
    // One agent per call: connections end with the call and are not shared between callers.
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

/** The client with the defaults: https only. */
export const fetchBytes: FetchBytes = createFetchBytes();
