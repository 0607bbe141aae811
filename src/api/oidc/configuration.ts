import {
  allowInsecureRequests,
  type ClientAuth,
  ClientSecretBasic,
  ClientSecretPost,
  Configuration,
  type CustomFetch,
  customFetch,
  discovery,
  clockTolerance as libraryTolerance,
  None,
  type ServerMetadata,
} from 'openid-client';
import { AppError } from '../../platform/base/errors.js';
import { createCache } from '../../platform/cache/cache.js';
import type { CallService } from '../../platform/outbound/outbound.js';
import { clockTolerance, type OidcClient, type OidcParties } from './client.js';
import { isLoopbackHttp, requireEndpoints } from './endpoints.js';
import { unusableProvider } from './refusals.js';

/** Cached configurations of providers, by issuer. Changes of a configuration take effect after five minutes. */
const configurations = createCache<ServerMetadata>({
  name: 'configurations of OpenID providers',
  weigh: (metadata) => 2 * JSON.stringify(metadata).length,
  ttl: 300_000,
});

/**
 * Returns the provider's configuration for a client of the library (OpenID Connect Discovery 1.0).
 * @throws UNAVAILABLE if the provider cannot be reached, or its configuration cannot be used
 */
export async function readConfiguration({ client, call }: OidcParties): Promise<Configuration> {
  const metadata = await configurations.getOrCompute(client.issuer, 'sign-in', () => discover(client.issuer, call));
  const settings = { [libraryTolerance]: clockTolerance };
  const configuration = new Configuration(metadata, client.clientId, settings, clientAuth(client, metadata));
  configuration[customFetch] = guardedFetch(call);
  if (isLoopbackHttp(client.issuer)) allowInsecureRequests(configuration);
  return configuration;
}

async function discover(issuer: string, call: CallService): Promise<ServerMetadata> {
  const execute = isLoopbackHttp(issuer) ? [allowInsecureRequests] : [];
  const options = { [customFetch]: guardedFetch(call), execute };
  // The library requires a client id, but discovery does not send it.
  const found = await discovery(new URL(issuer), 'docgraph', undefined, None(), options).catch((error: Error) => {
    if (error.cause instanceof AppError) throw error.cause;
    throw unusableProvider(issuer, `has no usable configuration (${error.message})`);
  });
  const metadata = found.serverMetadata();
  requireEndpoints(issuer, metadata);
  return metadata;
}

/**
 * Sends requests of the library through the guard for outbound requests, which reads the whole response and limits its
 * size.
 */
function guardedFetch(call: CallService): CustomFetch {
  return async (url, { method, headers, body, signal }) => {
    const text = body == null ? {} : { body: `${body as URLSearchParams | string}` };
    const answer = await call(url, { method: method as 'GET' | 'POST', headers, ...text, signal });
    const shown = ['content-type', 'www-authenticate'].flatMap((name) => {
      const value = answer.headers[name];
      return typeof value === 'string' ? [[name, value] as [string, string]] : [];
    });
    const content = answer.bytes.length === 0 ? null : Buffer.from(answer.bytes);
    return new Response(content, { status: answer.status, headers: shown });
  };
}

/** Chooses how the client authenticates itself. HTTP Basic is the default (OpenID Connect Discovery 1.0, section 3). */
function clientAuth({ clientSecret }: OidcClient, metadata: ServerMetadata): ClientAuth {
  if (clientSecret === null) return None();
  const methods = metadata.token_endpoint_auth_methods_supported ?? ['client_secret_basic'];
  return methods.includes('client_secret_basic') ? ClientSecretBasic(clientSecret) : ClientSecretPost(clientSecret);
}
