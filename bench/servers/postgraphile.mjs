import { once } from 'node:events';
import { createServer } from 'node:http';
import { loadPeer } from './peer-package.mjs';

/** PostGraphile 5 over the tables as they are, with every relation between them; it knows no tokens. Node 22 and newer. */
export async function start({ url, packages }) {
  const load = (name) => loadPeer(packages, `postgraphile${name}`);
  const { postgraphile } = await load('');
  const { PostGraphileAmberPreset } = await load('/presets/amber');
  const { makePgService } = await load('/adaptors/pg');
  const { grafserv } = await load('/grafserv/node');
  const graph = postgraphile({
    extends: [PostGraphileAmberPreset],
    // It leaves out relations whose key has no index of exactly its columns.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [makePgService({ connectionString: url, schemas: ['public'] })],
    grafast: { explain: false },
    grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false },
  });
  const server = createServer();
  await graph.createServ(grafserv).addTo(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: server.address().port, stop: () => stop(server, graph) };
}

async function stop(server, graph) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await graph.release();
}
