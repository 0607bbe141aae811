import type { IncomingHttpHeaders, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createFetchBytes, type FetchSettings } from '../../../src/platform/outbound/fetch-bytes.js';
import { createResolver } from '../../../src/platform/outbound/resolver.js';
import { closedPort, type Host, startCanary, startHost, startRawHost } from './hosts.js';
import { startNameServer } from './name-server.js';

const field = 'url';
const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
const resolve = async () => ['127.0.0.1'];

/** Fetches from a trusted host on this machine, with timeouts that suit a busy machine. */
function from(
  { port }: Pick<Host, 'port'>,
  { path = '/', ...options }: Partial<FetchSettings> & { path?: string } = {},
) {
  const origin = `http://spec.test:${port}`;
  const patience = { connectTimeout: 60_000, totalTimeout: 60_000 };
  return createFetchBytes({ ...patience, resolve, trustedOrigins: [origin], ...options })(`${origin}${path}`, field);
}

const redirectTo = (location: string, status = 302) =>
  startHost((_, answer) => void answer.writeHead(status, { location }).end());

/** `/3` redirects to `/2`, that to `/1`, and that to `/0`, which returns a body. */
const countdown: RequestListener = ({ url }, answer) => {
  const left = Number(url!.slice(1));
  left > 0 ? answer.writeHead(307, { location: `/${left - 1}` }).end() : answer.end('there');
};

describe('a redirect', () => {
  it.each([301, 302, 303, 307, 308])('of status %d is followed', async (status) => {
    const host = await startHost(({ url }, answer) => {
      url === '/new' ? answer.end('there') : answer.writeHead(status, { location: 'new' }).end('gone');
    });
    expect(text(await from(host))).toBe('there');
  });

  it('is followed three times, and the fourth is refused', async () => {
    const host = await startHost(countdown);
    expect(text(await from(host, { path: '/3' }))).toBe('there');
    await expect(from(host, { path: '/4' })).rejects.toThrow(
      '`url` must redirect at most 3 times (got "http://spec.test:',
    );
    await expect(from(host, { path: '/11' })).rejects.toThrow('must redirect at most 3 times');
  });

  it('that loops ends after four requests', async () => {
    let requests = 0;
    const host = await startHost((_, answer) => {
      requests += 1;
      answer.writeHead(302, { location: '/' }).end();
    });
    await expect(from(host)).rejects.toThrow('must redirect at most 3 times');
    expect(requests).toBe(4);
  });

  it.each(['http://', 'https://', '//'])('to %s and the same host on another port is not trusted', async (start) => {
    const canary = await startCanary();
    const host = await redirectTo(`${start}spec.test:${canary.port}/`);
    await expect(from(host, { allowHttp: true })).rejects.toThrow(
      /must use port 80, 443 or 8443 \(got .*, where .* redirects\)$/,
    );
    expect(canary.connections()).toBe(0);
  });

  it.each([
    ['http://127.0.0.1:8443/', 'must lead to public addresses only'],
    ['https://[::1]:8443/', 'must lead to public addresses only'],
    ['https://[::ffff:7f00:1]:8443/', 'must lead to public addresses only'],
    ['https://2130706433:8443/', 'must lead to public addresses only'],
    ['https://inside.test:8443/', 'must lead to public addresses only'],
    ['http://10.0.0.1/', 'must lead to public addresses only'],
    ['http://127.0.0.1:6379/', 'must use port 80, 443 or 8443'],
    ['https://a:b@127.0.0.1/', 'must hold no user name and no password'],
    ['file:///etc/passwd', 'must begin with https:// or http://'],
    ['http://[', 'must be an absolute address'],
  ])('to %j is refused: %s', async (location, rule) => {
    const host = await redirectTo(location);
    await expect(from(host, { allowHttp: true })).rejects.toThrow(`\`url\` ${rule} (got `);
    expect(host.connections()).toBe(1);
  });

  it('from https to http is refused unless http is allowed', async () => {
    const host = await redirectTo('http://10.0.0.1/');
    await expect(from(host)).rejects.toThrow('must begin with https:// (got "http://10.0.0.1/", where');
  });

  it('without a location is refused with its status', async () => {
    const host = await startHost((_, answer) => void answer.writeHead(302).end());
    await expect(from(host)).rejects.toThrow('must answer with a status of 200 to 299, not 302');
  });

  it('to a name that now resolves to a private address is refused', async () => {
    const names = await startNameServer((name, queryCount) => [
      name === 'spec.test' && queryCount === 0 ? '127.0.0.1' : '10.0.0.1',
    ]);
    const host = await redirectTo('https://spec.test:8443/');
    await expect(from(host, { resolve: createResolver([names.address]) })).rejects.toThrow(
      'must lead to public addresses only',
    );
    expect(names.questions).toEqual(['spec.test', 'spec.test']);
  });

  it('with an endless body is followed immediately', async () => {
    const host = await startHost(({ url }, answer) => {
      url === '/new' ? answer.end('there') : answer.writeHead(302, { location: '/new' }).write('x');
    });
    // A client that waits for the end of the first body fails at the total timeout.
    expect(text(await from(host))).toBe('there');
  });
});

