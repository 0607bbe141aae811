import type { DocumentNode } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Plugin } from '../../../src/api/graphql/plugins/plugin.js';
import { appWithPlugins } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { signal } from '../../support/signal.js';
import { listen } from '../http/server-kit.js';

/** Hooks of the plugin that were called, each with the name of the operation. */
let hookCalls: string[] = [];
beforeEach(() => {
  hookCalls = [];
});

const nameIn = (text: string): string => /(?:query|mutation) (\w+)/.exec(text)?.[1] ?? 'unnamed';
const nameOf = ({ definitions: [first] }: DocumentNode): string =>
  (first?.kind === 'OperationDefinition' && first.name?.value) || 'unnamed';

const recorder: Plugin = {
  onParse: ({ params }) => void hookCalls.push(`parse ${nameIn(params.source)}`),
  onValidate: ({ params }) => void hookCalls.push(`validate ${nameOf(params.documentAST)}`),
  onExecute: ({ args }) => {
    hookCalls.push(`execute ${nameOf(args.document)}`);
    return { onExecuteDone: ({ result }) => void hookCalls.push(`done ${Object.keys(result)}`) };
  },
};

describe('a Yoga plugin', async () => {
  const test = await appWithPlugins([recorder]);
  const { id, admin } = await seedOrganization(test);
  const space = await seedSpace(test, id);
  const all = (name: string) => [`parse ${name}`, `validate ${name}`, `execute ${name}`];

  it('sees each posted operation, including repetitions of the same text', async () => {
    for (let time = 0; time < 4; time++) {
      hookCalls = [];
      await test.graphql('query Posted { viewer { id } }', admin);
      expect(hookCalls).toEqual([...all('Posted'), 'done data,extensions']);
    }
  });

  it('sees an operation sent by GET', async () => {
    await test.app.inject(`/graphql?query=${encodeURIComponent('query Got { viewer { id } }')}`);
    expect(hookCalls).toEqual([...all('Got'), 'done data,extensions']);
  });

  it('sees an operation whose response is a stream', async () => {
    const headers = { accept: 'text/event-stream' };
    await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query: 'query Live { __typename }' },
    });
    expect(hookCalls).toEqual([...all('Live'), 'done data,extensions']);
  });

  it('sees stored operations of /v1, both queries and mutations', async () => {
    for (let time = 0; time < 4; time++) {
      hookCalls = [];
      expect((await test.rest('GET', `/spaces/${space}`, admin)).status).toBe(200);
      expect(hookCalls).toEqual([...all('getSpaceById'), 'done data']);
    }
    hookCalls = [];
    await test.rest('PATCH', `/spaces/${space}`, { ...admin, body: { title: 'Handbook' } });
    expect(hookCalls).toEqual([...all('updateSpaceById'), 'done data']);
  });

  it('sees introspection queries, including cached ones', async () => {
    for (const name of ['One', 'Other', 'One']) {
      hookCalls = [];
      await test.graphql(`query ${name} { __schema { queryType { name } } }`, admin);
      expect(hookCalls).toHaveLength(4);
      expect(hookCalls).toContain(`parse ${name}`);
    }
  });

  it.each([
    ['a syntax error', 'query Broken {', ['parse Broken']],
    ['an invalid query', 'query Wrong { nothing }', ['parse Wrong', 'validate Wrong']],
    ['invalid variables', 'query Bare($id: ID!) { node(id: $id) { id } }', ['parse Bare', 'validate Bare']],
  ])('sees a refused request up to the step that refuses it, each time: %s', async (_what, query, steps) => {
    for (let time = 0; time < 2; time++) {
      hookCalls = [];
      expect((await test.graphql(query, admin)).status).toBe(400);
      expect(hookCalls).toEqual(steps);
    }
  });

  it('sees only the parsing of a mutation sent by GET, and nothing of a request with an invalid token', async () => {
    const query = 'mutation Linked { deleteSpace(input: { space: "x" }) { deletedId } }';
    const answer = await test.app.inject(`/graphql?query=${encodeURIComponent(query)}`);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    expect(hookCalls).toEqual(['parse Linked']);
    await test.graphql('query Late { viewer { id } }', { token: 'wrong' });
    expect(hookCalls).toHaveLength(1);
  });
});

describe('an operation whose plugin returns several results', async () => {
  const next = signal();
  let isEnded = false;
  async function* results() {
    try {
      yield { data: { count: 1 } };
      await next.given;
      yield { data: { count: 2 } };
      throw new Error('The source is gone');
    } finally {
      isEnded = true;
    }
  }
  const counting: Plugin = { onExecute: ({ setExecuteFn }) => setExecuteFn(() => results() as never) };
  const test = await appWithPlugins([counting]);
  const origin = await listen(test);
  const ask = (accept: string) =>
    fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: '{ __typename }' }),
    });

  it('sends each result immediately, and an interruption as a masked error at the end', async () => {
    const stream = (await ask('text/event-stream')).body!.pipeThrough(new TextDecoderStream()).getReader();
    let text = '';
    const until = async (part: string): Promise<void> => {
      while (!text.includes(part)) {
        const { done, value } = await stream.read();
        expect(done, text).toBe(false);
        text += value;
      }
    };
    await until('event: next\ndata: {"data":{"count":1}}\n\n');
    expect(text).not.toContain('"count":2');
    next.give();
    await until('event: complete\n');
    expect(text).toContain('event: next\ndata: {"data":{"count":2}}\n\n');
    expect(text).toContain('"message":"An internal error occurred');
    expect(text).not.toContain('The source is gone');
  });

  it('stops reading results when the client disconnects', async () => {
    isEnded = false;
    const answer = await ask('multipart/mixed');
    expect(answer.headers.get('content-type')).toBe('multipart/mixed; boundary="-"');
    await answer.body!.cancel();
    await expect.poll(() => isEnded).toBe(true);
  });

  it('returns 406 to a client that does not accept a stream', async () => {
    const answer = await ask('application/json');
    expect([answer.status, (await answer.json()).errors[0].message]).toEqual([
      406,
      'The operation returns a stream: accept text/event-stream or multipart/mixed',
    ]);
  });
});
