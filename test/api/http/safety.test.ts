import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { listen, sendRaw } from './server-kit.js';

const test = await testApp();
const open = await testApp({ CORS_ORIGINS: 'https://app.example.org, https://other.example.org' });
const closed = await testApp({ INTROSPECTION: 'off' });
const { id, admin } = await seedOrganization(test);
const origin = await listen(test);

const corsHeaders = (headers: object): string[] =>
  Object.keys(headers).filter((name) => name.startsWith('access-control-'));

for (const [api, request] of Object.entries({
  '/graphql': { method: 'POST', url: '/graphql', payload: { query: '{ __typename }' } },
  '/v1': { method: 'GET', url: `/v1/orgs/${id}` },
  'a preflight': { method: 'OPTIONS', url: '/graphql' },
  'a preflight of /v1': { method: 'OPTIONS', url: `/v1/orgs/${id}` },
} as const)) {
  const headers = {
    origin: 'https://evil.example.org',
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization, content-type',
  };

  it(`${api} sends no CORS headers to a foreign origin if no origin is listed`, async () => {
    const answer = await test.app.inject({ ...request, headers });
    expect(corsHeaders(answer.headers)).toEqual([]);
  });

  it(`${api} does not reflect an origin that is not listed`, async () => {
    const answer = await open.app.inject({ ...request, headers });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
  });

  it(`${api} allows a listed origin, without credentials`, async () => {
    const answer = await open.app.inject({ ...request, headers: { ...headers, origin: 'https://other.example.org' } });
    expect(answer.headers).toHaveProperty('access-control-allow-origin', 'https://other.example.org');
    expect(answer.headers).not.toHaveProperty('access-control-allow-credentials');
    expect(answer.headers.vary).toMatch(/origin/i);
  });
}

it('`null` and names similar to a listed origin are not listed', async () => {
  for (const other of ['null', 'https://app.example.org.evil.test', 'https://app.example', 'http://app.example.org']) {
    const answer = await open.app.inject({ url: '/graphql', headers: { origin: other } });
    expect(answer.headers).not.toHaveProperty('access-control-allow-origin');
  }
});

const simpleTypes = {
  'application/x-www-form-urlencoded': 'query=mutation%7B__typename%7D',
  'multipart/form-data; boundary=x':
    '--x\r\ncontent-disposition: form-data; name="query"\r\n\r\n{__typename}\r\n--x--\r\n',
  'text/plain': '{"query":"{__typename}"}',
  'application/graphql': '{__typename}',
};
for (const [type, payload] of Object.entries(simpleTypes)) {
  for (const url of ['/graphql', `/v1/orgs/${id}/spaces`]) {
    it(`${type} is refused on ${url.replace(id, '{organizationId}')}, because browsers send it across origins without a preflight`, async () => {
      const headers = { 'content-type': type, authorization: `Bearer ${admin.token}` };
      const answer = await test.app.inject({ method: 'POST', url, payload, headers });
      expect(answer.statusCode).toBe(415);
    });
  }
}

it('a body without a type is refused', async () => {
  const answer = await sendRaw(
    origin,
    'POST /graphql HTTP/1.1\r\nhost: x\r\ncontent-length: 24\r\nconnection: close\r\n\r\n{"query":"{__typename}"}',
  );
  expect(answer).toMatch(/^HTTP\/1.1 415 /);
});

for (const url of ['/graphql', `/v1/orgs/${id}/spaces`]) {
  const name = url.replace(id, '{organizationId}');
  const send = (encoding: string) =>
    test.app.inject({
      method: 'POST',
      url,
      headers: { 'content-encoding': encoding, authorization: `Bearer ${admin.token}` },
      payload: { query: '{ __typename }', title: 'Encoded' },
    });
  it.each(['gzip', 'br', 'deflate', 'zstd', 'x-gzip', 'GZIP', 'identity, gzip', 'unknown'])(
    `a body with the encoding %s is refused on ${name}`,
    async (encoding) => {
      const answer = await send(encoding);
      expect([answer.statusCode, answer.headers['accept-encoding']]).toEqual([415, 'identity']);
      const { error, errors } = answer.json();
      expect((error ?? errors[0]).message).toBe(
        `\`Content-Encoding\` must be identity or absent (got "${encoding}"). Send the body uncompressed.`,
      );
    },
  );
  it.each(['identity', 'Identity', ''])(`a body with the encoding "%s" is accepted on ${name}`, async (encoding) => {
    expect(Object.keys((await send(encoding)).json())).not.toContain(url === '/graphql' ? 'errors' : 'error');
  });
}

