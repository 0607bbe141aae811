import { describe, expect, it } from 'vitest';
import { createAi } from '../../../src/platform/ai/ai.js';
import { createOutbound } from '../../../src/platform/outbound/outbound.js';
import { createPostJson } from '../../../src/platform/outbound/post-json.js';
import { type ResponseHandlers, startAiServer, workingService } from './ai-server.js';

const question = { system: 'Say it again.', user: 'Hello' };

async function startService(answers?: ResponseHandlers) {
  const server = await startAiServer(answers);
  return { ...server, ai: createAi(server.config, server.outbound)! };
}

describe('an AI service with the OpenAI protocol', () => {
  it('is null if no address is configured', () => {
    expect(createAi(undefined, createOutbound([]))).toBeNull();
  });

  it('embeds many texts in groups of 32, and returns their vectors in order', async () => {
    const { ai, requests } = await startService();
    const texts = Array.from({ length: 70 }, (_, index) => `word${index}`);
    const vectors = await ai.embed(texts);
    expect(vectors).toHaveLength(70);
    expect(requests.map(({ body }) => body.input.length)).toEqual([32, 32, 6]);
    const [alone] = await ai.embed(['word69']);
    expect(vectors[69]).toEqual(alone);
    expect(requests[0]).toMatchObject({ path: '/v1/embeddings', authorization: 'Bearer sk-secret' });
    expect(requests[0]!.body).toMatchObject({ model: 'embedder', encoding_format: 'float' });
  });

  it('sorts vectors by their index', async () => {
    const { ai } = await startService({
      '/v1/embeddings': () => ({
        data: [
          { index: 1, embedding: [2] },
          { index: 0, embedding: [1] },
        ],
      }),
    });
    expect(await ai.embed(['a', 'b'])).toEqual([Float32Array.of(1), Float32Array.of(2)]);
  });

  it('cuts long texts, and sends a space for an empty text', async () => {
    const { ai, requests } = await startService();
    await ai.embed(['x'.repeat(9000), '']);
    expect(requests[0]!.body.input.map((text: string) => text.length)).toEqual([8000, 1]);
  });

  it('returns the completion of a prompt', async () => {
    const { ai, requests } = await startService();
    expect(await ai.complete({ ...question, json: true })).toBe('Hello');
    expect(requests[0]!.body).toEqual({
      model: 'writer',
      temperature: 0,
      response_format: { type: 'json_object' },
      messages: [
        { role: 'system', content: 'Say it again.' },
        { role: 'user', content: 'Hello' },
      ],
    });
  });

  it('works without a key', async () => {
    const { config, outbound, requests } = await startAiServer();
    await createAi({ ...config, key: undefined }, outbound)!.complete(question);
    expect(requests[0]!.authorization).toBeUndefined();
  });
});

const vectors = (...data: object[]): ResponseHandlers => ({ '/v1/embeddings': () => ({ data }) });

/** Invalid responses of a service, and the error for each. */
const wrong: [what: string, answers: ResponseHandlers, sentence: RegExp][] = [
  ['too few vectors', vectors({ index: 0, embedding: [1] }), /must answer 2 vectors on \/embeddings/],
  [
    'the same index twice',
    vectors({ index: 0, embedding: [1] }, { index: 0, embedding: [2] }),
    /a vector for each text/,
  ],
  ['vectors of two lengths', vectors({ embedding: [1] }, { embedding: [1, 2] }), /vectors of the same length/],
  ['strings instead of numbers', vectors({ embedding: ['a'] }, { embedding: [1] }), /vectors of numbers/],
  ['empty vectors', vectors({ embedding: [] }, { embedding: [] }), /vectors of numbers/],
  ['an object instead of a list', { '/v1/embeddings': () => ({ data: { length: 2 } }) }, /must answer 2 vectors/],
  ['null', { '/v1/embeddings': () => null }, /must answer 2 vectors/],
  [
    'HTML instead of JSON',
    { '/v1/embeddings': (_, answer) => void answer.end('<html>') },
    /must answer JSON on \/embeddings/,
  ],
  ['an error', { '/v1/embeddings': (_, answer) => void answer.writeHead(500).end() }, /status of 200 to 299, not 500/],
  [
    'a redirect',
    { '/v1/embeddings': (_, answer) => void answer.writeHead(302, { location: 'https://other.test/' }).end() },
    /status of 200 to 299, not 302/,
  ],
];

describe('an AI service with an invalid response', () => {
  it.each(wrong)('is refused for %s, with an error that does not contain the key', async (_, answers, sentence) => {
    const { ai } = await startService(answers);
    const refused = ai.embed(['a', 'b']);
    await expect(refused).rejects.toThrow(sentence);
    await expect(refused).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    await expect(refused).rejects.not.toThrow(/sk-secret/);
  });

  it.each([[{}], [{ choices: [] }], [{ choices: [{ message: { content: 7 } }] }], [{ choices: 'a' }]])(
    'is refused for the completion %j',
    async (completion) => {
      const { ai } = await startService({ '/v1/chat/completions': () => completion });
      await expect(ai.complete(question)).rejects.toThrow('must answer a text on /chat/completions');
    },
  );

  it('is refused for a completion over 1048576 characters', async () => {
    const content = 'a'.repeat(1_048_577);
    const { ai } = await startService({ '/v1/chat/completions': () => ({ choices: [{ message: { content } }] }) });
    await expect(ai.complete(question)).rejects.toThrow('at most 1048576 characters');
  });

  it('is refused if the response takes longer than the timeout', async () => {
    const { config } = await startAiServer({ '/v1/chat/completions': () => undefined });
    const service = createPostJson({ trustedHosts: ['127.0.0.1'], totalTimeout: 50 });
    const refused = createAi(config, { service })!.complete(question);
    await expect(refused).rejects.toThrow('must be read within 0.05 seconds');
    await expect(refused).rejects.toMatchObject({ detail: { reason: 'FETCH_TIMEOUT' } });
  });

  it("is not awaited after the caller's signal is aborted", async () => {
    const ending = new AbortController();
    const { ai } = await startService({ '/v1/chat/completions': () => ending.abort(new Error('The process stops')) });
    await expect(ai.complete(question, ending.signal)).rejects.toThrow('The process stops');
  });
});

describe('an address that is not a trusted host', () => {
  it('is not called in a private network', async () => {
    const { config, requests } = await startAiServer(workingService);
    const ai = createAi(config, createOutbound([]))!;
    await expect(ai.complete(question)).rejects.toThrow('must begin with https://');
    const secure = { ...config, url: 'https://127.0.0.1/v1' };
    await expect(createAi(secure, createOutbound([]))!.complete(question)).rejects.toThrow(
      'must lead to public addresses only',
    );
    expect(requests).toEqual([]);
  });
});
