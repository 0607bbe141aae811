import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createFetchBytes } from '../../../src/platform/outbound/fetch-bytes.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { closedPort, startCanary, startHost, startRawHost } from '../../platform/outbound/hosts.js';
import { type TestApp, testApp } from '../../support/app.js';
import { type Person, seedOrganization } from '../../support/seed.js';
import { processWaitingSpecifications } from './processing.js';

let test: TestApp;
let at: string;
let admin: Person;

beforeAll(async () => {
  test = await testApp({ RATE_LIMIT: 'off' });
});
beforeEach(async () => {
  const { id, admin: first } = await seedOrganization(test);
  [at, admin] = [`/orgs/${id}/openapi`, first];
});

const document = 'openapi: 3.1.0\ninfo: {title: Fetched, version: "1"}\npaths: {}\n';

/** Registers an address and processes it. Returns the specification. */
async function registerAddress(url: string, fetch = createOutbound([]).specification): Promise<any> {
  const { status, body } = await test.rest('PUT', `${at}/fetched`, { ...admin, body: { source: { url } } });
  expect([200, 201], JSON.stringify(body)).toContain(status);
  await processWaitingSpecifications(test, fetch);
  return (await test.rest('GET', `${at}/fetched`, admin)).body;
}

/** Returns the fetch function of a server whose operator allows these hosts. */
const allowing = (...hosts: string[]) => createOutbound(hosts).specification;

describe('a private host', () => {
  const spellings = [
    'https://127.0.0.1:8443/',
    'https://2130706433:8443/',
    'https://0x7f.1:8443/',
    'https://[::1]:8443/',
    'https://[::ffff:127.0.0.1]:8443/',
    'https://[64:ff9b::7f00:1]:8443/',
    'https://localhost:8443/',
    'https://10.0.0.1/',
    'https://169.254.169.254/latest/meta-data/',
    'https://[fd00:ec2::254]/',
    'https://168.63.129.16/',
    'http://example.com/',
    'https://127.0.0.1:6379/',
  ];

  it.each(spellings)('spelled %s is reported on the specification, and gets no connection', async (url) => {
    const canary = await startCanary();
    const body = await registerAddress(url.replace(':8443', `:${8443}`));
    expect(body).toMatchObject({ processingState: 'complete', lastProcessErrorCode: 'FETCH_ERROR' });
    expect(body.lastProcessedErrors).toEqual([
      { code: 'FETCH_ERROR', message: expect.stringMatching(/^`source\.url` must /) },
    ]);
    expect(body).not.toHaveProperty('lastVersion');
    expect(canary.connections()).toBe(0);
  });

  it('is fetched over plain http, at every port or at one port, if the operator allows it', async () => {
    const { port } = await startHost((_, answer) => answer.end(document));
    const url = `http://127.0.0.1:${port}/openapi.yaml`;
    expect((await registerAddress(url, allowing('127.0.0.1'))).lastVersion).toMatch(/^specv_/);
    expect((await registerAddress(url, allowing(`127.0.0.1:${port}`))).lastProcessErrorCode).toBeUndefined();
    expect((await registerAddress(url, allowing(`127.0.0.1:${port + 1}`))).lastProcessErrorCode).toBe('FETCH_ERROR');
    expect((await registerAddress(url, allowing('127.0.0.2'))).lastProcessErrorCode).toBe('FETCH_ERROR');
  });

  it('is not reached through a redirect of an allowed host', async () => {
    const canary = await startCanary({ host: '127.0.0.2' });
    const { port } = await startHost((_, answer) =>
      answer.writeHead(302, { location: `http://127.0.0.2:${canary.port}/` }).end(),
    );
    const body = await registerAddress(`http://127.0.0.1:${port}/`, allowing('127.0.0.1'));
    expect(body.lastProcessErrorCode).toBe('FETCH_ERROR');
    expect(canary.connections()).toBe(0);
  });

  it('is not reached through a name whose addresses change after the check', async () => {
    const answers = [['8.8.8.8'], ['127.0.0.1']];
    const fetch = createFetchBytes({ resolve: async () => answers.shift() ?? ['127.0.0.1'], connectTimeout: 300 });
    await registerAddress('https://rebinding.test:8443/', fetch);
    expect((await registerAddress('https://rebinding.test:8443/', fetch)).lastProcessErrorCode).toBe('FETCH_ERROR');
  });
});

