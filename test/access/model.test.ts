import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Role } from '../../src/access/viewer.js';
import { testApp } from '../support/app.js';
import { type AccessNode, isAtLeast } from './reference.js';
import { expectedRole, makeWorld, type World, type WorldMember, worldPlan } from './worlds.js';

const test = await testApp();

/** Reads a list of /v1 in pages of two, checks the total count of each page, and returns the ids. */
async function walk(path: string, { token }: WorldMember): Promise<string[]> {
  const ids: string[] = [];
  let next = '';
  let count: number | undefined;
  do {
    const { status, body } = await test.rest('GET', `${path}${path.includes('?') ? '&' : '?'}limit=2${next}`, {
      token,
    });
    expect(status).toBe(200);
    expect(body.items.length).toBe(body.next ? 2 : body.items.length);
    count ??= body.count;
    expect(body.count).toBe(count);
    ids.push(...body.items.map(({ id }: { id: string }) => id));
    next = body.next ? `&page=${body.next.page}` : '';
  } while (next);
  expect(count).toBe(ids.length);
  return ids;
}

const newestFirst = (places: AccessNode[]): string[] =>
  places
    .map(({ id }) => id)
    .sort()
    .reverse();

/** Returns the ids in the order in which a collection lists them: oldest first. */
const oldestFirst = (places: AccessNode[]): string[] => newestFirst(places).reverse();

/** Returns the places (collections and spaces) of a world that a member must see. */
function visiblePlaces(world: World, member: WorldMember) {
  const sees = (place: AccessNode): boolean => isAtLeast(expectedRole(world, member, place), 'read');
  return { collections: world.collections.filter(sees), spaces: world.spaces.filter(sees), sees };
}

async function checkLists(world: World, member: WorldMember): Promise<void> {
  const { collections, spaces } = visiblePlaces(world, member);
  const alive = spaces.filter(({ deleted }) => !deleted);
  const organization = `/orgs/${world.organization}`;
  expect(await walk(`${organization}/spaces`, member)).toEqual(newestFirst(alive));
  expect(await walk(`${organization}/collections`, member)).toEqual(newestFirst(collections));
  const atRoot = collections.filter(({ parent }) => parent === null);
  expect(await walk(`${organization}/collections?nested=false`, member)).toEqual(newestFirst(atRoot));
  const changeRequests = spaces.map(({ id }) => world.changeRequests.get(id)!);
  expect(await walk(`${organization}/change-requests`, member)).toEqual(changeRequests.sort().reverse());
  for (const { id } of collections)
    expect(await walk(`/collections/${id}/spaces`, member)).toEqual(
      oldestFirst(alive.filter(({ parent }) => parent === id)),
    );
}

const placeQuery = `query ($ids: [ID!]!) { nodes(ids: $ids) {
  id
  ... on Space { parent { id } parentId permissions { view access admin viewInviteLinks edit comment merge review } }
  ... on Collection {
    parent { id } parentId permissions { view admin viewInviteLinks create } collections { totalCount nodes { id } }
  }
} }`;

const permissionRoles: Record<string, Role> = {
  view: 'read',
  access: 'read',
  admin: 'admin',
  viewInviteLinks: 'admin',
  edit: 'edit',
  comment: 'comment',
  merge: 'review',
  review: 'review',
  create: 'create',
};

async function checkGuards(world: World, member: WorldMember): Promise<void> {
  const { sees } = visiblePlaces(world, member);
  const places = [...world.spaces, ...world.collections];
  const ids = [...places.map(({ id }) => id), ...places.flatMap(({ id }) => world.changeRequests.get(id) ?? [])];
  const { data, errors } = await test.graphql(placeQuery, { ...member, variables: { ids } });
  expect(errors).toBeUndefined();
  for (const [index, place] of places.entries()) {
    const node = data.nodes[index];
    expect([place, node !== null]).toEqual([place, sees(place)]);
    const parent = world.collections.find(({ id }) => id === place.parent);
    const visibleParentId = parent && sees(parent) ? parent.id : null;
    if (!node) continue;
    expect([node.parentId, node.parent?.id ?? null]).toEqual([visibleParentId, visibleParentId]);
    const role = expectedRole(world, member, place);
    for (const [name, has] of Object.entries(node.permissions))
      expect([name, has]).toEqual([name, isAtLeast(role, permissionRoles[name]!)]);
    const inner = world.collections.filter((one) => one.parent === place.id && sees(one));
    if (node.collections)
      expect(node.collections).toEqual({ totalCount: inner.length, nodes: oldestFirst(inner).map((id) => ({ id })) });
  }
  const requests = world.spaces.map((space) => (sees(space) ? { id: world.changeRequests.get(space.id) } : null));
  expect(data.nodes.slice(places.length)).toEqual(requests);
}