describe('a request', () => {
  it('sends the user agent docgraph and the accepted encodings, and no cookies or referrer', async () => {
    const receivedHeaders: IncomingHttpHeaders[] = [];
    const host = await startHost(({ url, headers, method }, answer) => {
      receivedHeaders.push({ ...headers, method });
      url === '/new' ? answer.end() : answer.writeHead(302, { location: '/new', 'set-cookie': 'a=b' }).end();
    });
    expect(await from(host)).toEqual(new Uint8Array());
    const sent = {
      host: `spec.test:${host.port}`,
      connection: 'keep-alive',
      'user-agent': 'docgraph',
      accept: '*/*',
      'accept-encoding': 'gzip, br',
      method: 'GET',
    };
    expect(receivedHeaders).toEqual([sent, sent]);
  });
});

describe('a response', () => {
  it.each([204, 300, 304, 400, 401, 404, 429, 500, 503])(
    'of status %d is accepted or refused by its status',
    async (status) => {
      const host = await startHost((_, answer) => void answer.writeHead(status, { location: '/' }).end());
      const outcome = await from(host).catch((error) => error.message);
      const refusal = `\`url\` must answer with a status of 200 to 299, not ${status} (got "http://spec.test:${host.port}/")`;
      expect(outcome).toEqual(status === 204 ? new Uint8Array() : refusal);
    },
  );

  it('in gzip returns the decoded bytes', async () => {
    const host = await startHost(
      (_, answer) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('text')),
    );
    expect(text(await from(host))).toBe('text');
  });

  it('of 10 MiB is accepted, and one byte more is refused', async () => {
    const limit = 10 * 1024 * 1024;
    const host = await startHost(({ url }, answer) => void answer.end(Buffer.alloc(Number(url!.slice(1)), 'x')));
    expect((await from(host, { path: `/${limit}` })).length).toBe(limit);
    await expect(from(host, { path: `/${limit + 1}` })).rejects.toThrow(`must give at most ${limit} bytes`);
  });
});

const flood = (answer: ServerResponse | Socket, chunk: Buffer | string): void => {
  if (answer.destroyed) return;
  answer.write(chunk);
  setImmediate(flood, answer, chunk);
};

const drip = (answer: ServerResponse | Socket, chunk: string): void => {
  const timer = setInterval(() => answer.write(chunk), 20);
  answer.on('close', () => clearInterval(timer));
};

