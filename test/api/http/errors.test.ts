import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { listen, sendRaw } from './server-kit.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const space = await seedSpace(test, id);
const origin = await listen(test);
const requestId = /^req_[0-9a-z]{26}$/;

for (const [what, method, url, status] of [
  ['a successful request', 'GET', '/healthz', 200],
  ['an unknown path', 'GET', '/nowhere', 404],
  ['an unsupported method', 'DELETE', `/v1/orgs/${id}/spaces`, 405],
  ['a request without a token', 'GET', `/v1/orgs/${id}`, 401],
  ['a path with broken percent-encoding', 'GET', '/v1/orgs/%zz', 400],
  ['a query', 'POST', '/graphql', 200],
] as const) {
  it(`the response to ${what} has a unique request id`, async () => {
    const ask = () =>
      test.app.inject({ method, url, ...(method === 'POST' && { payload: { query: '{ __typename }' } }) });
    const [first, second] = [await ask(), await ask()];
    expect(first.statusCode).toBe(status);
    expect(first.headers['x-request-id']).toMatch(requestId);
    expect(second.headers['x-request-id']).not.toBe(first.headers['x-request-id']);
  });
}

it('GraphQL errors have the same request id as the header', async () => {
  for (const query of ['{', '{ nothing }', 'query ($a: Int!) { viewer { id } }', '{ nodes(ids: [$x]) { id } }']) {
    const answer = await test.app.inject({ method: 'POST', url: '/graphql', payload: { query } });
    const { errors } = answer.json();
    expect(errors.length).toBeGreaterThan(0);
    for (const { extensions } of errors) {
      expect(extensions).toEqual({ code: 'BAD_USER_INPUT', requestId: answer.headers['x-request-id'] });
    }
  }
});

it('an error of a field has its path and its location', async () => {
  const query = 'query ($ids: [ID!]!) { viewer { id } nodes(ids: $ids) { id } }';
  const variables = { ids: Array.from({ length: 251 }, () => id) };
  const { errors } = await test.graphql(query, { token: admin.token, variables });
  expect(errors).toEqual([
    {
      message: '`ids` must have at most 250 ids (got 251)',
      locations: [{ line: 1, column: 38 }],
      path: ['nodes'],
      extensions: {
        code: 'BAD_USER_INPUT',
        field: 'ids',
        rule: 'must have at most 250 ids',
        value: '251',
        requestId: expect.stringMatching(requestId),
      },
    },
  ]);
});

it('an unknown path gets a 404 in the format of REST, without its query', async () => {
  for (const url of ['/v1/nowhere?secret=1', '/nowhere?secret=1', '/V1/orgs']) {
    const answer = await test.app.inject(url);
    const path = url.split('?')[0];
    expect([answer.statusCode, answer.json()]).toEqual([
      404,
      { error: { code: 404, message: `No such path: GET ${path}` } },
    ]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  }
});

for (const method of ['DELETE', 'OPTIONS', 'TRACE']) {
  it(`${method} gets a 405 with the allowed methods if the path does not support it`, async () => {
    const answer = await test.rest(method, `/orgs/${id}/spaces`);
    expect([answer.status, answer.headers.allow]).toEqual([405, 'GET, HEAD, POST']);
    expect(answer.body.error).toMatchObject({ code: 405 });
  });
}

it('other methods on /graphql get a 405 with the allowed methods', async () => {
  for (const method of ['PUT', 'PATCH', 'DELETE'] as const) {
    const answer = await test.app.inject({ method, url: '/graphql' });
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'GET, POST']);
    expect(answer.json().errors[0].extensions).toMatchObject({ code: 'METHOD_NOT_ALLOWED' });
  }
  const head = await test.app.inject({ method: 'HEAD', url: '/graphql?query={__typename}' });
  expect(head.statusCode).toBe(405);
});

it('a mutation by GET gets a 405 and changes nothing', async () => {
  const query = `mutation { createSpace(input: { organization: "${id}", title: "By GET" }) { space { id } } }`;
  const answer = await test.app.inject({
    url: `/graphql?query=${encodeURIComponent(query)}`,
    headers: { authorization: `Bearer ${admin.token}`, accept: 'application/json' },
  });
  expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
  const { body } = await test.rest('GET', `/orgs/${id}/spaces`, admin);
  expect(body.items.map(({ title }: { title: string }) => title)).not.toContain('By GET');
});

it('a GET runs only the query of a document that also has a mutation', async () => {
  const query = 'query Read { __typename } mutation Write { __typename }';
  const ask = (name: string) => test.app.inject(`/graphql?query=${encodeURIComponent(query)}&operationName=${name}`);
  expect((await ask('Read')).json()).toMatchObject({ data: { __typename: 'Query' } });
  expect((await ask('Write')).statusCode).toBe(405);
});

it('a client that accepts no available media type gets JSON', async () => {
  const payload = { query: '{ __typename }' };
  for (const accept of ['text/plain', 'application/*', 'application/xml;q=0.9']) {
    const answer = await test.app.inject({ method: 'POST', url: '/graphql', headers: { accept }, payload });
    expect([answer.statusCode, answer.headers['content-type'], answer.json().data]).toEqual([
      200,
      'application/json; charset=utf-8',
      { __typename: 'Query' },
    ]);
  }
});