const explained = {
  space: { VIEW: 'read', EDIT: 'edit', REVIEW: 'review', UPDATE: 'admin', GRANT: 'admin' },
  collection: { VIEW: 'read', CREATE_CONTENT: 'create', UPDATE: 'admin' },
} as const satisfies Record<string, Record<string, Role>>;

const stepFields = 'allowed effectiveRole steps { kind sentence decisive }';

async function checkExplanations(world: World, member: WorldMember, options: { by: WorldMember; isOther: boolean }) {
  for (const [kind, places] of [['space', world.spaces] as const, ['collection', world.collections] as const]) {
    for (const place of places) {
      const role = expectedRole(world, member, place);
      const actions = Object.entries<Role>(explained[kind]);
      const user = options.isOther ? `, user: "${member.id}"` : '';
      const fields = actions.map(
        ([action]) =>
          `${action}: explainAccess(subject: "${place.id}", action: ${kind.toUpperCase()}_${action}${user}) { ${stepFields} }`,
      );
      const { data, errors } = await test.graphql(`{ ${fields.join(' ')} }`, options.by);
      expect(errors).toBeUndefined();
      for (const [action, needed] of actions) {
        if (role === null && !options.isOther) expect(data[action]).toBeNull();
        else {
          const { allowed, effectiveRole, steps } = data[action];
          expect([action, allowed, effectiveRole]).toEqual([
            action,
            isAtLeast(role, needed),
            role?.toUpperCase() ?? null,
          ]);
          expect(steps.filter((step: { decisive: boolean }) => step.decisive)).toHaveLength(1);
          for (const { sentence } of steps) expect(sentence).toMatch(/^[A-Za-z].*[a-z]\.$/);
        }
      }
    }
  }
}

/**
 * Checks changes: opening a change request requires `edit`, changing settings `admin`. Deleted spaces cannot be
 * changed.
 */
async function checkChanges(world: World, member: WorldMember): Promise<void> {
  for (const space of world.spaces) {
    const role = expectedRole(world, member, space);
    const gone = role === null || space.deleted;
    const status = (needed: Role, done: number): number => (gone ? 404 : isAtLeast(role, needed) ? done : 403);
    const open = await test.rest('POST', `/spaces/${space.id}/change-requests`, { ...member, body: {} });
    expect([space, open.status]).toEqual([space, status('edit', 201)]);
    const set = await test.rest('PATCH', `/spaces/${space.id}`, { ...member, body: { title: 'Set' } });
    expect([space, set.status]).toEqual([space, status('admin', 200)]);
  }
  for (const collection of world.collections) {
    const role = expectedRole(world, member, collection);
    const set = await test.rest('PATCH', `/collections/${collection.id}`, { ...member, body: { title: 'Set' } });
    expect([collection, set.status]).toEqual([collection, role === null ? 404 : role === 'admin' ? 200 : 403]);
  }
}

it('lists, access checks, permissions, explanations and changes match the manual in random organizations', async () => {
  await fc.assert(
    fc.asyncProperty(worldPlan, async (plan) => {
      const world = await makeWorld(test, plan);
      const admin = world.members.at(-1)!;
      for (const member of world.members) {
        await Promise.all([
          checkLists(world, member),
          checkGuards(world, member),
          checkExplanations(world, member, { by: member, isOther: false }),
          member !== admin && checkExplanations(world, member, { by: admin, isOther: true }),
        ]);
      }
      for (const member of world.members) await checkChanges(world, member);
    }),
    { numRuns: 2, endOnFailure: true },
  );
});
