import type { LightMyRequestResponse } from 'fastify';
import { afterAll, expect, it } from 'vitest';
import { appWithPlugins } from '../../../support/app.js';
import { listen, sendRaw } from '../server-kit.js';
import { busyAt20, holdCalls, keepBusy } from './held-calls.js';

const allowed = 'https://app.example.org';
const calls = holdCalls();
const settings = { ...busyAt20, CORS_ORIGINS: allowed, PUBLIC_URL: 'https://docs.example.org' };
const test = await appWithPlugins([calls.plugin], settings);
const origin = await listen(test);

/** Headers that differ between any two responses. */
const own = ['x-request-id', 'date', 'content-length', 'retry-after'];

const headersOf = ({ headers }: LightMyRequestResponse) =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !own.includes(name)));

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { host: 'docs.example.org', ...headers } });

const requests: [string, Record<string, string>][] = [
  ['/v1/nothing', {}],
  ['/v1/nothing', { origin: allowed }],
  ['/v1/nothing', { origin: 'https://other.example.org' }],
  ['/v1/nothing', { host: 'other.example.org' }],
];

const unrefused = await Promise.all(requests.map(([url, headers]) => get(url, headers)));
const release = await keepBusy(calls, test);
afterAll(release);

it.each(requests.map((request, index) => [...request, unrefused[index]!] as const))(
  'a refusal of %s with %o has the headers of other errors of /v1',
  async (url, headers, other) => {
    const refused = await get(url, { 'x-request-id': 'mine', ...headers });
    expect(refused.statusCode).toBe(503);
    expect(headersOf(refused)).toEqual(headersOf(other));
    expect(refused.headers).toMatchObject({ 'x-request-id': 'mine', 'retry-after': expect.stringMatching(/^[1-5]$/) });
    const message = `The server is overloaded; try again in ${refused.headers['retry-after']} s`;
    expect(refused.json()).toEqual({ error: { code: 503, message } });
  },
);

it.each(['*/*', 'application/json', 'application/graphql-response+json'])(
  'a GraphQL client that accepts %s gets a refusal in the format of GraphQL',
  async (accept) => {
    const { statusCode, headers, body } = await get('/graphql?query=%7B__typename%7D', { accept });
    expect(statusCode).toBe(503);
    expect(headers['content-type']).toBe(`${accept === '*/*' ? 'application/json' : accept}; charset=utf-8`);
    const extensions = { code: 'UNAVAILABLE', reason: 'OVERLOADED', requestId: headers['x-request-id'] };
    expect(JSON.parse(body)).toEqual({ errors: [{ message: expect.stringContaining('overloaded'), extensions }] });
  },
);

it('preflight requests are served, so that scripts can read refusals', async () => {
  const headers = { origin: allowed, 'access-control-request-method': 'POST' };
  expect((await test.app.inject({ method: 'OPTIONS', url: '/graphql', headers })).statusCode).toBe(204);
});

it('sign-in is served at the host of the server, and refused at a hostname that may be that of a site', async () => {
  expect((await get('/login')).statusCode).toBe(200);
  expect((await get('/login', { host: '127.0.0.1:3000' })).statusCode).toBe(200);
  expect((await get('/login', { host: 'help.acme.example' })).statusCode).toBe(503);
  expect((await get('/livez', { host: 'help.acme.example' })).statusCode).toBe(200);
});

/** Returns the statuses of a text with HTTP responses. */
const statusesIn = (text: string) => [...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => Number(status));

/** Returns the text of a request that sends JSON. */
const post = (length: number, body: string) =>
  `POST /v1/orgs HTTP/1.1\r\nHost: docs.example.org\r\nContent-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`;

it('a refusal discards a short body, and the connection serves the requests after it', async () => {
  const body = JSON.stringify({ title: 'GET /livez HTTP/1.1' });
  const last = 'GET /livez HTTP/1.1\r\nHost: docs.example.org\r\nConnection: close\r\n\r\n';
  const text = await sendRaw(origin, `${post(body.length, body).repeat(3)}${last}`);
  expect(statusesIn(text)).toEqual([503, 503, 503, 200]);
});

it('a refusal of a request with a long body closes the connection', async () => {
  const text = await sendRaw(origin, `${post(100_000, '{')}`);
  expect(statusesIn(text)).toEqual([503]);
  expect(text).toMatch(/^connection: close\r$/im);
});
