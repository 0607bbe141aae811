import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { vi } from 'vitest';
import { caddyConfiguration, nginxConfiguration } from '../../scripts/deployed.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { type Proxy as ProxyServer, startCaddy, startNginx } from './proxies.js';
import { askSecurely } from './secure-requests.js';

/**
 * Starts nginx with the configuration of `deploy`, for https, with a certificate that nobody signed.
 * @param upstreams addresses of instances, such as `127.0.0.1:4000`
 */
export async function startDeployedNginx(upstreams: string[]): Promise<ProxyServer> {
  const plainPort = await freePort();
  return startNginx(({ port, folder }) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    spawnSync('openssl', [...request, '-subj', '/CN=test', '-keyout', key, '-out', certificate]);
    return nginxConfiguration({ port, plainPort, upstreams, key, certificate });
  });
}

/**
 * Starts Caddy with the configuration of `deploy`, for https, with certificates of its own authority.
 * @param host public host of the server
 */
export async function startDeployedCaddy(upstreams: string[], host: string): Promise<ProxyServer> {
  const [plainPort, askPort] = [await freePort(), await freePort()];
  const proxy = await startCaddy(({ port }) => caddyConfiguration({ port, plainPort, askPort, upstreams, host }));
  // Caddy listens before it has its certificate.
  await vi.waitFor(() => askSecurely({ port: proxy.port, host, path: '/readyz' }), { timeout: 30_000 });
  return proxy;
}