it('a Content-Encoding header without a body is ignored', async () => {
  const headers = { 'content-encoding': 'gzip', authorization: `Bearer ${admin.token}` };
  expect((await test.app.inject({ url: `/v1/orgs/${id}`, headers })).statusCode).toBe(200);
});

const padded = (bytes: number, body: object): string => {
  const text = JSON.stringify(body);
  return text + ' '.repeat(bytes - text.length);
};

it('a body of 2 MiB is accepted on /graphql, and one more byte gets a 413', async () => {
  const send = (bytes: number) =>
    test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: padded(bytes, { query: '{ __typename }' }),
    });
  expect((await send(2 ** 21)).json()).toMatchObject({ data: { __typename: 'Query' } });
  const answer = await send(2 ** 21 + 1);
  expect(answer.statusCode).toBe(413);
  expect(answer.json().errors[0].extensions).toMatchObject({ code: 'PAYLOAD_TOO_LARGE' });
});

it('a body of 1 MiB is accepted on /v1, and one more byte gets a 413', async () => {
  const send = (bytes: number) =>
    test.rest('POST', `/orgs/${id}/spaces`, { token: admin.token, body: padded(bytes, { title: 'Padded' }) });
  expect((await send(2 ** 20)).status).toBe(201);
  expect(await send(2 ** 20 + 1)).toMatchObject({ status: 413, body: { error: { code: 413 } } });
});

it('a query of 3,000 levels gets a 400', async () => {
  const query = `${'{a'.repeat(3000)}${'}'.repeat(3000)}`;
  const { status, errors } = await test.graphql(query);
  expect(status).toBe(400);
  expect(errors![0]!.extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'QUERY_TOO_COMPLEX' });
});

it('a query of 3,000 levels is also refused in a stream', async () => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { accept: 'text/event-stream' },
    payload: { query: `${'{a'.repeat(3000)}${'}'.repeat(3000)}` },
  });
  expect(answer.body).toMatch(/event: next\ndata: \{"errors":.*"reason":"QUERY_TOO_COMPLEX".*\}\n\nevent: complete/);
});

const deep = (levels: number): string => `${'['.repeat(levels)}${']'.repeat(levels)}`;

for (const levels of [5000, 100_000]) {
  it(`JSON of ${levels} levels is refused as BAD_JSON on both APIs`, async () => {
    const answer = await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers: { 'content-type': 'application/json' },
      payload: `{"query":"{__typename}","variables":{"x":${deep(levels)}}}`,
    });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', reason: 'BAD_JSON' });
    const body = `{"title":${deep(levels)}}`;
    const rest = await test.rest('POST', `/orgs/${id}/spaces`, { token: admin.token, body });
    expect(rest).toMatchObject({ status: 400, body: { error: { code: 400 } } });
  });
}

it('variables in a URL follow the same rules as a body', async () => {
  const variables = encodeURIComponent(`{"x":${deep(100)}}`);
  const answer = await test.app.inject(`/graphql?query={__typename}&variables=${variables}`);
  expect(answer.statusCode).toBe(400);
  expect(answer.json().errors[0].extensions).toMatchObject({ reason: 'BAD_JSON' });
});

it('an unknown name gets a suggestion unless the schema is hidden', async () => {
  const query = '{ organizatio(id: "x") { id } }';
  expect((await test.graphql(query)).errors![0]!.message).toMatch(/Did you mean/);
  expect((await closed.graphql(query)).errors![0]!.message).toBe('Cannot query field "organizatio" on type "Query".');
});

it('invalid variables get no suggestion if the schema is hidden', async () => {
  const query = 'mutation ($input: CreateSpaceInput!) { createSpace(input: $input) { space { id } } }';
  const variables = { input: { organization: id, tittle: 'A', defaultLevel: 'REED' } };
  expect((await test.graphql(query, { variables })).errors!.map(({ message }) => message).join()).toMatch(/Did you/);
  const { errors } = await closed.graphql(query, { variables });
  expect(errors!.length).toBeGreaterThan(0);
  for (const { message } of errors!) expect(message).not.toMatch(/Did you|title"/);
});

it('introspection is refused if the schema is hidden, but __typename is allowed', async () => {
  expect((await closed.graphql('{ __schema { queryType { name } } }')).errors).toHaveLength(2);
  expect(await closed.graphql('{ __typename }')).toMatchObject({ status: 200, data: { __typename: 'Query' } });
});

it('responses have security headers', async () => {
  const { headers } = await test.app.inject('/healthz');
  expect(headers).toMatchObject({
    'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'cross-origin-resource-policy': 'same-origin',
    'cache-control': 'no-store',
  });
  expect(headers).not.toHaveProperty('x-powered-by');
  expect(headers).not.toHaveProperty('server');
});
