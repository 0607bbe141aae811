import Fastify from 'fastify';
import { listen } from './listen.mjs';

/** A minimal JSON server: a Fastify handler that returns a constant. */
export async function start() {
  const app = Fastify();
  app.post('/graphql', async () => ({ data: { __typename: 'Query' } }));
  return listen(app);
}