it('an event stream contains the response of a query', async () => {
  const answer = await test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { accept: 'text/event-stream' },
    payload: { query: '{ __typename }' },
  });
  expect(answer.headers['content-type']).toMatch(/^text\/event-stream/);
  const result = '{"data":{"__typename":"Query"},"extensions":{"cost":1}}';
  expect(answer.body).toBe(`:\n\nevent: next\ndata: ${result}\n\nevent: complete\ndata:\n\n`);
});

it('an error message quotes at most 2,000 characters of the input and splits no character', async () => {
  const sent = '😀'.repeat(200_000);
  const answer = await test.rest('POST', `/orgs/${id}/sites`, { ...admin, body: { spaces: [sent] } });
  const message: string = answer.body.error.message;
  expect([answer.status, message.length, message.isWellFormed()]).toEqual([400, 2001, true]);
  expect(message).toMatch(/^`spaces\[0\]` must be .*…$/u);
  const query = 'query ($first: Int) { organizations(first: $first) { totalCount } }';
  const { errors } = await test.graphql(query, { ...admin, variables: { first: sent } });
  expect(errors![0]!.message).toMatch(/^Variable "\$first" got invalid value .*…$/u);
  expect(errors![0]!.message.length).toBe(2001);
});

it('invalid percent-encoding gets a 400', async () => {
  for (const path of ['/orgs/%zz', '/orgs/%', `/spaces/${space}/content/path/%c3%28`]) {
    expect(await test.rest('GET', path, admin)).toMatchObject({ status: 400, body: { error: { code: 400 } } });
  }
});

it('a path segment that is too long for the router gets a 404 on every route', async () => {
  const long = 'a'.repeat(5000);
  for (const path of [
    `/v1/orgs/${long}`,
    `/v1/spaces/${space}/content/page/${long}`,
    `/files/x/${long}`,
    `/pdfs/x/${long}`,
  ]) {
    const answer = await test.app.inject({ url: path, headers: { authorization: `Bearer ${admin.token}` } });
    expect([answer.statusCode, answer.json().error.code]).toEqual([404, 404]);
  }
});

it('headers over 16 KiB get a 431', async () => {
  const answer = await sendRaw(origin, `GET /healthz HTTP/1.1\r\nhost: x\r\nx-large: ${'a'.repeat(17_000)}\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1.1 431 Request Header Fields Too Large\r\n/);
  expect(answer).toMatch(/\r\nx-request-id: req_[0-9a-z]{26}\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toEqual({
    error: { code: 431, message: 'The headers must be at most 16 KiB together' },
  });
});

it('the response to invalid HTTP has the same headers as other responses', async () => {
  const usual = (await test.app.inject('/nowhere')).headers;
  const refused = await sendRaw(origin, 'HELLO\r\n\r\n');
  const names = refused
    .split('\r\n\r\n')[0]!
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(':')[0]!);
  expect(names).toEqual(expect.arrayContaining(Object.keys(usual)));
  for (const [name, value] of Object.entries(usual)) {
    if (!/^(date|x-request-id|content-length|connection)$/.test(name))
      expect(refused).toContain(`${name}: ${value}\r\n`);
  }
});

it('invalid HTTP gets a 400', async () => {
  const answer = await sendRaw(origin, 'HELLO\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1.1 400 Bad Request\r\n/);
  expect(JSON.parse(answer.split('\r\n\r\n')[1]!)).toMatchObject({ error: { code: 400 } });
});

it('an internal error is masked on both APIs, and its response has the request id', async () => {
  const other = await testApp();
  const seeded = await seedOrganization(other);
  // Derived content is cached by the hash of its text, so no other test file in this process may contain this text.
  const broken = await seedSpace(other, seeded.id, { 'README.md': '# A page that will be broken\n' });
  // Tree nodes that are not JSON, as after a disk error. The code does not expect such nodes.
  await other.store.transaction(async ({ prisma }) => {
    await prisma.treeNode.updateMany({ data: { content: 'no manifest' } });
    await prisma.blob.updateMany({ data: { bytes: Buffer.from([0xff]) } });
  });
  const query =
    'query ($space: ID!) { space(id: $space) { id revision { reusableContents { id } page(path: "") { id ... on DocumentPage { markdown } } } } }';
  const graphql = await other.graphql(query, { token: seeded.admin.token, variables: { space: broken } });
  const rest = await other.rest('GET', `/spaces/${broken}/content/path/?format=document`, seeded.admin);
  expect(graphql.errors?.[0]).toMatchObject({
    message: expect.stringMatching(/^An internal error occurred. The log of the server has it as request req_/),
    extensions: { code: 'INTERNAL' },
  });
  expect(rest.status).toBe(500);
  expect(rest.body.error.message).toBe(
    `An internal error occurred. The log of the server has it as request ${rest.headers['x-request-id']}`,
  );
});

it('a database error is masked on both APIs, and its details are not returned', async () => {
  const other = await testApp();
  const seeded = await seedOrganization(other);
  await other.store.transaction(async ({ prisma }) => {
    await prisma.$executeRawUnsafe('alter table "Member" rename to "Gone"');
  });
  const graphql = await other.graphql('{ viewer { id } }', seeded.admin);
  const rest = await other.rest('GET', `/orgs/${seeded.id}`, seeded.admin);
  expect([graphql.status, rest.status]).toEqual([500, 500]);
  expect(graphql.errors![0]!.extensions).toEqual({ code: 'INTERNAL', requestId: expect.stringMatching(requestId) });
  for (const text of [JSON.stringify(graphql), JSON.stringify(rest.body)]) {
    expect(text).not.toMatch(/sql|prisma|member|gone|table|relation|stack|node_modules/i);
  }
});
