import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { deployFile } from '../deploy/files.js';
import { type Proxy as ProxyServer, startCaddy, startNginx } from './proxies.js';

/**
 * Starts nginx with the configuration of `deploy`, for https. Only ports, upstreams and the certificate, which nobody
 * signed, are replaced.
 * @param upstreams addresses of instances, such as `127.0.0.1:4000`
 */
export async function startDeployedNginx(upstreams: string[]): Promise<ProxyServer> {
  const plainPort = await freePort();
  return startNginx(({ port, folder }) => {
    const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'certificate.pem')];
    const request = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes'];
    spawnSync('openssl', [...request, '-subj', '/CN=test', '-keyout', key, '-out', certificate]);
    const servers = upstreams.map((address) => `    server ${address} fail_timeout=2s;\n`).join('');
    return deployFile('nginx/docgraph.conf')
      .replace(/( {4}server 127.*\n)+/, servers)
      .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
      .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
      .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
      .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate};`);
  });
}

/**
 * Starts Caddy with the configuration of `deploy`, for https, with certificates of its own authority. Only ports are
 * replaced.
 * @param host public host of the server
 */
export async function startDeployedCaddy(upstreams: string[], host: string): Promise<ProxyServer> {
  const [plainPort, askPort] = [await freePort(), await freePort()];
  return startCaddy(({ port }) => {
    const options = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${plainPort}`, `https_port ${port}`];
    return deployFile('caddy/Caddyfile')
      .replace(/^\{$/m, `{\n${options.join('\n')}\n`)
      .replaceAll('127.0.0.1:4999', `127.0.0.1:${askPort}`)
      .replace('{$UPSTREAMS:127.0.0.1:4000}', upstreams.join(' '))
      .replace('{$PUBLIC_HOST:localhost}', host);
  });
}
