import { beforeAll, describe, expect, it, vi } from 'vitest';
import { createChangeRequest } from '../../../src/modules/review/change-requests/actions.js';
import { lastPosition } from '../../../src/modules/shared/positions.js';
import { newId } from '../../../src/platform/base/ids.js';
import { testApp } from '../../support/app.js';
import { provider } from '../../support/database.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedSpace, seedTeam } from '../../support/seed.js';
import { type Answer, createClient, findLeaks } from './client.js';
import { ownStarts, type Start, startAt, type TraversalResult, traverseGraph } from './traverse-graph.js';

// Members and guests read the whole graph of an organization before and after it has hidden objects.
const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const canary = 'Kanarie';
/**
 * Depth of the traversal for each role. The roles between `read` and `create` see the same objects as these two, so
 * one step suffices for them.
 */
const depths = { guest: 3, read: 3, comment: 1, edit: 1, review: 1, create: 3 } as const;
const testedRoles = (Object.keys(depths) as (keyof typeof depths)[]).filter(
  // Queries are slower on Postgres, so only the roles with different views run there.
  (role) => provider === 'sqlite' || depths[role] > 1,
);
const cast = new Map<string, Person>();
for (const role of testedRoles) cast.set(role, await seedMember(test, organization, role === 'guest' ? null : role));
const actors = [...cast.keys()];

const make = async (kind: string, body: object): Promise<string> => {
  const answer = await test.rest('POST', `/orgs/${organization}/${kind}`, { ...admin, body });
  expect([answer.status, answer.body?.error]).toEqual([201, undefined]);
  return answer.body.id;
};
const setLevel = async (path: string, defaultLevel: string | null) =>
  expect((await test.rest('PATCH', path, { ...admin, body: { defaultLevel } })).status).toBe(200);

// Objects that are visible to all: a space, a collection with a space, and a space with its own access level in a
// hidden collection.
const colleague = await seedMember(test, organization, null);
const team = await seedTeam(test, organization, { title: 'Writers', members: [colleague.id] });
const open = await make('spaces', { title: 'Open' });
const collection = await make('collections', { title: 'Shelf' });
const spaceInCollection = await make('spaces', { title: 'Shelved', parent: collection });
const hiddenCollection = await make('collections', { title: `${canary} collection` });
const visibleInHidden = await make('spaces', { title: 'Showing', parent: hiddenCollection });
await setLevel(`/collections/${hiddenCollection}`, null);
await setLevel(`/spaces/${visibleInHidden}`, 'read');
const site = await make('sites', { title: 'Site', spaces: [open, spaceInCollection] });
await createChangeRequest({ store: test.store, viewer: test.operator }, { space: open, subject: 'Shown' });
await seedGrant(test, organization, { to: team, on: visibleInHidden, role: 'edit' });
await seedGrant(test, organization, { to: cast.get('guest')!.id, on: spaceInCollection, role: 'read' });

const explained = [open, spaceInCollection, visibleInHidden, collection].map((id): Start => {
  const action = id === collection ? 'COLLECTION_VIEW' : 'SPACE_VIEW';
  return { field: `explainAccess(subject: "${id}", action: ${action})`, type: 'AccessExplanation' };
});
const starts: Start[] = [
  ...ownStarts,
  startAt(organization, 'Organization'),
  startAt(visibleInHidden, 'Space'),
  startAt(open, 'Space'),
  startAt(spaceInCollection, 'Space'),
  startAt(collection, 'Collection'),
  startAt(site, 'Site'),
  startAt(team, 'Team'),
  ...explained,
];
const known = { user: [colleague.id], query: [canary] };

const paths = [
  `/orgs/${organization}`,
  ...['spaces', 'collections', 'sites', 'members', 'teams', 'change-requests', 'link-invites'].map(
    (list) => `/orgs/${organization}/${list}`,
  ),
  ...['', '/site-spaces', '/site-spaces?default=false&limit=1', '/sections', '/section-groups', '/structure'].map(
    (what) => `/orgs/${organization}/sites/${site}${what}`,
  ),
  `/orgs/${organization}/teams/${team}`,
  `/orgs/${organization}/teams/${team}/members`,
  `/orgs/${organization}/members/${colleague.id}`,
  `/orgs/${organization}/members/${colleague.id}/spaces`,
  `/orgs/${organization}/members/${colleague.id}/teams`,
  `/spaces/${visibleInHidden}`,
  `/spaces/${visibleInHidden}/permissions/users`,
  `/spaces/${visibleInHidden}/permissions/teams`,
  `/collections/${collection}`,
  `/collections/${collection}/spaces`,
  `/orgs/${organization}/search?query=${canary}`,
  `/spaces/${visibleInHidden}/search?query=${canary}`,
];

interface Snapshot {
  walked: TraversalResult;
  rest: Map<string, Answer>;
}

async function readEverything({ token }: { token: string }, depth = 3): Promise<Snapshot> {
  const who = createClient(test, token);
  const walked = await traverseGraph({ asking: who, starts, known, depth });
  const rest = new Map<string, Answer>();
  for (const path of paths) rest.set(path, await who.rest('GET', path));

  return { walked, rest };
}

/** Ids of hidden objects. A response may contain an id that is in its query. */
const hidden: string[] = [hiddenCollection];
const before = new Map<string, Snapshot>();
const after = new Map<string, Snapshot>();

