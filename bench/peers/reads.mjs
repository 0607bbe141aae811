import { numbered } from '../numbered.mjs';
import { queriesFrom, readTexts } from '../search.mjs';
import { byHand, fromMemory, mercurius, postgraphile, postgraphileWithDuties } from './sides.mjs';

/** Authorization header with the token of the organization's admin. */
const known = ({ token }) => ({ authorization: `Bearer ${token}` });
const get = (path) => (world) => ({ method: 'GET', path: path(world), headers: known(world) });
const ask = (query, variables = () => undefined) => {
  return (world) => ({
    method: 'POST',
    path: '/graphql',
    headers: { ...known(world), 'content-type': 'application/json' },
    body: JSON.stringify({ query, variables: variables(world) }),
  });
};

/** The nested read: an organization, 20 spaces, 5 change requests of each space and their authors. */
export const nested = ask(
  `query ($id: ID!) {
    organization(id: $id) {
      title
      spaces(first: 20) {
        nodes { id title changeRequests(first: 5) { nodes { id subject createdBy { id displayName } } } }
      }
    }
  }`,
  ({ organization }) => ({ id: organization }),
);

/** Reads 100 spaces of an organization. */
export const listOfSpaces = get(({ organization }) => `/v1/orgs/${organization}/spaces?limit=100`);

const spaceById = get(({ spaces }) => `/v1/spaces/${spaces[0]}`);

/** Requests for twenty pages that are evenly distributed over the large corpus, in turn. */
const pages = (format) => (world) => {
  const { space, pages: all } = world.corpus;
  const some = all.filter((_, index) => index % Math.ceil(all.length / 20) === 0);
  return some.map((page) => get(() => `/v1/spaces/${space}/content/page/${page}?format=${format}`)(world));
};

const search = (world) =>
  queriesFrom(readTexts()).map((words) =>
    get(() => `/v1/spaces/${world.corpus.space}/search?query=${encodeURIComponent(words)}`)(world),
  );

/**
 * The nested read and the list of spaces, each request with a unique number. They are used to measure growing data and
 * memory.
 */
export const numberedReads = {
  nested: (world) => numbered(nested(world)),
  list: (world) => numbered(listOfSpaces(world)),
};

/**
 * The measured reads, one row each: name, title, request, and the peer and the minimum ratio for each database. A row
 * without a peer is compared only with the previous release, if there is one.
 */
const requestedReads = [
  {
    name: 'nested',
    title: 'nested read, 20 spaces × 5 change requests with author',
    request: nested,
    on: { postgresql: { peer: postgraphile, aim: 1.1 }, sqlite: { peer: byHand, aim: 0.5 } },
  },
  {
    name: 'typename',
    title: '`{ __typename }` with a token',
    request: ask('{ __typename }'),
    on: { postgresql: { peer: mercurius, aim: 0.5 } },
  },
  {
    name: 'space',
    title: '`GET /v1/spaces/{id}`',
    request: spaceById,
    on: { postgresql: { peer: byHand, aim: 1 }, sqlite: { peer: byHand, aim: 0.85 } },
  },
  {
    name: 'list',
    title: 'list of 100 spaces',
    request: listOfSpaces,
    on: { postgresql: { peer: byHand, aim: 0.8 }, sqlite: { peer: byHand, aim: 0.8 } },
  },
  {
    name: 'markdown',
    title: 'page as Markdown',
    needsCorpus: true,
    request: pages('markdown'),
    on: { postgresql: { peer: fromMemory, aim: 0.3 }, sqlite: { peer: fromMemory, aim: 0.3 } },
  },
  {
    name: 'document',
    title: 'page as document',
    needsCorpus: true,
    request: pages('document'),
    on: { postgresql: { peer: fromMemory, aim: 0.2 }, sqlite: { peer: fromMemory, aim: 0.2 } },
  },
  {
    name: 'pages',
    title: 'all pages of a space',
    needsCorpus: true,
    request: get(({ corpus }) => `/v1/spaces/${corpus.space}/content/pages`),
    on: { postgresql: { peer: fromMemory, aim: 0.2 }, sqlite: { peer: fromMemory, aim: 0.2 } },
  },
  {
    name: 'search',
    title: 'search in a space',
    needsCorpus: true,
    request: search,
    releaseAim: 3,
    on: { postgresql: {}, sqlite: {} },
  },
];

/**
 * Two more comparisons of the nested read. In the first, the peer does the same work as docgraph. In the second,
 * docgraph keeps the version of Node that runs the benchmark.
 */
const [nestedRead] = requestedReads;
const furtherReads = [
  { ...nestedRead, name: 'nested-duties', on: { postgresql: { peer: postgraphileWithDuties, aim: 1.1 } } },
  { ...nestedRead, name: 'nested-node', keepsNode: true, on: { postgresql: { peer: postgraphile, aim: 1.1 } } },
];

export const reads = [...requestedReads, ...furtherReads].map((read) => ({
  ...read,
  request: (world) => numbered(read.request(world)),
}));
