import { listen } from './listen.mjs';
import { loadPeer } from './peer-package.mjs';

/** Serves `{ __typename }` with Mercurius and its JIT. It does not check tokens. */
export async function start({ packages }) {
  const [Fastify, mercurius] = await Promise.all(['fastify', 'mercurius'].map((name) => loadPeer(packages, name)));
  const app = Fastify();
  app.register(mercurius, { schema: 'type Query { hello: String }', jit: 1 });
  return listen(app);
}
