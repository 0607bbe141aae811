import { readdirSync, readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { exposedHeaders } from '../../../src/api/http/connection/cors.js';
import { testApp } from '../../support/app.js';

const origin = 'https://app.example.org';
const test = await testApp({ CORS_ORIGINS: origin });
const file = (path: string): string => readFileSync(new URL(`../../../${path}`, import.meta.url), 'utf8');

for (const url of ['/graphql', '/v1/user', '/v1/orgs/org_1/spaces']) {
  it(`a preflight of ${url} allows every method of /v1 for two hours`, async () => {
    const { statusCode, headers } = await test.app.inject({
      method: 'OPTIONS',
      url,
      headers: { origin, 'access-control-request-method': 'DELETE', 'access-control-request-headers': 'if-match' },
    });
    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'access-control-allow-origin': origin,
      'access-control-allow-methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
      'access-control-allow-headers': 'if-match',
      'access-control-max-age': '7200',
    });
  });
}

it('`openapi.json` has only methods and headers that scripts of a listed origin can use', async () => {
  const { paths } = JSON.parse(file('openapi.json'));
  const operations = Object.values<Record<string, any>>(paths).flatMap((path) => Object.entries(path));
  const methods = new Set(operations.map(([method]) => method.toUpperCase()));
  const responses = operations.flatMap(([, { responses }]) => Object.values<any>(responses));
  const headers = new Set(responses.flatMap((response) => Object.keys(response.headers ?? {})));
  const answer = await test.app.inject({
    method: 'OPTIONS',
    url: '/v1/user',
    headers: { origin, 'access-control-request-method': 'GET' },
  });
  const allowed = String(answer.headers['access-control-allow-methods']).split(', ');
  expect([...methods].filter((method) => !allowed.includes(method))).toEqual([]);
  expect(headers.size).toBeGreaterThan(1);
  expect([...headers].filter((name) => !exposedHeaders.includes(name.toLowerCase()))).toEqual([]);
});

/** Headers that every script can read (CORS-safelisted response-header names of the Fetch standard). */
const readable = ['cache-control', 'content-length', 'content-type'];

/** Headers for browsers, proxies and robots, which scripts do not read. */
const unread = [
  ...['content-security-policy', 'cross-origin-resource-policy', 'access-control-allow-origin', 'vary', 'connection'],
  ...['referrer-policy', 'refresh', 'set-cookie', 'x-accel-buffering', 'x-robots-tag'],
];

/** Names in calls like `reply.header('etag', …)` and in objects of headers like `{ etag: …, 'retry-after': … }`. */
const headerNames = /\.header\(\s*'([a-z-]+)'|^\s+'?([a-z]+-[a-z-]+|etag)'?: /gm;

it('each header that a route sets is exposed, readable by every script, or not needed by scripts', () => {
  const sources = ['src/api/http', 'src/api/rest'].flatMap((folder) =>
    readdirSync(new URL(`../../../${folder}`, import.meta.url), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts') && !name.endsWith('common-headers.ts'))
      .map((name) => file(`${folder}/${name}`)),
  );
  const set = new Set(sources.flatMap((text) => [...text.matchAll(headerNames)].map(([, a, b]) => a ?? b!)));
  expect([...set]).toEqual(expect.arrayContaining(['etag', 'x-request-id', 'idempotent-replayed', 'link', 'allow']));
  expect([...set].filter((name) => ![...exposedHeaders, ...readable, ...unread].includes(name))).toEqual([]);
});

it('the manual lists the headers that scripts can read', () => {
  const [section] = /### Scripts of other origins\n[^#]*/.exec(file('docs/configuration.md'))!;
  const listed = [...section.matchAll(/`([A-Za-z]+(?:-[A-Za-z]+)*)`/g)].map(([, name]) => name!.toLowerCase());
  expect(listed).toEqual(['access-control-max-age', ...exposedHeaders]);
});
