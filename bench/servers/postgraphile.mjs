import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer } from 'node:http';
import pg from 'pg';
import { loadPeer } from './peer-package.mjs';

/**
 * PostGraphile 5 over the same tables, with every relation between them. Needs Node 22 or newer.
 * @param options With `documents` (texts by name), it does the same work as docgraph. It finds the user of a token,
 * reads as `reader` within the policies of `peers/row-security.mjs`, and accepts documents only by name. Without
 * `documents`, it does not check tokens and accepts any query.
 */
export async function start({ url, packages, documents }) {
  const load = (name) => loadPeer(packages, name);
  const { postgraphile } = await load('postgraphile');
  const { PostGraphileAmberPreset } = await load('postgraphile/presets/amber');
  const { makePgService } = await load('postgraphile/adaptors/pg');
  const { grafserv } = await load('postgraphile/grafserv/node');
  const duties = documents ? createDuties(url, documents, await load('@grafserv/persisted')) : undefined;
  const graph = postgraphile({
    extends: [PostGraphileAmberPreset],
    ...duties?.preset,
    // This plugin hides relations whose foreign key has no index on exactly its columns.
    disablePlugins: ['PgIndexBehaviorsPlugin'],
    pgServices: [makePgService({ connectionString: url, schemas: ['public'] })],
    grafast: { explain: false, ...duties?.grafast },
    grafserv: { graphqlPath: '/graphql', graphiql: false, watch: false, ...duties?.grafserv },
  });
  const server = createServer();
  await graph.createServ(grafserv).addTo(server);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return { port: server.address().port, stop: () => stop(server, graph, duties) };
}

async function stop(server, graph, duties) {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  await graph.release();
  await duties?.close();
}

/** Returns the options that make PostGraphile identify callers, apply row policies and accept only known documents. */
function createDuties(connectionString, documents, persisted) {
  const pool = new pg.Pool({ connectionString, max: 10 });
  const userOf = async (header = '') => {
    const hash = createHash('sha256')
      .update(header.replace(/^Bearer /, ''))
      .digest('hex');
    const { rows } = await pool.query({ name: 'token', text: tokenQuery, values: [hash] });
    if (!rows[0]) throw new Error('The access token is not known');
    return rows[0].userId;
  };
  return {
    preset: { plugins: [persisted.default ?? persisted.PersistedPlugin] },
    grafast: {
      async context({ node }) {
        return { pgSettings: { role: 'reader', 'docgraph.user': await userOf(node?.req.headers.authorization) } };
      },
    },
    grafserv: {
      persistedOperations: documents,
      allowUnpersistedOperation: false,
    },
    close: () => pool.end(),
  };
}

const tokenQuery = `select "userId" from "AccessToken" where "hash" = $1 and ("expiresAt" is null or "expiresAt" > now())`;
