import { afterAll, expect, it } from 'vitest';
import { createServer } from '../../../src/api/http/server.js';
import { readConfig } from '../../../src/platform/config/config.js';

const own = 'docs.example.org';
const secure = { PUBLIC_URL: `https://${own}` };

/** Environment variables, the host of a request, its forwarded protocol, and the expected header of the response. */
interface Case {
  env: Record<string, string>;
  host?: string;
  forwarded?: string;
  header?: string;
}

const cases: Case[] = [
  { env: secure, header: 'max-age=31536000' },
  { env: secure, host: 'Docs.Example.org', header: 'max-age=31536000' },
  { env: secure, forwarded: 'https', header: 'max-age=31536000' },
  { env: secure, forwarded: 'http' },
  { env: secure, forwarded: 'http, https' },
  { env: secure, host: 'handbook.customer.test' },
  { env: { PUBLIC_URL: `http://${own}` } },
  { env: {}, host: '127.0.0.1:4000' },
  { env: { ...secure, HSTS: 'off' } },
  { env: { ...secure, HSTS: '0' }, header: 'max-age=0' },
  { env: { ...secure, HSTS: '600; includeSubDomains' }, header: 'max-age=600; includeSubDomains' },
  {
    env: { ...secure, HSTS: '63072000; includeSubDomains; preload' },
    header: 'max-age=63072000; includeSubDomains; preload',
  },
  { env: { PUBLIC_URL: `https://${own}:8443` }, host: `${own}:8443`, header: 'max-age=31536000' },
];

const servers: Awaited<ReturnType<typeof createServer>>[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

it.each(cases)(
  '$env, Host $host, X-Forwarded-Proto $forwarded: $header',
  async ({ env, host = own, forwarded, header }) => {
    const server = await createServer(readConfig({ LOG_LEVEL: 'silent', ...env }));
    servers.push(server);
    const headers = { host, ...(forwarded && { 'x-forwarded-proto': forwarded }) };
    // The path has no route: error responses must have the header too.
    const answer = await server.inject({ url: '/', headers });
    expect([answer.statusCode, answer.headers['strict-transport-security']]).toEqual([404, header]);
  },
);

it.each(['yes', '31536000; preload', '600; includeSubDomains; preload', '-1'])('HSTS=%s is refused', (value) => {
  expect(() => readConfig({ HSTS: value })).toThrow('HSTS must be off, or seconds');
});
