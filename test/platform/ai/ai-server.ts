import type { IncomingMessage, ServerResponse } from 'node:http';
import type { AiConfig } from '../../../src/platform/config/config.js';
import { createOutbound, type Outbound } from '../../../src/platform/outbound/outbound.js';
import { startHost } from '../outbound/hosts.js';

/** A request that the server received. */
export interface ReceivedRequest {
  path: string;
  authorization: string | undefined;
  body: any;
}

/** A server that implements the OpenAI protocol, and the configuration to call it. */
export interface AiServer {
  config: AiConfig;
  outbound: Outbound;
  /** Requests so far. */
  requests: ReceivedRequest[];
}

/** Responses by path. A handler returns the JSON of a 200, or writes a response itself and returns undefined. */
export type ResponseHandlers = Record<string, (body: any, answer: ServerResponse) => unknown>;

/** Length of the vectors that the server returns. */
const dimensions = 64;

/** Responses of a working service: embeddings that count words, and the last message of a prompt as its completion. */
export const workingService: ResponseHandlers = {
  '/v1/embeddings': ({ input }) => ({
    object: 'list',
    data: input.map((text: string, index: number) => ({ object: 'embedding', index, embedding: embedWords(text) })),
  }),
  '/v1/chat/completions': ({ messages }) => ({
    choices: [{ index: 0, message: { role: 'assistant', content: messages.at(-1).content } }],
  }),
};

/** Starts a server with the OpenAI protocol on this machine. It ends with the test. */
export async function startAiServer(answers: ResponseHandlers = workingService): Promise<AiServer> {
  const requests: ReceivedRequest[] = [];
  const { port } = await startHost(async (request, answer) => {
    const body = JSON.parse(await textOf(request));
    const path = request.url ?? '';
    requests.push({ path, authorization: request.headers.authorization, body });
    const responseBody = answers[path]?.(body, answer);
    if (responseBody !== undefined)
      answer.setHeader('content-type', 'application/json').end(JSON.stringify(responseBody));
  });
  const config = { url: `http://127.0.0.1:${port}/v1`, key: 'sk-secret', model: 'writer', embeddingModel: 'embedder' };
  return { config, outbound: createOutbound([`127.0.0.1:${port}`]), requests };
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += chunk;
  return text;
}

/** Returns a normalized vector that counts the words of a text in hash buckets. */
function embedWords(text: string): number[] {
  const counts = new Array<number>(dimensions).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+/gu) ?? []) {
    let hash = 7;
    for (const character of word) hash = (hash * 31 + character.codePointAt(0)!) % 65_521;
    counts[hash % dimensions]! += 1;
  }
  const length = Math.hypot(...counts) || 1;
  return counts.map((count) => count / length);
}
