import type { FastifyInstance } from 'fastify';
import { serverTenant } from '../threads/fair-queue.js';
import { createThreadPool } from '../threads/thread-pool.js';
import type { ParsedBody } from './body-worker.js';
import { badJson, parseJson } from './json-body.js';

/** Bytes that are parsed within some milliseconds: as many as most requests may have (`bodyLimit`). */
const light = 1_048_576;

const pool = createThreadPool('http/body-worker', {
  threads: 2,
  heavy: 4_194_304,
  waiting: 100,
  milliseconds: 30_000,
  megabytes: 1024,
  idle: 15_000,
});

/** Makes the server read JSON bodies, and nothing else: forms and text are answered 415. */
export function readJsonBodies(app: FastifyInstance): void {
  app.removeAllContentTypeParsers();
  const types = ['application/json', 'application/graphql-response+json'];
  app.addContentTypeParser(types, { parseAs: 'buffer' }, (_request: unknown, body: Buffer<ArrayBuffer>) =>
    parseBody(body),
  );
}

/**
 * Parses a body as `parseJson` does: a small one at once, a large one in a thread.
 * @throws as `parseJson` and `ThreadPool.run`.
 */
export async function parseBody(body: Uint8Array<ArrayBuffer>, tenant = serverTenant): Promise<unknown> {
  if (body.length <= light) return parseJson(body);
  const { value, refused } = (await pool.run({
    name: 'parse',
    message: () => ({ input: body }),
    tenant,
    weight: body.length,
  })) as ParsedBody;
  if (refused !== undefined) throw badJson(refused);
  return value;
}
