import { createClient } from 'graphql-sse';
import { describe, expect, it } from 'vitest';
import { feedOf } from '../../../src/modules/audit/events/feed.js';
import { newId } from '../../../src/platform/base/ids.js';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { listen } from './server-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const space = await seedSpace(test, acme.id);
const origin = await listen(test);
const authorization = `Bearer ${acme.admin.token}`;

interface SentOperation {
  query?: unknown;
  variables?: object;
  extensions?: object;
}

const post = (payload: SentOperation | string, headers: Record<string, string> = {}) =>
  test.app.inject({
    method: 'POST',
    url: '/graphql',
    headers: { accept: 'text/event-stream', 'content-type': 'application/json', authorization, ...headers },
    payload,
  });

const organizationEvents = (selected: string) => `subscription { organizationEvents(${selected}) { sequence } }`;

/** Operations that are refused, each with the start of the message and the code of the first error. */
const refused: Record<string, [sent: SentOperation, message: string, code: string]> = {
  'a syntax error': [{ query: '{' }, 'Syntax Error', 'BAD_USER_INPUT'],
  'an unknown field': [{ query: '{ nothing }' }, 'Cannot query field', 'BAD_USER_INPUT'],
  'a missing variable': [
    { query: 'query ($ids: [ID!]!) { nodes(ids: $ids) { id } }' },
    'Variable "$ids" of required type',
    'BAD_USER_INPUT',
  ],
  'a wrong variable': [
    { query: 'query ($a: Int) { organizations(first: $a) { totalCount } }', variables: { a: 'x' } },
    'Variable "$a" got invalid value',
    'BAD_USER_INPUT',
  ],
  'a query that costs too much': [
    { query: '{ organizations(first: 1000) { nodes { spaces(first: 1000) { nodes { id } } } } }' },
    'The cost of a query must be',
    'BAD_USER_INPUT',
  ],
  'an event that costs too much': [
    {
      query: `subscription { organizationEvents(organization: "${acme.id}") {
        target { ... on Space { revisions(first: 1000) { nodes { id } } } } } }`,
    },
    'The cost of a query must be',
    'BAD_USER_INPUT',
  ],
  'no query': [{}, 'Must provide query string', 'BAD_USER_INPUT'],
  'a persisted query': [
    { extensions: { persistedQuery: { version: 1, sha256Hash: 'ab'.repeat(32) } } },
    'PersistedQueryNotSupported',
    'PERSISTED_QUERY_NOT_SUPPORTED',
  ],
  'events of an unknown organization': [
    { query: organizationEvents(`organization: "${newId('Organization')}"`) },
    'No organization with the id',
    'NOT_FOUND',
  ],
  'events after an invalid number': [
    { query: organizationEvents(`organization: "${acme.id}", after: -1`) },
    '`after` must be the number of an event',
    'BAD_USER_INPUT',
  ],
};

describe('a refused operation', () => {
  for (const [name, [sent, message, code]] of Object.entries(refused)) {
    it(`is reported in an event of the stream: ${name}`, async () => {
      const get = test.app.inject({
        url: `/graphql?${new URLSearchParams(
          Object.entries(sent).map(([key, value]) => [key, typeof value === 'string' ? value : JSON.stringify(value)]),
        )}`,
        headers: { accept: 'text/event-stream', authorization },
      });
      for (const answer of [await post(sent), await get]) {
        expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, 'text/event-stream; charset=utf-8']);
        const [, result] = /^:\n\nevent: next\ndata: (\{"errors":.*\})\n\nevent: complete\ndata:\n\n$/.exec(
          answer.body,
        )!;
        const [first] = JSON.parse(result!).errors;
        expect(first.message.startsWith(message), first.message).toBe(true);
        expect(first.extensions).toMatchObject({ code, requestId: answer.headers['x-request-id'] });
      }
    });

    it(`is reported as a result to the client of graphql-sse, which does not retry: ${name}`, async () => {
      let retries = 0;
      const client = createClient({
        url: `${origin}/graphql`,
        headers: { authorization },
        retry: async () => void retries++,
      });
      const codes: unknown[] = [];
      for await (const { errors } of client.iterate(sent as never)) codes.push(errors?.[0]?.extensions?.code);
      expect(codes).toEqual([code]);
      expect(retries).toBe(0);
    });
  }

  it('is reported in an event if the body is invalid JSON', async () => {
    const answer = await post('{');
    expect([answer.statusCode, /"reason":"BAD_JSON"/.test(answer.body)]).toEqual([200, true]);
    expect(answer.body).toMatch(/event: complete\ndata:\n\n$/);
  });

  it('is reported as JSON to a client that also accepts JSON, or accepts only multipart', async () => {
    for (const accept of ['multipart/mixed', 'text/event-stream, application/json', 'application/json', '*/*']) {
      const answer = await post({ query: '{ nothing }' }, { accept });
      expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
      expect(answer.json().errors).toHaveLength(1);
    }
  });
});

