import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { createFetchBytes, fetchBytes } from '../../../src/platform/outbound/fetch-bytes.js';
import { certificate } from './certificate.js';
import { isFree, startCanary, startHost, startRawHost, startSecureHost } from './hosts.js';

const scheme = 'must begin with https://';
const userinfo = 'must hold no user name and no password';
const port = 'must use port 80, 443 or 8443';
const privateAddress = 'must lead to public addresses only';
const absolute = 'must be an absolute address';

const names: Record<string, string[]> = {
  'loopback.test': ['127.0.0.1'],
  'loopback6.test': ['::1'],
  'mapped.test': ['::ffff:10.0.0.1'],
  'metadata.test': ['169.254.169.254'],
  'mixed.test': ['8.8.8.8', '10.0.0.1'],
};

const refused: Record<string, string[]> = {
  [absolute]: [
    '',
    'a',
    '/etc/passwd',
    '//example.com/a',
    'https://',
    'https://[::1',
    'https://1.2.3.4.5/',
    'https://a b/',
  ],
  [scheme]: [
    ...['http://example.com/', 'HTTP://127.0.0.1/', 'file:///etc/passwd', 'ftp://example.com/a', 'data:text/plain,a'],
    ...[
      'javascript:alert(1)',
      'blob:https://example.com/1',
      'gopher://127.0.0.1:6379/_',
      'ws://example.com',
      'example.com:443',
    ],
  ],
  [userinfo]: [
    'https://a@example.com/',
    'https://a:b@127.0.0.1/',
    'https://example.com@127.0.0.1/',
    'https://:b@[::1]/',
  ],
  [port]: [
    'https://example.com:22/',
    'https://127.0.0.1:6379/',
    'https://[::1]:8080/',
    'https://example.com:0/',
    'https://a.test:65535/',
  ],
  [privateAddress]: [
    ...[
      'https://127.0.0.1/',
      'https://127.0.0.1:80/',
      'https://127.0.0.1:443/',
      'https://127.0.0.1:8443/',
      'https://127.1:8443/',
    ],
    ...[
      'https://2130706433:8443/',
      'https://0x7f000001:8443/',
      'https://017700000001:8443/',
      'https://0177.0.0.1:8443/',
    ],
    ...['https://0x7f.0.0.1:8443/', 'https://0:8443/', 'https://127.0.0.1.:8443/', 'https://%31%32%37.0.0.1:8443/'],
    ...[
      'https://１２７.0.0.1:8443/',
      ' \thttps:\\\\127.0.0.1:8443\\ ',
      'https:127.0.0.1:8443',
      'https://127.0.0.1:8443#@example.com/',
    ],
    ...['https://[::1]:8443/', 'https://[::]:8443/', 'https://[::ffff:127.0.0.1]:8443/', 'https://[::127.0.0.1]:8443/'],
    ...[
      'https://[64:ff9b::7f00:1]:8443/',
      'https://[2002:7f00:1::]:8443/',
      'https://[fe80::1]/',
      'https://[fd00:ec2::254]/',
    ],
    ...[
      'https://10.0.0.1/',
      'https://172.16.0.1/',
      'https://192.168.0.1/',
      'https://169.254.169.254/latest/meta-data/',
    ],
    ...['https://100.100.100.200/', 'https://168.63.129.16/', 'https://255.255.255.255/', 'https://224.0.0.1/'],
    ...[
      'https://loopback.test:8443/',
      'https://LOOPBACK.test:8443/',
      'https://loopback6.test:8443/',
      'https://mapped.test/',
    ],
    ...[
      'https://metadata.test/',
      'https://mixed.test/',
      'https://nowhere.test/',
      'https://localhost:8443/',
      'https://localhost./',
    ],
  ],
};

const rows = Object.entries(refused).flatMap(([rule, addresses]) =>
  addresses.map((address) => [address, rule] as const),
);

const field = 'changes[0].files[0].url';

const guarded = createFetchBytes({ resolve: async (name) => names[name] ?? [] });

