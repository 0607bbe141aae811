import type { FastifyRequest } from 'fastify';
import type { Device } from '../../../access/device.js';
import { callerAddress } from './caller-address.js';
import type { SecretCookie } from './secret-cookie.js';

/** Returns the address, the user agent and the former session secret of the browser that sent a request. */
export function readDevice(request: FastifyRequest, sessionCookie: SecretCookie): Device {
  const userAgent = request.headers['user-agent']?.slice(0, 255) ?? null;
  return { address: callerAddress(request), userAgent, formerSecret: sessionCookie.read(request) };
}
