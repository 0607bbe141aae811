import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll } from 'vitest';
import type { ServiceProvider } from '../../../src/api/saml/parties.js';
import { loginResponse, makeProvider, type SignIn, type TestProvider } from '../saml/identity-provider.js';

/** An identity provider that a browser can open. */
export interface ListeningProvider extends TestProvider {
  /**
   * Sets the service that receives the responses of the provider. The service is known only after this provider was
   * configured there.
   */
  answers(service: ServiceProvider): void;
}

/**
 * Starts an identity provider. Its page has one button, which signs a person in. It uses the host `localhost`, so that
 * browsers treat it as another site than the application at 127.0.0.1.
 */
export async function listeningProvider(person: Pick<SignIn, 'nameId' | 'attributes'>): Promise<ListeningProvider> {
  let service: ServiceProvider | undefined;
  const server = createServer(async ({ url = '' }, answer) => {
    const requestUrl = new URL(url, provider.ssoUrl);
    if (requestUrl.pathname !== '/sso' || !service) return void answer.writeHead(204).end();
    const { SAMLResponse } = await loginResponse({ service, provider, url: requestUrl.href, ...person });
    answer.setHeader('content-type', 'text/html');
    answer.end(`<!doctype html><title>Identity provider</title><link rel="icon" href="data:,">
      <form method="post" action="${service.acsUrl}"><input type="hidden" name="SAMLResponse" value="${SAMLResponse}">
      <button>Sign in</button></form>`);
  }).listen(0, 'localhost');
  await once(server, 'listening');
  afterAll(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const provider: TestProvider = { ...makeProvider('idp'), ssoUrl: `http://localhost:${port}/sso` };
  return {
    ...provider,
    answers(to) {
      service = to;
    },
  };
}