describe('a hostile host', () => {
  const late = 'must be read within 0.4 seconds';
  const maximumBytes = 100_000;

  /**
   * Uses a short timeout only if the expected error is a timeout. Other cases must not depend on the load of this
   * machine.
   */
  const fetchFrom = (host: Pick<Host, 'port'>, rule: string | RegExp) =>
    from(host, { maximumBytes, ...(/read within/.test(`${rule}`) && { totalTimeout: 400 }) });

  const http: [string, RequestListener, string][] = [
    ['never responds', () => {}, late],
    ['drips its body', (_, answer) => drip(answer, 'x'), late],
    [
      'stops in the middle of its body',
      (_, answer) => void answer.writeHead(200, { 'content-length': 10 }).write('x'),
      late,
    ],
    ['sends without an end', (_, answer) => flood(answer, Buffer.alloc(10_000)), 'must give at most 100000 bytes'],
    [
      'sends a gzip bomb',
      (_, answer) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync(Buffer.alloc(20_000_000))),
      'must give at most 100000 bytes',
    ],
    [
      'uses an encoding that was not offered',
      (_, answer) => void answer.writeHead(200, { 'content-encoding': 'zstd' }).end('x'),
      'must be encoded with nothing or one of gzip, br',
    ],
    [
      'sends invalid gzip',
      (_, answer) => void answer.writeHead(200, { 'content-encoding': 'gzip' }).end('x'.repeat(100)),
      'must be readable (Z_DATA_ERROR)',
    ],
    [
      'redirects slowly',
      (_, answer) => void setTimeout(() => answer.writeHead(302, { location: '/' }).end(), 150),
      late,
    ],
  ];

  it.each(http)('that %s is abandoned in time', async (_, answer, rule) => {
    await expect(fetchFrom(await startHost(answer), rule)).rejects.toThrow(`\`url\` ${rule} (got "http://spec.test:`);
  });

  const raw: [string, (socket: Socket) => void, string | RegExp][] = [
    ['closes the connection', (socket) => void socket.destroy(), /must be readable \((UND_ERR_SOCKET|ECONNRESET)\)/],
    ['does not speak HTTP', (socket) => void socket.end('220 mail ready\r\n'), /must be readable \(HTTPParserError\)/],
    [
      'drips its status line',
      (socket) =>
        drip(
          socket.on('data', () => {}),
          'H',
        ),
      /must be (readable \(HTTPParserError\)|read within)/,
    ],
    [
      'drips headers',
      (socket) => drip(socket, 'HTTP/1.1 200 OK\r\n'.concat('a: b\r\n')),
      /must be (readable|read within)/,
    ],
    [
      'sends headers without an end',
      (socket) => {
        socket.write('HTTP/1.1 200 OK\r\n');
        flood(socket, `a: ${'b'.repeat(1_000)}\r\n`);
      },
      'must be readable (UND_ERR_HEADERS_OVERFLOW)',
    ],
    [
      'sends early hints without an end',
      (socket) => flood(socket, 'HTTP/1.1 103 Early Hints\r\n\r\n'),
      /must be (readable|read within)/,
    ],
    [
      'announces more than it sends',
      (socket) => void socket.end('HTTP/1.1 200 OK\r\ncontent-length: 9\r\n\r\nx'),
      /must be readable \(UND_ERR/,
    ],
  ];

  it.each(raw)('that %s is abandoned in time', async (_, talk, rule) => {
    await expect(fetchFrom(await startRawHost(talk), rule)).rejects.toThrow(rule);
  });

  it('that never finishes its TLS handshake is abandoned after the connect timeout', async () => {
    const host = await startRawHost((socket) => void socket.resume());
    const origin = `https://spec.test:${host.port}`;
    const fetch = createFetchBytes({ connectTimeout: 200, resolve, trustedOrigins: [origin] });
    await expect(fetch(origin, field)).rejects.toThrow('must accept a connection within 0.2 seconds');
  });

  it('that does not exist is refused with the reason', async () => {
    const port = await closedPort();
    await expect(from({ port })).rejects.toThrow('must be readable (ECONNREFUSED)');
  });

  it('has no open connection after it is abandoned', async () => {
    let closed = 0;
    const host = await startRawHost((socket) => void socket.resume().on('close', () => (closed += 1)));
    await expect(fetchFrom(host, late)).rejects.toThrow(late);
    await expect.poll(() => closed).toBe(1);
  });
});