/** Hides spaces in every kind of place, with the objects that belong to spaces. */
async function hide(): Promise<void> {
  const nested = await make('collections', { title: `${canary} nested`, parent: hiddenCollection });
  const inCollections = [
    await make('spaces', { title: `${canary} below`, parent: nested }),
    await make('spaces', { title: `${canary} inside`, parent: hiddenCollection }),
  ];
  const alone = [
    await seedSpace(test, organization, { 'README.md': `# ${canary}\n\n${canary} sings.\n` }),
    await make('spaces', { title: canary, parent: collection }),
  ];
  for (const id of alone) await setLevel(`/spaces/${id}`, null);
  const spaces = [...inCollections, ...alone];
  for (const [position, spaceId] of spaces.entries()) await addDependentObjects(spaceId, position);
  for (const on of [nested, ...spaces]) hidden.push(on);
  for (const on of [hiddenCollection, alone[0]!, alone[1]!])
    for (const to of [team, colleague.id]) await seedGrant(test, organization, { to, on, role: 'edit' });
}

/** Adds a change request and an invite link to a space, and adds the space to the site. */
async function addDependentObjects(spaceId: string, position: number): Promise<void> {
  const actor = { store: test.store, viewer: test.operator };
  hidden.push(await createChangeRequest(actor, { space: spaceId, subject: `${canary} proposal` }));
  hidden.push(await make('link-invites', { space: spaceId, level: 'read' }));
  const id = newId('SiteSpace');
  const data = { id, organizationId: organization, siteId: site, spaceId, path: `${canary}-${position}` };
  const rest = { position: lastPosition(id), isDefault: false, createdAt: new Date() };
  await test.store.transaction(
    async ({ prisma }) => void (await prisma.siteSpace.create({ data: { ...data, ...rest } })),
  );
}

/** Waits until `lastUsedAt` is written, which happens after the response and changes later responses. */
async function waitForLastUse(person: { token: string }): Promise<void> {
  await vi.waitFor(async () => {
    const { data } = await test.graphql('{ accessTokens(first: 1) { nodes { lastUsedAt } } }', person);
    expect(data.accessTokens.nodes[0].lastUsedAt).not.toBeNull();
  });
}

beforeAll(async () => {
  for (const actor of actors) await waitForLastUse(cast.get(actor)!);
  for (const actor of actors)
    before.set(actor, await readEverything(cast.get(actor)!, depths[actor as keyof typeof depths]));
  await hide();
  for (const actor of actors)
    after.set(actor, await readEverything(cast.get(actor)!, depths[actor as keyof typeof depths]));
});

describe.each(actors)('%s', (actor) => {
  it('can read many edges in GraphQL', () => {
    expect(after.get(actor)!.walked.edges.size).toBeGreaterThan(actor === 'guest' ? 10 : 20);
  });

  it('never receives an id or a text of a hidden object', () => {
    const { walked, rest } = after.get(actor)!;
    const secrets = [canary, ...hidden];
    const all = [...walked.answers, ...rest];
    const leaks = all.flatMap(([sent, answer]) => findLeaks(answer, { secrets, sent }).map((leak) => ({ sent, leak })));
    expect(leaks).toEqual([]);
  });

  it('receives the same bytes before and after hidden objects are created, also in counts, cursors and messages', () => {
    const [was, is] = [before.get(actor)!, after.get(actor)!];
    expect(Object.fromEntries(is.rest)).toEqual(Object.fromEntries(was.rest));
    expect([...is.walked.answers.keys()]).toEqual([...was.walked.answers.keys()]);
    for (const [query, answer] of is.walked.answers)
      expect({ query, answer }).toEqual({ query, answer: was.walked.answers.get(query) });
  });

  it('receives empty results for filters and arguments that contain ids of hidden objects', async () => {
    const who = createClient(test, cast.get(actor)!.token);
    const queryWithUnknown = (id: string) => id.replace(/_.*/, '_00000000000000000000000000');
    const queryWith = (id: string) => [
      `{ node(id: "${id}") { id } organization(id: "${organization}") { sites(filter: { space: "${id}" }) { totalCount nodes { id } } } }`,
      `{ explainAccess(subject: "${id}", action: ORGANIZATION_VIEW) { allowed } }`,
      `{ space(id: "${id}") { id } collection(id: "${id}") { id } changeRequest(id: "${id}") { id } }`,
    ];
    for (const id of hidden) {
      for (const [index, query] of queryWith(id).entries())
        expect((await who.graphql(query)).replaceAll(id, queryWithUnknown(id))).toBe(
          await who.graphql(queryWith(queryWithUnknown(id))[index]!),
        );
      const sites = (space: string) => who.rest('GET', `/orgs/${organization}/sites?space=${space}`);
      expect((await sites(id)).replaceAll(id, queryWithUnknown(id))).toBe(await sites(queryWithUnknown(id)));
    }
  });
});

it('an admin sees all hidden objects', async () => {
  const { walked, rest } = await readEverything(admin);
  const all = [...walked.answers.values(), ...rest.values()].join('\n');
  expect(all).toContain(canary);
  const spaces = hidden.filter((id) => id.startsWith('spc_'));
  expect(spaces.filter((id) => !all.includes(id))).toEqual([]);
  const found = await test.rest('GET', `/orgs/${organization}/search?query=${canary}`, admin);
  expect(found.body.items).toMatchObject([{ pages: [{ title: canary }] }]);
  const query = `{ organization(id: "${organization}") { spaces { totalCount } sites { nodes { siteSpaceCount } } member(user: "${colleague.id}") { spaceCount } team(id: "${team}") { spaceCount } } }`;
  const { data } = await test.graphql(query, admin);
  expect(data.organization).toEqual({
    spaces: { totalCount: 7 },
    sites: { nodes: [{ siteSpaceCount: 6 }] },
    member: { spaceCount: 5 },
    team: { spaceCount: 5 },
  });
});
