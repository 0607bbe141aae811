import type { FastifyRequest } from 'fastify';
import { callerAddress } from './caller-address.js';
import type { SecretCookie } from './secret-cookie.js';

/** The browser in which a person signs in. */
export interface Device {
  /** IP address. */
  address: string;
  /** Header `User-Agent`, at most 255 characters; null if the browser sends none. */
  userAgent: string | null;
  /** Secret of the session that the browser has until now; undefined if it has none. */
  formerSecret: string | undefined;
}

/** Returns the browser of a request. */
export function deviceOf(request: FastifyRequest, sessionCookie: SecretCookie): Device {
  const userAgent = request.headers['user-agent']?.slice(0, 255) ?? null;
  return { address: callerAddress(request), userAgent, formerSecret: sessionCookie.read(request) };
}
