import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { expect, it } from 'vitest';
import { freePort } from '../../../scripts/free-port.mjs';
import { checkCertificate } from '../../../src/cli/doctor/services/check-certificate.js';
import { checkProxy } from '../../../src/cli/doctor/services/check-proxy.js';
import { secret, testApp } from '../../support/app.js';
import { atEnd } from '../../support/database.js';
import { skippedWithout } from '../../support/programs.js';
import { proxies, startCaddy, startNginx } from '../../support/proxies.js';
import { textOf } from './doctor-kit.js';

/** Yields a text forever. */
function* repeat(text: string): Generator<string> {
  for (;;) yield text;
}

/** Starts a server for proxies. Returns its database and its origin. */
async function startApp(env: Record<string, string> = {}) {
  const { app, url } = await testApp({ SECRET: secret, ...env });
  await app.listen({ port: 0, host: '127.0.0.1' });
  return { database: url, origin: `http://127.0.0.1:${(app.server.address() as AddressInfo).port}` };
}

it('the proxy check reports no problem if no proxy is in between', async () => {
  const { database, origin } = await startApp();
  expect(await textOf(checkProxy, database, { PUBLIC_URL: origin })).toMatch(
    /^ok: The server answers at http:\/\/127\.0\.0\.1:\d+ \(version \S+\)\.$/,
  );
});

it('the proxy check reports an address that does not answer, another program, and a server with another secret', async () => {
  const { database, origin } = await startApp();
  const ask = (PUBLIC_URL: string, env = {}) => textOf(checkProxy, database, { PUBLIC_URL, ...env });
  expect(await ask(`http://127.0.0.1:${await freePort()}`)).toMatch(
    /^error: PUBLIC_URL .* does not answer from this machine: .*REFUSED/,
  );
  const other = { SECRET: 'another secret of 32 bytes or more' };
  expect(await ask(origin, other)).toMatch(/^error: The server at PUBLIC_URL .* is not this one/);
  let [status, isEndless] = [200, false];
  const program = createServer((_request, response) => {
    response.statusCode = status;
    if (isEndless) return void Readable.from(repeat('hello '.repeat(1_000))).pipe(response);
    response.end('hello');
  }).listen(0, '127.0.0.1');
  atEnd(() => void program.close());
  await once(program, 'listening');
  const { port } = program.address() as AddressInfo;
  expect(await ask(`http://127.0.0.1:${port}`)).toMatch(/^error: .* does not lead to this server: another program/);
  isEndless = true;
  expect(await ask(`http://127.0.0.1:${port}`)).toMatch(/^error: .* does not lead to this server: another program/);
  isEndless = false;
  status = 502;
  expect(await ask(`http://127.0.0.1:${port}`)).toMatch(
    /^error: .* fails with status 502\. Check that the server runs/,
  );
});

it.skipIf(!proxies.nginx)(
  `the proxy check reports that nginx is not trusted, replaces the host, buffers, and refuses a large body and header${skippedWithout('nginx')}`,
  async () => {
    const { database, origin } = await startApp();
    const nginx = await startNginx(
      ({ port }) => `proxy_ignore_headers X-Accel-Buffering; large_client_header_buffers 4 4k;
        server { listen ${port}; location / {
          proxy_pass ${origin}; proxy_set_header X-Forwarded-For $remote_addr; proxy_set_header Host internal;
        } }`,
    );
    const text = await textOf(checkProxy, database, { PUBLIC_URL: nginx.url });
    for (const part of [
      'does not trust it. All clients share one limit. Add 127.0.0.1 to TRUSTED_PROXIES.',
      'replaces the host 127.0.0.1:',
      'A body of 1.5 MiB does not arrive (status 413).',
      'A header of 6 KiB does not arrive (status 400).',
      'The proxy buffers streams',
    ])
      expect(text).toContain(part);
  },
);

it.skipIf(!proxies.caddy)(
  `the proxy check reports no problem of a trusted Caddy, and the certificate check reports an unknown authority${skippedWithout('caddy')}`,
  async () => {
    const { database, origin } = await startApp({ TRUSTED_PROXIES: '127.0.0.1' });
    const plain = await startCaddy(
      ({ port }) => `{\n admin off\n auto_https off\n}\nhttp://127.0.0.1:${port} {\n reverse_proxy ${origin}\n}`,
    );
    expect(await textOf(checkProxy, database, { PUBLIC_URL: plain.url })).toMatch(/^ok: The server answers/);
    const secure = await startCaddy(
      ({ port }) =>
        `{\n admin off\n auto_https disable_redirects\n skip_install_trust\n}\nhttps://localhost:${port} {\n tls internal\n reverse_proxy ${origin}\n}`,
    );
    const env = { PUBLIC_URL: secure.url.replace('http://127.0.0.1', 'https://localhost') };
    await expect
      .poll(() => textOf(checkCertificate, database, env))
      .toMatch(/^error: Clients refuse the certificate at localhost:\d+: .* Renew the certificate/);
    expect(await textOf(checkCertificate, database, { PUBLIC_URL: plain.url })).toMatch(/^skipped: PUBLIC_URL is not/);
  },
);
