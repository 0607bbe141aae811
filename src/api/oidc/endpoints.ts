import type { ServerMetadata } from 'openid-client';
import { isLoopback } from '../../platform/urls/loopback.js';
import { unusableProvider } from './refusals.js';

const required = ['authorization_endpoint', 'token_endpoint', 'jwks_uri'] as const;
const optional = ['userinfo_endpoint', 'end_session_endpoint'] as const;

/**
 * Checks a provider's configuration: its issuer is the configured one, and each endpoint is an `https` URL. A provider
 * on this machine may use `http` for endpoints on this machine.
 * @throws UNAVAILABLE
 */
export function requireEndpoints(issuer: string, metadata: ServerMetadata): void {
  if (!URL.canParse(metadata.issuer) || new URL(metadata.issuer).href !== new URL(issuer).href)
    throw unusableProvider(
      issuer,
      `has a configuration with another issuer (${JSON.stringify(metadata.issuer).slice(0, 200)})`,
    );
  const missing = required.find((name) => metadata[name] === undefined);
  if (missing) throw unusableProvider(issuer, `has a configuration without \`${missing}\``);
  const mayBeHttp = isLoopbackHttp(issuer);
  const unsafe = [...required, ...optional].find((name) => {
    const address = metadata[name];
    return address !== undefined && !isSafe(address, mayBeHttp);
  });
  if (unsafe) throw unusableProvider(issuer, `has a configuration whose \`${unsafe}\` is not an https address`);
}

/** Reports whether a URL is an `http` URL of this machine. */
export function isLoopbackHttp(address: string): boolean {
  const { protocol, hostname } = new URL(address);
  return protocol === 'http:' && isLoopback(hostname);
}

function isSafe(address: unknown, mayBeHttp: boolean): boolean {
  if (typeof address !== 'string' || !URL.canParse(address)) return false;
  const { protocol, username, password } = new URL(address);
  if (username !== '' || password !== '') return false;
  return protocol === 'https:' || (mayBeHttp && isLoopbackHttp(address));
}
