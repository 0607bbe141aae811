import { networkInterfaces } from 'node:os';
import { Agent, buildConnector, request } from 'undici';
import { describe, expect, it, onTestFinished } from 'vitest';
import { isPublicAddress } from '../../../src/platform/outbound/address-rules.js';
import { createCheckedConnector, notPublicCode } from '../../../src/platform/outbound/checked-connector.js';
import { createResolver, type Resolve } from '../../../src/platform/outbound/resolver.js';
import { startCanary, startHost } from './hosts.js';
import { startNameServer } from './name-server.js';

const noNames: Resolve = async () => [];

interface Attempt {
  resolve?: Resolve;
  trustedOrigins?: string[];
  dial?: typeof buildConnector;
  connectTimeout?: number;
}

/** Requests a URL with the connector alone, without the rules for URLs. Returns the body or the error code. */
async function ask(
  address: string,
  { resolve = noNames, trustedOrigins = [], dial, connectTimeout = 60_000 }: Attempt = {},
): Promise<string> {
  const connect = createCheckedConnector({ resolve, trustedOrigins, connectTimeout }, dial);
  const dispatcher = new Agent({ connect });
  onTestFinished(() => dispatcher.destroy());
  const outcome = request(address, { dispatcher }).then((answer) => answer.body.text());
  return outcome.catch((error: NodeJS.ErrnoException) => error.code ?? error.message);
}

/** All addresses of this machine that are not public: loopback and private ones. */
const ownAddresses = Object.values(networkInterfaces())
  .flatMap((list) => list ?? [])
  .filter(({ address, scopeid }) => !isPublicAddress(address) && !scopeid)
  .map(({ address, family }) => (family === 'IPv6' ? `[${address}]` : address));

const loopbackForms = [
  ...[
    '127.0.0.1',
    '127.1',
    '127.0.0.2',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '017700000001',
    '0177.0.0.01',
    '0',
    '0.0.0.0',
  ],
  ...[
    '[::1]',
    '[::]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::ffff:0:127.0.0.1]',
  ],
  ...[
    '[64:ff9b::127.0.0.1]',
    '[64:ff9b:1::7f00:1]',
    '[2002:7f00:1::]',
    '[2001:0:7f00:1::]',
    '１２７.0.0.1',
    '127。0。0。1',
  ],
];

describe('a listening port on every address of this machine', () => {
  it('gets a connection if it is trusted, so the tests below are valid', async () => {
    const canary = await startCanary();
    const origin = `http://127.0.0.1:${canary.port}`;
    expect(await ask(origin, { trustedOrigins: [origin] })).not.toBe(notPublicCode);
    expect(canary.connections()).toBe(1);
  });

  it.each([...new Set([...ownAddresses, ...loopbackForms])])(
    'gets no connection for http and https to %s',
    async (host) => {
      const canary = await startCanary();
      expect(await ask(`http://${host}:${canary.port}`)).toBe(notPublicCode);
      expect(await ask(`https://${host}:${canary.port}`)).toBe(notPublicCode);
      expect(canary.connections()).toBe(0);
    },
  );

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['8.8.8.8', '127.0.0.1']],
    [['2606:4700::1', '::1']],
    [['not an address']],
    [[]],
  ])('gets no connection for a name that resolves to %j', async (addresses) => {
    const canary = await startCanary();
    expect(await ask(`http://spec.test:${canary.port}`, { resolve: async () => addresses })).toBe(notPublicCode);
    expect(await ask(`https://spec.test:${canary.port}`, { resolve: async () => addresses })).toBe(notPublicCode);
    expect(canary.connections()).toBe(0);
  });

  it('gets no connection for the name of a trusted origin with another port', async () => {
    const canary = await startCanary();
    const trustedOrigins = [`http://spec.test:${canary.port - 1}`, `https://spec.test:${canary.port}`];
    const resolve: Resolve = async () => ['127.0.0.1'];
    expect(await ask(`http://spec.test:${canary.port}`, { resolve, trustedOrigins })).toBe(notPublicCode);
    expect(canary.connections()).toBe(0);
  });
});

describe('a name whose addresses change', () => {
  /** Replaces the internet: connects only to this machine, and records the addresses in `dialled`. */
  function localOnlyConnector(dialled: string[]): typeof buildConnector {
    return (options) => (target, callback) => {
      const { lookup } = options as { lookup: NonNullable<import('node:net').TcpNetConnectOpts['lookup']> };
      lookup(target.hostname, { all: true }, (error, found) => {
        if (error) return callback(error, null);
        const addresses = [found].flat().map((one) => (typeof one === 'string' ? one : one.address));
        dialled.push(...addresses);
        if (addresses.every(isPublicAddress))
          return callback(Object.assign(new Error(), { code: 'ECONNREFUSED' }), null);
        buildConnector(options)(target, callback);
      });
    };
  }

  it('is resolved once per connection, and the socket connects to that address', async () => {
    const canary = await startCanary();
    const names = await startNameServer((_, queryCount) => [queryCount === 0 ? '8.8.8.8' : '127.0.0.1']);
    const dialled: string[] = [];
    const attempt = { resolve: createResolver([names.address]), dial: localOnlyConnector(dialled) };
    expect(await ask(`http://flips.test:${canary.port}`, attempt)).toBe('ECONNREFUSED');
    expect({ dialled, questions: names.questions }).toEqual({ dialled: ['8.8.8.8'], questions: ['flips.test'] });
    expect(await ask(`http://flips.test:${canary.port}`, attempt)).toBe(notPublicCode);
    expect({ dialled, questions: names.questions }).toEqual({
      dialled: ['8.8.8.8'],
      questions: ['flips.test', 'flips.test'],
    });
    expect(canary.connections()).toBe(0);
  });

  it('gets no request if the socket connects to an address that was not checked', async () => {
    const requests: string[] = [];
    const host = await startHost(({ url }, answer) => void answer.end(requests.push(url!)));
    const wrongAddressConnector: typeof buildConnector = () =>
      buildConnector({
        lookup: (_, { all }, done) =>
          all ? done(null, [{ address: '127.0.0.1', family: 4 }]) : done(null, '127.0.0.1', 4),
      });
    const resolve: Resolve = async () => ['8.8.8.8'];
    expect(await ask(`http://flips.test:${host.port}`, { resolve, dial: wrongAddressConnector })).toBe(notPublicCode);
    expect({ connections: host.connections(), requests }).toEqual({ connections: 1, requests: [] });
  });
});

describe('a host that is slow to connect', () => {
  it('times out if its name does not resolve in time', async () => {
    const silent = { resolve: () => new Promise<never>(() => {}), connectTimeout: 1_000 };
    expect(await ask('http://slow.test', silent)).toBe('UND_ERR_CONNECT_TIMEOUT');
  });
});
