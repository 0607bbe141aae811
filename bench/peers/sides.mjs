import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { answerOf, dataOf, requestsOf } from '../load.mjs';
import { pathWithoutNumber } from '../numbered.mjs';
import { startServer } from '../serve.mjs';
import { secureRows } from './row-security.mjs';

// The peers as data: the server, its description, its options, its request, and the part of its response that must
// equal that of docgraph.

/**
 * PostGraphile 5, on the version of Node that it needs. Its fields have other names; aliases in the query make its
 * response equal to ours.
 */
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

/**
 * PostGraphile that does the same work as docgraph: it finds the user of the token, applies row security, and accepts
 * only known documents.
 */
export const postgraphileWithDuties = {
  ...postgraphile,
  against: 'PostGraphile 5 with tokens, row security and known documents',
  async options({ url, packages }) {
    await secureRows(url);
    return { url, packages, documents: { nested } };
  },
  request: ({ organization, token }) => ({
    method: 'POST',
    path: '/graphql',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({ documentId: 'nested', variables: { id: organization } }),
  }),
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

/** Mercurius with JIT. Only `data` of its response is compared. */
export const mercurius = {
  server: 'mercurius',
  against: 'Mercurius with JIT, which knows no token',
  needsPackages: true,
  options: ({ packages }) => ({ packages }),
  part: dataOf,
};

/** Handlers with hand-written SQL. Their responses contain no GraphQL extensions, and their cursors are not signed. */
export const byHand = {
  server: 'by-hand',
  against: 'Fastify and SQL by hand',
  options: ({ url }) => ({ url }),
  part: (text) => (text.startsWith('{"data"') ? dataOf(text) : text.replace(/("page":"[^".]+)[^"]*"/, '$1"')),
};

/** Serves the same bytes from memory with Fastify. */
export const fromMemory = {
  server: 'from-memory',
  against: 'the same bytes from memory',
  async options({ ours, folder }) {
    const answers = [];
    for (const request of requestsOf(ours))
      answers.push([pathWithoutNumber(request.path), await answerOf({ ...ours, request })]);
    const file = join(folder, 'answers.json');
    writeFileSync(file, JSON.stringify(answers));
    return { file };
  },
};

/** Starts a peer for a comparison with docgraph; `at` is `{ url, packages, ours, folder, world, node, numbered }`. */
export async function startPeer(peer, at) {
  const env = {
    NODE_ENV: 'production',
    GRAPHILE_ENV: 'production',
    ...(peer.needsNewerNode && { BENCH_NODE: at.node }),
  };
  const server = await startServer(peer.server, await peer.options(at), env);
  const request = peer.request?.(at.world);
  return { ...server, request: request ? at.numbered(request) : at.ours.request };
}