describe('a host', () => {
  const hurried = (port: number, more: object = {}) =>
    createFetchBytes({ trustedHosts: [`127.0.0.1:${port}`], totalTimeout: 300, ...more });

  it('that never responds, or sends slowly without end, is reported as FETCH_TIMEOUT', async () => {
    const silent = await startRawHost(() => {});
    expect((await registerAddress(`http://127.0.0.1:${silent.port}/`, hurried(silent.port))).lastProcessErrorCode).toBe(
      'FETCH_TIMEOUT',
    );
    const dripping = await startHost((_, answer) => {
      const timer = setInterval(() => answer.write(' '), 20);
      answer.on('close', () => clearInterval(timer));
    });
    expect(
      (await registerAddress(`http://127.0.0.1:${dripping.port}/`, hurried(dripping.port))).lastProcessErrorCode,
    ).toBe('FETCH_TIMEOUT');
  });

  it('that is closed, returns an error, or sends bytes without end is reported as FETCH_ERROR', async () => {
    const closed = await closedPort();
    const refusing = await startHost((_, answer) => answer.writeHead(500).end('{}'));
    const endless = await startHost((_, answer) => {
      const write = (): void =>
        void (
          answer.destroyed || (answer.write('x'.repeat(65_536)) ? setImmediate(write) : answer.once('drain', write))
        );
      write();
    });
    for (const port of [closed, refusing.port, endless.port]) {
      const fetch = hurried(port, { totalTimeout: 30_000, maximumBytes: 1_048_576 });
      expect((await registerAddress(`http://127.0.0.1:${port}/`, fetch)).lastProcessErrorCode).toBe('FETCH_ERROR');
    }
  });

  it('is fetched again on a refresh, and equal content creates no version', async () => {
    let text = document;
    const { port } = await startHost((_, answer) => answer.end(text));
    const fetch = allowing('127.0.0.1');
    const first = await registerAddress(`http://127.0.0.1:${port}/`, fetch);
    const [, , organization] = at.split('/');
    const mutation = `mutation ($organization: ID!) { refreshOpenAPISpec(input: { organization: $organization, slug: "fetched" }) {
      specification { processingState } } }`;
    const refresh = async () => {
      const { data, errors } = await test.graphql(mutation, { ...admin, variables: { organization } });
      expect(errors).toBeUndefined();
      expect(data.refreshOpenAPISpec.specification.processingState).toBe('PENDING');
      await processWaitingSpecifications(test, fetch);
      return (await test.rest('GET', `${at}/fetched`, admin)).body;
    };
    expect((await refresh()).lastVersion).toBe(first.lastVersion);
    text = document.replace('Fetched', 'Fetched again');
    expect((await refresh()).lastVersion).not.toBe(first.lastVersion);
  });
});

describe('a malicious or invalid document', () => {
  const billion = Array.from(
    { length: 9 },
    (_, level) => `a${level + 1}: &a${level + 1} [${Array(10).fill(`*a${level}`)}]`,
  );
  const wide = `${document}x: &x [${Array(1000).fill('1')}]\ny: [${Array(5000).fill('*x')}]\n`;

  it.each([
    ['nested aliases', ['a0: &a0 [x]', ...billion].join('\n')],
    ['one alias many times', wide],
    ['nested lists', `${document}x: ${'['.repeat(100_000)}`],
    ['nested objects', '{"a":'.repeat(100_000)],
    ['a duplicate name', '{"openapi":"3.0.0","openapi":"3.0.1"}'],
    ['an invalid directive', '%NONE\n%'],
  ])('with %s is reported as PARSE_ERROR', async (_, text) => {
    const body = { source: { text } };
    expect((await test.rest('PUT', `${at}/bomb`, { ...admin, body })).status).toBe(201);
    await processWaitingSpecifications(test);
    const { body: read } = await test.rest('GET', `${at}/bomb`, admin);
    expect(read).toMatchObject({ processingState: 'complete', lastProcessErrorCode: 'PARSE_ERROR' });
  });
});
