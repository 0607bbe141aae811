import { Agent } from 'undici';
import type { AddressPolicy } from './address-rules.js';
import { type ConnectorSettings, createCheckedConnector } from './checked-connector.js';
import { followRedirects } from './follow-redirects.js';
import { createResolver } from './resolver.js';

/** Fetches the bytes at an address that a request names in `field`; `signal` aborts the call with its reason. */
export type FetchBytes = (url: string, field: string, signal?: AbortSignal) => Promise<Uint8Array>;

/** Whom an instance may reach, and its limits. */
export interface FetchSettings extends AddressPolicy, Omit<ConnectorSettings, 'trustedHosts'> {
  /** Milliseconds for everything: names, connections, redirects, the whole body. */
  totalTimeout: number;
  /** Most bytes of a body, decoded. */
  maximumBytes: number;
}

/** Whom a server reaches, and its limits, unless `createFetchBytes` is told otherwise. */
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
 * Makes a client for addresses that our own clients give, treating address and host as hostile: https to public
 * addresses only, on ports 80, 443 and 8443, at most 3 redirects (each checked anew), 10 MiB decoded, 3 s to connect,
 * 10 s in all. It sends no cookies or credentials and uses no proxy. `options` replace single defaults.
 *
 * The function made throws BAD_USER_INPUT, naming the field, the rule and the address, for whatever cannot be fetched;
 * with the reason FETCH_TIMEOUT where it took too long.
 */
export function createFetchBytes(options: Partial<FetchSettings> = {}): FetchBytes {
  const settings = { ...fetchDefaults, ...options };
  return async (url, field, aborted) => {
    // One agent per call: no connection outlives it, and none is shared between callers.
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

/** The client with the defaults: https alone. */
export const fetchBytes: FetchBytes = createFetchBytes();
