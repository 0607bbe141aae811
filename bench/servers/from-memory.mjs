import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { pathWithoutNumber } from '../numbered.mjs';
import { listen } from './listen.mjs';

/** Answers known paths by the bytes of texts that a file of `[path, text]` holds: what no program can do in less. */
export async function start({ file }) {
  const texts = JSON.parse(readFileSync(file, 'utf8'));
  const answers = new Map(texts.map(([path, text]) => [path, Buffer.from(text)]));
  const app = Fastify();
  app.get('/*', async (request, reply) => {
    reply.type('application/json; charset=utf-8');
    return answers.get(pathWithoutNumber(request.url));
  });
  return listen(app);
}