describe('fetching a URL', () => {
  it.each(rows)('refuses %j: %s', async (address, rule) => {
    const error = await guarded(address, field).catch((thrown) => thrown);
    expect(error).toMatchObject({ code: 'BAD_USER_INPUT', detail: { field } });
    expect(error.message).toMatch(`\`${field}\` ${rule} (got "`);
  });

  it('refuses names with private addresses and names without addresses with the same message', async () => {
    const of = (name: string) =>
      guarded(`https://${name}.test/`, field).catch((thrown) => thrown.message.replace(name, ''));
    expect(await of('loopback')).toBe(await of('nowhere'));
  });

  it('by default refuses http, and never reaches this machine', async () => {
    await expect(fetchBytes('http://127.0.0.1/', field)).rejects.toThrow(scheme);
    await expect(fetchBytes('https://127.0.0.1/', field)).rejects.toThrow(privateAddress);
    await expect(fetchBytes('https://[::1]/', field)).rejects.toThrow(privateAddress);
  });

  it('applies all other rules if http is allowed', async () => {
    const relaxed = createFetchBytes({ allowHttp: true, resolve: async () => ['127.0.0.1'] });
    await expect(relaxed('ftp://spec.test/', field)).rejects.toThrow('must begin with https:// or http://');
    await expect(relaxed('http://spec.test:8080/', field)).rejects.toThrow(port);
    await expect(relaxed('http://spec.test/', field)).rejects.toThrow(privateAddress);
    await expect(relaxed('http://127.0.0.1/', field)).rejects.toThrow(privateAddress);
  });

  it('ignores the proxies of the environment', async () => {
    const proxy = await startCanary();
    for (const name of ['HTTP_PROXY', 'http_proxy', 'HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])
      vi.stubEnv(name, `http://127.0.0.1:${proxy.port}`);
    onTestFinished(() => void vi.unstubAllEnvs());
    const host = await startHost((_, answer) => void answer.end('here'));
    const origin = `http://127.0.0.1:${host.port}`;
    expect(await createFetchBytes({ trustedOrigins: [origin] })(origin, field)).toEqual(
      new TextEncoder().encode('here'),
    );
    expect({ host: host.connections(), proxy: proxy.connections() }).toEqual({ host: 1, proxy: 0 });
  });
});

const allowed = 8443;
const free = await isFree(allowed);
const inward = rows.map(([address]) => address).filter((address) => /8443/.test(address));

describe(`a listener on the allowed port ${allowed}${free ? '' : ' (skipped: another program listens there)'}`, () => {
  const origin = `https://127.0.0.1:${allowed}`;

  it.skipIf(!free)('gets a connection if it is trusted, so the tests below are valid', async () => {
    const canary = await startCanary({ port: allowed });
    await expect(createFetchBytes({ trustedOrigins: [origin] })(origin, field)).rejects.toThrow('must be readable');
    expect(canary.connections()).toBe(1);
  });

  it.skipIf(!free)('gets no connection for any address of this machine', async () => {
    const canary = await startCanary({ port: allowed });
    expect(inward.length).toBeGreaterThan(20);
    for (const address of inward) await expect(guarded(address, field)).rejects.toThrow(privateAddress);
    expect(canary.connections()).toBe(0);
  });

  it.skipIf(!free)('gets no connection from redirects to addresses of this machine', async () => {
    const canary = await startCanary({ port: allowed });
    const host = await startHost(({ url }, answer) => {
      answer.writeHead(302, { location: new URL(inward[Number(url!.slice(1))]!).href }).end();
    });
    const trusted = `http://127.0.0.1:${host.port}`;
    const fetch = createFetchBytes({ trustedOrigins: [trusted], resolve: async (name) => names[name] ?? [] });
    for (const index of inward.keys())
      await expect(fetch(`${trusted}/${index}`, field)).rejects.toThrow(privateAddress);
    expect({ canary: canary.connections(), host: host.connections() }).toEqual({ canary: 0, host: inward.length });
  });

  it.skipIf(!free)('does not change the error message for a private address', async () => {
    const errorMessage = () => guarded(origin, field).catch((thrown) => thrown.message);
    const silent = await errorMessage();
    const canary = await startCanary({ port: allowed });
    expect(await errorMessage()).toBe(silent);
    expect(canary.connections()).toBe(0);
  });
});

describe('fetching over TLS', () => {
  const resolve = async () => ['127.0.0.1'];

  async function secure(name = 'spec.test') {
    const paths: string[] = [];
    const host = await startSecureHost(({ url }, answer) => void answer.end(`${paths.push(url!)}`));
    return { origin: `https://${name}:${host.port}`, paths };
  }

  it('returns the bytes if the certificate is valid', async () => {
    const { origin } = await secure();
    const fetch = createFetchBytes({ resolve, trustedOrigins: [origin], ca: certificate });
    expect(await fetch(`${origin}/a`, field)).toEqual(new TextEncoder().encode('1'));
  });

  it('refuses an untrusted certificate, and sends no request', async () => {
    const { origin, paths } = await secure();
    const fetch = createFetchBytes({ resolve, trustedOrigins: [origin] });
    await expect(fetch(origin, field)).rejects.toThrow('must be readable (DEPTH_ZERO_SELF_SIGNED_CERT)');
    expect(paths).toEqual([]);
  });

  it('refuses a certificate for another name, and sends no request', async () => {
    const { origin, paths } = await secure('other.test');
    const fetch = createFetchBytes({ resolve, trustedOrigins: [origin], ca: certificate });
    await expect(fetch(origin, field)).rejects.toThrow('must be readable (ERR_TLS_CERT_ALTNAME_INVALID)');
    expect(paths).toEqual([]);
  });
});

it('a call that is aborted ends immediately, with the reason of its signal', async () => {
  const abort = new AbortController();
  const reason = new Error('The process stops');
  const { port: silent } = await startRawHost(() => abort.abort(reason));
  const fetch = createFetchBytes({ trustedHosts: ['127.0.0.1'], totalTimeout: 60_000 });
  await expect(fetch(`http://127.0.0.1:${silent}/`, 'url', abort.signal)).rejects.toBe(reason);
});
