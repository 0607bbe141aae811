import { readFileSync } from 'node:fs';
import Fastify from 'fastify';
import { pathWithoutNumber } from '../numbered.mjs';
import { listen } from './listen.mjs';

/** Serves fixed responses from memory, read from a file with `[path, text]` pairs. No server can do less work. */
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
