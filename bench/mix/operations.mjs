// The operations of the mix, as data. Each is `{ name, share, roles, run }`: its name, its share of all operations, the
// roles that may run it, and a function. The function gets a client (`ask`, `follow`) and randomly drawn objects
// (`at`).

const all = ['admin', 'create', 'review', 'edit', 'comment', 'read'];
const editors = ['admin', 'create', 'review', 'edit'];

/** Ten GraphQL queries; their variables are the ids of the drawn objects. */
const documents = {
  viewer: ['{ viewer { id displayName email } }'],
  organization: [
    'query ($organization: ID!) { organization(id: $organization) { title permissions { view admin } members(first: 10) { totalCount nodes { role user { displayName } } } } }',
  ],
  nested: [
    `query ($organization: ID!) { organization(id: $organization) { title spaces(first: 20) { nodes { id title
      changeRequests(first: 5) { nodes { id subject createdBy { id displayName } } } } } } }`,
  ],
  space: [
    'query ($space: ID!) { space(id: $space) { id title emoji permissions { view edit merge admin } urls { app } } }',
  ],
  pages: [
    'query ($space: ID!) { space(id: $space) { revision { pages(first: 50) { nodes { __typename ... on DocumentPage { id title path } } } } } }',
  ],
  page: [
    'query ($space: ID!, $page: ID!) { space(id: $space) { revision { page(id: $page) { id ... on DocumentPage { title markdown } } } } }',
  ],
  document: [
    'query ($space: ID!, $page: ID!) { space(id: $space) { revision { page(id: $page) { id ... on DocumentPage { title document } } } } }',
  ],
  changeRequest: [
    `query ($changeRequest: ID!) { changeRequest(id: $changeRequest) { subject status
      createdBy { displayName } reviews(first: 10) { totalCount } comments(first: 10) { totalCount } } }`,
  ],
  comments: [
    'query ($space: ID!) { space(id: $space) { comments(first: 20) { totalCount nodes { id postedAt postedBy { displayName } body { markdown } } } } }',
  ],
  history: ['query ($space: ID!) { space(id: $space) { revisions(first: 20) { nodes { id createdAt } } } }'],
};

/** Paths of `/v1` for lists and searches. */
const lists = {
  spaces: ({ organization }) => `/v1/orgs/${organization}/spaces?limit=50`,
  members: ({ organization }) => `/v1/orgs/${organization}/members?limit=50`,
  changeRequests: ({ space }) => `/v1/spaces/${space}/change-requests?limit=50`,
  search: ({ space, words }) => `/v1/spaces/${space}/search?query=${words}`,
  organizationSearch: ({ organization, words }) => `/v1/orgs/${organization}/search?query=${words}`,
};

const read = (name, [query]) => ({
  name: `graph ${name}`,
  share: 0.7 / Object.keys(documents).length,
  roles: all,
  run: ({ ask, at }) => ask('POST', '/graphql', { query, variables: at }),
});

const list = (name, path) => ({
  name: `list ${name}`,
  share: 0.15 / Object.keys(lists).length,
  roles: all,
  run: ({ ask, at }) => ask('GET', `${path(at)}&number=${at.number}`),
});

const writes = [
  {
    name: 'write title',
    roles: ['admin'],
    run: ({ ask, at }) => ask('PATCH', `/v1/spaces/${at.space}`, { title: `Space ${at.number}` }),
  },
  {
    name: 'write comment',
    roles: all.slice(0, -1),
    run: ({ ask, at }) => ask('POST', `/v1/spaces/${at.space}/comments`, { body: { markdown: `Note ${at.number}` } }),
  },
  {
    name: 'write subject',
    roles: ['admin', 'create', 'review'],
    run: ({ ask, at }) =>
      ask('PATCH', `/v1/spaces/${at.space}/change-requests/${at.changeRequest}`, { subject: `Change ${at.number}` }),
  },
].map((write) => ({ ...write, share: 0.1 / 3 }));

const merge = {
  name: 'merge',
  share: 0.03,
  roles: ['admin', 'create', 'review'],
  async run({ ask, at }) {
    const path = `/v1/spaces/${at.space}/change-requests`;
    const { id } = await ask('POST', path, { subject: `Edit ${at.number}` });
    const document = { markdown: `# A page\n\nText ${at.number}.\n` };
    await ask('POST', `${path}/${id}/content`, { changes: [{ operation: 'update_page', page: at.page, document }] });
    // Another merge may have changed the same page meanwhile; a conflict is a valid result.
    await ask('POST', `${path}/${id}/merge`, {});
  },
};

const info = { title: 'Mix', version: '1' };
const others = [
  {
    name: 'job',
    roles: ['admin', 'create'],
    run: ({ ask, at }) =>
      ask('PUT', `/v1/orgs/${at.organization}/openapi/mix-${at.number % 50}`, {
        source: {
          text: JSON.stringify({ openapi: '3.1.0', info: { ...info, description: `${at.number}` }, paths: {} }),
        },
      }),
  },
  {
    name: 'subscription',
    roles: editors,
    run: ({ follow, at }) => follow(`subscription { spaceEvents(space: "${at.space}") { sequence } }`),
  },
].map((other) => ({ ...other, share: 0.01 }));

/** All operations of the mix; their shares add up to 1. */
export const operations = [
  ...Object.entries(documents).map(([name, document]) => read(name, document)),
  ...Object.entries(lists).map(([name, path]) => list(name, path)),
  ...writes,
  merge,
  ...others,
];
