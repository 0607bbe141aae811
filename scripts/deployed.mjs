import { readFileSync } from 'node:fs';

// The proxy configurations of `deploy`, for tests and scripts. Only ports, addresses and certificates are replaced.

const read = (path) => readFileSync(new URL(`../deploy/${path}`, import.meta.url), 'utf8');

/**
 * Returns the configuration of nginx, for https on `port` and plain HTTP on `plainPort`.
 * @param upstreams addresses of instances, such as `127.0.0.1:4000`
 */
export function nginxConfiguration({ port, plainPort, upstreams, key, certificate }) {
  const servers = upstreams.map((address) => `    server ${address} fail_timeout=2s;\n`).join('');
  return read('nginx/docgraph.conf')
    .replace(/( {4}server 127.*\n)+/, servers)
    .replaceAll('listen 443 ssl', `listen 127.0.0.1:${port} ssl`)
    .replaceAll('listen 80', `listen 127.0.0.1:${plainPort}`)
    .replaceAll(/ssl_certificate_key .*;/g, `ssl_certificate_key ${key};`)
    .replaceAll(/ssl_certificate .*;/g, `ssl_certificate ${certificate};`);
}

/** Returns the configuration of Caddy, with certificates of its own authority. `host` is the public host. */
export function caddyConfiguration({ port, plainPort, askPort, upstreams, host }) {
  const options = ['admin off', 'local_certs', 'skip_install_trust', `http_port ${plainPort}`, `https_port ${port}`];
  return read('caddy/Caddyfile')
    .replace(/^\{$/m, `{\n${options.join('\n')}\n`)
    .replaceAll('127.0.0.1:4999', `127.0.0.1:${askPort}`)
    .replace('{$UPSTREAMS:127.0.0.1:4000}', upstreams.join(' '))
    .replace('{$PUBLIC_HOST:localhost}', host);
}
