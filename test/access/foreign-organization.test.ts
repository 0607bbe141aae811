import { beforeAll, describe, expect, it } from 'vitest';
import { fillSample, type SampleObject, type SampleRequest, sampleRequests } from '../contract/sample-requests.js';
import { createScene, type Fixture, namesOf } from '../contract/scene.js';
import { testApp } from '../support/app.js';

// Two organizations with the same contents. The admin of one sends every request with ids of the other.
const test = await testApp();
// `joinOrganization` distinguishes an organization that does not accept the caller's domain from an unknown one. The
// argument of `getOrganizationsForEmailDomain` is a domain, not an id.
const excludedOperations = ['joinOrganization', 'getOrganizationsForEmailDomain'];
const operations = sampleRequests.filter(({ id }) => !excludedOperations.includes(id));
let own: Fixture;
let foreign: Fixture;
/** Contents and events of both organizations before the first test. */
let initialSnapshots: unknown[];
let initialEvents: unknown[];

beforeAll(async () => {
  [own, foreign] = [await createScene(test), await createScene(test)];
  initialSnapshots = [await snapshot(own), await snapshot(foreign)];
  initialEvents = [await eventsOf(own), await eventsOf(foreign)];
});

/** Returns an unused id with the same type prefix. */
const unusedIdLike = (id: string): string => id.replace(/_.*/, '_00000000000000000000000000');

/** Path parameters that are not ids, so that a value may exist in both organizations. */
const otherParameters = ['pagePath', 'specSlug'];

const idsIn = (path: string): string[] =>
  [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!).filter((name) => !otherParameters.includes(name));

/** Returns the value of a path parameter in a scene. */
const idIn = (scene: Fixture, { id }: SampleRequest, parameter: string): string =>
  namesOf(scene, id)[parameter.replace(/Id$/, '') as SampleObject];

/**
 * All combinations of the ids in a path that the test replaces with ids of the other organization. Excludes the other
 * organization with its own invite link: the link is a credential, and everyone who has it may join.
 */
const substitutions = operations
  .flatMap((request) => {
    const names = idsIn(request.template);
    return Array.from({ length: 2 ** names.length - 1 }, (_, mask) => ({
      id: request.id,
      request,
      swapped: names.filter((_, bit) => ((mask + 1) >> bit) & 1),
    }));
  })
  .filter(({ id, swapped }) => !(id === 'joinOrganizationWithInvite' && swapped.length === 2));

async function ask(request: SampleRequest, given: Record<string, string>) {
  const { path, body } = fillSample(request, (name) => namesOf(own, request.id)[name], given);
  return test.rest(request.method, path, { ...own.admin, body });
}

/** Returns the events of an organization. */
async function eventsOf({ organization }: Fixture): Promise<unknown[]> {
  const { read } = test.store;
  const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization);
  return read.all(events.orderBy('sequence'));
}

/** Returns the contents of an organization that its own admin sees. */
async function snapshot(scene: Fixture): Promise<unknown> {
  const { organization, manual, site, collection, team, proposal, merged, admin } = scene;
  const [org, space] = [`/orgs/${organization}`, `/spaces/${manual.id}`];
  const own = [
    '/spaces',
    '/sites',
    `/sites/${site}`,
    '/members',
    '/agent-instructions',
    '/teams',
    '/saml',
    '/change-requests',
    '/link-invites',
  ];
  const paths = [org, ...own.map((path) => `${org}${path}`), `${org}/teams/${team}/members`, space, `${space}/content`];
  const grants = [space, `/collections/${collection}`].map((place) => `${place}/permissions`);
  const lists = grants.flatMap((path) => [`${path}/users`, `${path}/teams`]);
  const proposals = [...lists, proposal.path, merged.path, `${proposal.path}/content`];
  const answers = await Promise.all([...paths, ...proposals].map((path) => test.rest('GET', path, admin)));
  return answers.map(({ status, body }) => ({ status, body }));
}

it('the tests cover all operations whose paths contain ids', () => {
  for (const request of operations)
    for (const name of idsIn(request.template))
      expect([name, idIn(own, request, name)]).toEqual([name, expect.any(String)]);
});

describe('a path with ids of another organization', () => {
  it.each(substitutions)(
    'returns 404 (204 for DELETE), as with unused ids: $swapped of $id',
    async ({ request, swapped }) => {
      const replaceIds = (other: (id: string) => string) =>
        Object.fromEntries(swapped.map((name) => [name, other(idIn(foreign, request, name))]));
      const refused = await ask(
        request,
        replaceIds((id) => id),
      );
      const missing = await ask(request, replaceIds(unusedIdLike));
      const status = request.method === 'DELETE' ? 204 : 404;
      expect([refused.status, missing.status]).toEqual([status, status]);
      const masked = swapped.reduce(
        (text, name) => {
          const id = idIn(foreign, request, name);
          return text.replaceAll(id, unusedIdLike(id));
        },
        JSON.stringify(refused.body ?? null),
      );
      expect(masked).toBe(JSON.stringify(missing.body ?? null));
      if (request.method !== 'GET') expect([await eventsOf(own), await eventsOf(foreign)]).toEqual(initialEvents);
    },
  );
});

/** A request whose body contains the id of an object. */
interface Reference {
  name: string;
  method: string;
  path(scene: Fixture): string;
  /** Returns the id of the object in a scene. */
  idOf(scene: Fixture): string;
  body(id: string): object;
}

