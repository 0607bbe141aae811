import type { DocumentNode } from 'graphql';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Plugin } from '../../../src/api/graphql/plugins/plugin.js';
import { pluggedApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { signal } from '../../support/signal.js';
import { listen } from '../http/server-kit.js';

/** What a plugin has seen: the hooks that were called, each with the operation. */
let seen: string[] = [];
beforeEach(() => {
  seen = [];
});

const nameIn = (text: string): string => /(?:query|mutation) (\w+)/.exec(text)?.[1] ?? 'unnamed';
const nameOf = ({ definitions: [first] }: DocumentNode): string =>
  (first?.kind === 'OperationDefinition' && first.name?.value) || 'unnamed';

const recorder: Plugin = {
  onParse: ({ params }) => void seen.push(`parse ${nameIn(params.source)}`),
  onValidate: ({ params }) => void seen.push(`validate ${nameOf(params.documentAST)}`),
  onExecute: ({ args }) => {
    seen.push(`execute ${nameOf(args.document)}`);
    return { onExecuteDone: ({ result }) => void seen.push(`done ${Object.keys(result)}`) };
  },
};

describe('a plugin of Yoga sees', async () => {
  const test = await pluggedApp([recorder]);
  const { id, admin } = await seedOrganization(test);
  const space = await seedSpace(test, id);
  const all = (name: string) => [`parse ${name}`, `validate ${name}`, `execute ${name}`];

  it('each operation that is posted, a text that is known and one that is not', async () => {
    for (let time = 0; time < 4; time++) {
      seen = [];
      await test.graphql('query Posted { viewer { id } }', admin);
      expect(seen).toEqual([...all('Posted'), 'done data,extensions']);
    }
  });

  it('each that comes by GET', async () => {
    await test.app.inject(`/graphql?query=${encodeURIComponent('query Got { viewer { id } }')}`);
    expect(seen).toEqual([...all('Got'), 'done data,extensions']);
  });

  it('each that is answered as a stream', async () => {
    const headers = { accept: 'text/event-stream' };
    await test.app.inject({
      method: 'POST',
      url: '/graphql',
      headers,
      payload: { query: 'query Live { __typename }' },
    });
    expect(seen).toEqual([...all('Live'), 'done data,extensions']);
  });

  it('stored operations of /v1, reading and writing', async () => {
    for (let time = 0; time < 4; time++) {
      seen = [];
      expect((await test.rest('GET', `/spaces/${space}`, admin)).status).toBe(200);
      expect(seen).toEqual([...all('getSpaceById'), 'done data']);
    }
    seen = [];
    await test.rest('PATCH', `/spaces/${space}`, { ...admin, body: { title: 'Handbook' } });
    expect(seen).toEqual([...all('updateSpaceById'), 'done data']);
  });

  it('introspections, those too that are answered from memory', async () => {
    for (const name of ['One', 'Other', 'One']) {
      seen = [];
      await test.graphql(`query ${name} { __schema { queryType { name } } }`, admin);
      expect(seen).toHaveLength(4);
      expect(seen).toContain(`parse ${name}`);
    }
  });

  it.each([
    ['a text that is none', 'query Broken {', ['parse Broken']],
    ['one that is not valid', 'query Wrong { nothing }', ['parse Wrong', 'validate Wrong']],
    ['variables that are wrong', 'query Bare($id: ID!) { node(id: $id) { id } }', ['parse Bare', 'validate Bare']],
  ])('what is refused as far as it gets, each time: %s', async (_what, query, steps) => {
    for (let time = 0; time < 2; time++) {
      seen = [];
      expect((await test.graphql(query, admin)).status).toBe(400);
      expect(seen).toEqual(steps);
    }
  });

  it('a mutation by GET as far as parsing, and no operation of a caller who is not let in', async () => {
    const query = 'mutation Linked { deleteSpace(input: { space: "x" }) { deletedId } }';
    const answer = await test.app.inject(`/graphql?query=${encodeURIComponent(query)}`);
    expect([answer.statusCode, answer.headers.allow]).toEqual([405, 'POST']);
    expect(seen).toEqual(['parse Linked']);
    await test.graphql('query Late { viewer { id } }', { token: 'wrong' });
    expect(seen).toHaveLength(1);
  });
});

describe('a plugin that answers with many results', async () => {
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
  const test = await pluggedApp([counting]);
  const origin = await listen(test);
  const ask = (accept: string) =>
    fetch(`${origin}/graphql`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', accept },
      body: JSON.stringify({ query: '{ __typename }' }),
    });

  it('has each sent as it comes, and what breaks it off masked as the last', async () => {
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

  it('is read to no further where the client goes away', async () => {
    isEnded = false;
    const answer = await ask('multipart/mixed');
    expect(answer.headers.get('content-type')).toBe('multipart/mixed; boundary="-"');
    await answer.body!.cancel();
    await expect.poll(() => isEnded).toBe(true);
  });

  it('is refused to a client that takes no stream', async () => {
    const answer = await ask('application/json');
    expect([answer.status, (await answer.json()).errors[0].message]).toEqual([
      406,
      'The operation returns a stream: accept text/event-stream or multipart/mixed',
    ]);
  });
});
