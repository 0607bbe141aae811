import type { FastifyInstance } from 'fastify';
import { badInput } from '../../../platform/base/errors.js';
import { siteHostname } from '../../../platform/urls/hostnames.js';
import { createAddressMatcher } from '../connection/address-ranges.js';
import { callerAddress } from '../connection/caller-address.js';
import type { CountAttempt } from '../limits/attempts.js';

/** Dependencies of the certificate check. */
export interface CertificateCheck {
  /** Reports whether a site is served at a hostname. */
  isServed(hostname: string): Promise<boolean>;
  /** Addresses and ranges of the proxies, which may ask without a limit. */
  trustedProxies: readonly string[];
  countAttempt: CountAttempt;
}

/**
 * Adds `GET /.well-known/docgraph/tls?domain=…`. A proxy asks it whether to get a certificate for a name. The response
 * is 200 if a published site has the confirmed hostname, otherwise 404, both without a body. Anyone may ask, because a
 * request to the hostname itself reveals as much. Callers are limited per address, except this machine and trusted
 * proxies.
 */
export function registerCertificateCheck(
  app: FastifyInstance,
  { isServed, trustedProxies, countAttempt }: CertificateCheck,
): void {
  const isProxy = createAddressMatcher(['127.0.0.0/8', '::1', ...trustedProxies]);
  app.get('/.well-known/docgraph/tls', async (request, reply) => {
    const { domain } = request.query as { domain?: unknown };
    if (typeof domain !== 'string') throw badInput('domain', '`domain` must be one hostname');
    if (!isProxy(request.ip)) await countAttempt(callerAddress(request));
    const hostname = siteHostname(domain);
    const found = hostname !== null && (await isServed(hostname));
    return reply.code(found ? 200 : 404).send();
  });
}