const sites = ({ organization }: Fixture): string => `/orgs/${organization}/sites`;
const teamMembers = ({ organization, team }: Fixture): string => `/orgs/${organization}/teams/${team}/members`;
const guide = ({ manual }: Fixture): string => manual.page('guide');

/** A content change that references a page. */
const change = (name: string, bodyOf: (page: string) => object): Reference => ({
  name,
  method: 'POST',
  path: ({ proposal }) => `${proposal.path}/content`,
  idOf: guide,
  body: (page) => ({ changes: [bodyOf(page)] }),
});

const references: Reference[] = [
  {
    name: 'the default content of an organization',
    method: 'PATCH',
    path: ({ organization }) => `/orgs/${organization}`,
    idOf: ({ site }) => site,
    body: (site) => ({ defaultContent: { type: 'site', site } }),
  },
  {
    name: 'the spaces of a site',
    method: 'POST',
    path: sites,
    idOf: ({ manual }) => manual.id,
    body: (space) => ({ title: 'Refused', spaces: [space] }),
  },
  {
    name: 'a member of a new team',
    method: 'PUT',
    path: ({ organization }) => `/orgs/${organization}/teams`,
    idOf: ({ admin }) => admin.id,
    body: (user) => ({ title: 'Refused', members: [user] }),
  },
  {
    name: 'a member to add to a team',
    method: 'PUT',
    path: teamMembers,
    idOf: ({ admin }) => admin.id,
    body: (user) => ({ add: [user] }),
  },
  {
    name: 'a member to give a role in a team',
    method: 'PUT',
    path: teamMembers,
    idOf: ({ admin }) => admin.id,
    body: (user) => ({ memberships: { [user]: { role: 'owner' } } }),
  },
  {
    name: 'a user to grant a role on a space',
    method: 'POST',
    path: ({ manual }) => `/spaces/${manual.id}/permissions`,
    idOf: ({ admin }) => admin.id,
    body: (user) => ({ role: 'admin', users: [user] }),
  },
  {
    name: 'a team to grant a role on a space',
    method: 'POST',
    path: ({ manual }) => `/spaces/${manual.id}/permissions`,
    idOf: ({ team }) => team,
    body: (team) => ({ role: 'admin', teams: [team] }),
  },
  {
    name: 'a user to grant a role on a collection',
    method: 'POST',
    path: ({ collection }) => `/collections/${collection}/permissions`,
    idOf: ({ admin }) => admin.id,
    body: (user) => ({ role: 'admin', users: [user] }),
  },
  {
    name: 'a team to grant a role on a collection',
    method: 'POST',
    path: ({ collection }) => `/collections/${collection}/permissions`,
    idOf: ({ team }) => team,
    body: (team) => ({ role: 'admin', teams: [team] }),
  },
  {
    name: 'a space that an invite link opens',
    method: 'POST',
    path: ({ organization }) => `/orgs/${organization}/link-invites`,
    idOf: ({ manual }) => manual.id,
    body: (space) => ({ level: 'admin', space }),
  },
  {
    name: 'a collection that an invite link opens',
    method: 'POST',
    path: ({ organization }) => `/orgs/${organization}/link-invites`,
    idOf: ({ collection }) => collection,
    body: (collection) => ({ level: 'admin', collection }),
  },
  {
    name: 'the team of an identity provider',
    method: 'POST',
    path: ({ organization }) => `/orgs/${organization}/saml`,
    idOf: ({ team }) => team,
    body: (defaultTeam) => ({ label: 'Refused', defaultTeam }),
  },
  change('the page to change', (page) => ({ operation: 'update_page', page })),
  change('the page to delete', (page) => ({ operation: 'delete_page', page })),
  change('the page to revert', (page) => ({ operation: 'revert_page', page })),
  change('the page to insert below', (into) => ({ operation: 'insert_page', title: 'New', into, document: {} })),
];

describe('an id of another organization in the body', () => {
  it.each(references)('returns 400 for $name, like an unused id', async (reference) => {
    const id = reference.idOf(foreign);
    const send = (named: string) =>
      test.rest(reference.method, reference.path(own), { ...own.admin, body: reference.body(named) });
    const [refused, missing] = [await send(id), await send(unusedIdLike(id))];
    expect([refused.status, missing.status]).toEqual([400, 400]);
    expect(JSON.stringify(refused.body).replaceAll(id, unusedIdLike(id))).toBe(JSON.stringify(missing.body));
    expect([await eventsOf(own), await eventsOf(foreign)]).toEqual(initialEvents);
  });

  it('returns 400 as the revision to which a space is reverted', async () => {
    const { revision } = await foreign.proposal.get();
    const revert = (id: string) =>
      own.proposal.change({ operation: 'revert_page', page: own.manual.page('guide'), revision: id });
    const [refused, missing] = [await revert(revision), await revert(unusedIdLike(revision))];
    expect([refused.status, missing.status]).toEqual([400, 400]);
    expect(JSON.stringify(refused.body).replaceAll(revision, unusedIdLike(revision))).toBe(
      JSON.stringify(missing.body),
    );
  });
});

it('GraphQL returns null for every id of another organization', async () => {
  const found = await foreign.proposal.get();
  const { elsewhere: _, ...inForeign } = namesOf(foreign);
  const ids = [...Object.values(inForeign), found.revision];
  const { data, errors } = await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    ...own.admin,
    variables: { ids },
  });
  expect(errors).toBeUndefined();
  expect(data.nodes).toEqual(ids.map(() => null));
});

it('both organizations are unchanged after these requests', async () => {
  expect([await snapshot(own), await snapshot(foreign)]).toEqual(initialSnapshots);
});