describe('a refused request has the HTTP status', () => {
  const query = '{ __typename }';

  it('401 for an unknown token', async () => {
    const answer = await post({ query }, { authorization: 'Bearer dg_none' });
    expect([answer.statusCode, answer.headers['www-authenticate']]).toEqual([401, 'Bearer']);
  });

  it('405 for a mutation by GET', async () => {
    const url = `/graphql?${new URLSearchParams({ query: 'mutation { __typename }' })}`;
    expect((await test.app.inject({ url, headers: { accept: 'text/event-stream' } })).statusCode).toBe(405);
  });

  it('413 for a body that is too large', async () => {
    expect((await post({ query: query.padEnd(2 ** 21 + 1) })).statusCode).toBe(413);
  });

  it('415 for a body that is not JSON', async () => {
    expect((await post('{ __typename }', { 'content-type': 'application/graphql' })).statusCode).toBe(415);
  });

  it('429 for a caller without points', async () => {
    const limited = await testApp({ RATE_LIMIT: '1' });
    const ask = () =>
      limited.app.inject({ url: '/graphql?query={__typename}', headers: { accept: 'text/event-stream' } });
    expect((await ask()).statusCode).toBe(200);
    const answer = await ask();
    expect([answer.statusCode, Number(answer.headers['retry-after'])]).toEqual([429, expect.any(Number)]);
    expect(answer.headers['content-type']).toBe('application/json; charset=utf-8');
  });
});

describe('the ids of stream events are event numbers:', () => {
  const subscriptions: Record<string, (after: string) => string> = {
    organizationEvents: (after) => `organizationEvents(organization: "${acme.id}"${after})`,
    spaceEvents: (after) => `spaceEvents(space: "${space}"${after})`,
    changeRequestEvents: (after) => `changeRequestEvents(space: "${space}", changeRequest: "1"${after})`,
  };

  const latest = async (): Promise<number> => {
    const query = `{ organization(id: "${acme.id}") { events(first: 1) { nodes { sequence } } } }`;
    return (await test.graphql(query, acme.admin)).data.organization.events.nodes[0].sequence;
  };

  /** Writes two events of the change request. Returns the number of the last event before them. */
  async function writeTwoEvents(): Promise<number> {
    const before = await latest();
    for (const subject of ['First', 'Second']) {
      const path = `/spaces/${space}/change-requests/1`;
      expect((await test.rest('PATCH', path, { ...acme.admin, body: { subject } })).status).toBe(200);
    }
    return before;
  }

  /** Reads the events of a stream as text blocks, until the given number has arrived, and then closes the stream. */
  async function read(field: string, events: number, headers: Record<string, string> = {}): Promise<string[]> {
    const controller = new AbortController();
    const query = encodeURIComponent(`subscription { event: ${field} { sequence } }`);
    const { body } = await fetch(`${origin}/graphql?query=${query}`, {
      headers: { accept: 'text/event-stream', authorization, ...headers },
      signal: controller.signal,
    });
    let text = '';
    const blocks = () => text.split('\n\n').filter((block) => block.startsWith('event: '));
    for await (const part of body!.pipeThrough(new TextDecoderStream())) {
      text += part;
      if (blocks().length >= events) break;
    }
    controller.abort();
    return blocks().slice(0, events);
  }

  const blockOf = (number: number) => `event: next\nid: ${number}\ndata: {"data":{"event":{"sequence":${number}}}}`;

  it('starts with a change request', async () => {
    const body = { subject: 'To follow' };
    expect((await test.rest('POST', `/spaces/${space}/change-requests`, { ...acme.admin, body })).status).toBe(201);
  });

  for (const [name, fieldAfter] of Object.entries(subscriptions)) {
    it(`${name} resumes after the Last-Event-ID header`, async () => {
      const before = await writeTwoEvents();
      const both = [blockOf(before + 1), blockOf(before + 2)];
      expect(await read(fieldAfter(`, after: ${before}`), 2)).toEqual(both);
      expect(await read(fieldAfter(''), 2, { 'last-event-id': `${before}` })).toEqual(both);
      expect(await read(fieldAfter(', after: null'), 1, { 'last-event-id': `${before + 1}` })).toEqual([both[1]]);
    });

    it(`${name} prefers the argument \`after\` over the header`, async () => {
      const before = await writeTwoEvents();
      const second = [blockOf(before + 2)];
      for (const header of ['0', 'none'])
        expect(await read(fieldAfter(`, after: ${before + 1}`), 1, { 'last-event-id': header })).toEqual(second);
    });

    it(`${name} refuses an invalid header like an invalid \`after\``, async () => {
      const end = await latest();
      for (const header of ['none', '-1', '1.5', '1e3', String(end + 1), '9'.repeat(400)]) {
        const answer = await post(
          { query: `subscription { ${fieldAfter('')} { sequence } }` },
          { 'last-event-id': header },
        );
        const [error] = JSON.parse(/data: (\{"errors".*)/.exec(answer.body)![1]!).errors;
        expect([error.extensions.code, error.extensions.field]).toEqual(['BAD_USER_INPUT', 'Last-Event-ID']);
        expect(error.message).toBe(
          `\`Last-Event-ID\` must be the number of an event of the organization, up to ${end} (got "${header}")`,
        );
      }
      await expect.poll(() => feedOf(test.store).followers()).toBe(0);
    });
  }

  it('an empty header is ignored', async () => {
    const { followers } = feedOf(test.store);
    const reading = read(subscriptions.organizationEvents!(''), 1, { 'last-event-id': '' });
    await expect.poll(followers).toBe(1);
    const before = await writeTwoEvents();
    expect(await reading).toEqual([blockOf(before + 1)]);
  });
});
