import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf, dataOf } from '../load.mjs';
import { startServer } from '../serve.mjs';

// The peers as data: the server, what is said of it, what it is told, what it is asked, and the part of both answers that
// must be the same.

/** PostGraphile 5, on the Node that it needs; its fields have other names, the answer the same ones. */
export const postgraphile = {
  server: 'postgraphile',
  against: 'PostGraphile 5, which checks no token',
  needsPackages: true,
  needsNewerNode: true,
  options: ({ url, packages }) => ({ url, packages }),
  request: ({ organization }) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ query: nested, variables: { id: organization } }),
  }),
  part: dataOf,
};

const nested = `query ($id: String!) {
  organization: organizationByRowId(rowId: $id) {
    title
    spaces: spacesByOrganizationId(first: 20, orderBy: [ROW_ID_DESC]) {
      nodes {
        id: rowId
        title
        changeRequests: changeRequestsByOrganizationIdAndSpaceId(first: 5, orderBy: [ROW_ID_DESC]) {
          nodes { id: rowId subject createdBy: userByCreatedById { id: rowId displayName } }
        }
      }
    }
  }
}`;

/** Mercurius with JIT, of whose answer only the data count. */
export const mercurius = {
  server: 'mercurius',
  against: 'Mercurius with JIT, which knows no token',
  needsPackages: true,
  options: ({ packages }) => ({ packages }),
  part: dataOf,
};

/** Handlers with SQL by hand. What the graph says beside the data, and the signature of a cursor, they do not have. */
export const byHand = {
  server: 'by-hand',
  against: 'Fastify and SQL by hand',
  options: ({ url }) => ({ url }),
  part: (text) => (text.startsWith('{"data"') ? dataOf(text) : text.replace(/("page":"[^".]+)[^"]*"/, '$1"')),
};

/** The same bytes from memory, by Fastify. */
export const fromMemory = {
  server: 'from-memory',
  against: 'the same bytes from memory',
  async options({ ours, folder }) {
    const answers = [];
    for (const request of [ours.request].flat()) answers.push([request.path, await answerOf({ ...ours, request })]);
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    return { file };
  },
};

/** Starts a peer beside ours; `at` is `{ url, packages, ours, folder, world, node }`. */
export async function startPeer(peer, at) {
  const env = {
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    ...(peer.needsNewerNode && { BENCH_NODE: at.node }),
  };
  const server = await startServer(peer.server, await peer.options(at), env);
  return { ...server, request: peer.request?.(at.world) ?? at.ours.request };
}
