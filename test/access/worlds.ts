import fc from 'fast-check';
import type { Role } from '../../src/access/viewer.js';
import { createCollection, updateCollection } from '../../src/modules/content/collections/actions.js';
import { createSpace, updateSpace } from '../../src/modules/content/space-lifecycle/actions.js';
import { createChangeRequest } from '../../src/modules/review/change-requests/actions.js';
import type { TestApp } from '../support/app.js';
import { type Person, seedGrant, seedMember, seedOrganization, seedTeam } from '../support/seed.js';
import { type AccessNode, ladder, type OrganizationRole, roleAsDocumented, type WorldGrant } from './reference.js';

const role = fc.constantFrom(...ladder);
const level = fc.oneof(
  { weight: 4, arbitrary: fc.constant('inherit' as const) },
  { weight: 2, arbitrary: role },
  { weight: 2, arbitrary: fc.constant(null) },
);
const any = fc.nat(1000);

/** Plan of a random world. Its numbers select among the objects that exist at that point. */
export const worldPlan = fc.record({
  collections: fc.array(fc.record({ parent: any, level }), { minLength: 1, maxLength: 5 }),
  spaces: fc.array(fc.record({ parent: any, level, deleted: fc.nat(5).map((n) => n === 0) }), {
    minLength: 2,
    maxLength: 6,
  }),
  members: fc.array(fc.oneof(role, fc.constant(null)), { minLength: 2, maxLength: 3 }),
  teams: fc.array(fc.subarray([0, 1, 2]), { minLength: 1, maxLength: 2 }),
  grants: fc.array(fc.record({ to: any, on: any, role }), { maxLength: 7 }),
});

type Plan = typeof worldPlan extends fc.Arbitrary<infer Value> ? Value : never;

/** A member of a world, with the grants of the member and of the member's teams. */
export interface WorldMember extends Person {
  standing: OrganizationRole;
  grants: WorldGrant[];
}

/** A world in the store. */
export interface World {
  organization: string;
  collections: AccessNode[];
  spaces: AccessNode[];
  members: WorldMember[];
  /** Id of one change request of each space. */
  changeRequests: Map<string, string>;
}

/** Creates a world: spaces and collections through the real actions, teams and grants as database rows. */
export async function makeWorld(test: TestApp, plan: Plan): Promise<World> {
  const { id: organization, admin } = await seedOrganization(test);
  const world: World = { organization, collections: [], spaces: [], members: [], changeRequests: new Map() };
  await makePlaces(test, plan, world);
  for (const standing of plan.members)
    world.members.push({ ...(await seedMember(test, organization, standing)), standing, grants: [] });
  await grant(test, plan, world);
  world.members.push({ ...admin, standing: 'admin', grants: [] });
  for (const { id } of world.spaces.filter(({ deleted }) => deleted)) {
    const data = { deletedAt: new Date() };
    await test.store.transaction(async ({ prisma }) => void (await prisma.space.update({ where: { id }, data })));
  }
  return world;
}

async function makePlaces(test: TestApp, plan: Plan, world: World): Promise<void> {
  const actor = { store: test.store, viewer: test.operator };
  const { organization, collections, spaces } = world;
  const pick = (number: number): string | null => collections[number % (collections.length + 1)]?.id ?? null;
  for (const { parent: number, level: own } of plan.collections) {
    const parent = pick(number);
    const id = await createCollection(actor, { organization, parent });
    collections.push({ id, parent, level: own });
  }
  for (const { parent: number, level: own, deleted } of plan.spaces) {
    const parent = pick(number);
    const id = await createSpace(actor, { organization, parent });
    if (own !== 'inherit') await updateSpace(actor, id, { defaultLevel: own });
    world.changeRequests.set(id, await createChangeRequest(actor, { space: id }));
    spaces.push({ id, parent, level: own, deleted });
  }
  for (const { id, level: own } of collections)
    if (own !== 'inherit') await updateCollection(actor, id, { defaultLevel: own });
}

async function grant(test: TestApp, plan: Plan, { organization, members, collections, spaces }: World): Promise<void> {
  const holders = members.map((member) => ({ id: member.id, held: [member] }));
  for (const indexes of plan.teams) {
    const held = indexes.flatMap((index) => members[index] ?? []);
    holders.push({ id: await seedTeam(test, organization, { members: held.map(({ id }) => id) }), held });
  }
  const places = [...collections, ...spaces];
  const given = new Set<string>();
  for (const { to, on, role: granted } of plan.grants) {
    const [holder, place] = [holders[to % holders.length]!, places[on % places.length]!];
    const key = `${holder.id} ${place.id}`;
    if (given.has(key)) continue;
    given.add(key);
    await seedGrant(test, organization, { to: holder.id, on: place.id, role: granted });
    for (const member of holder.held) member.grants.push({ on: place.id, role: granted });
  }
}

/** Returns the collections that contain a place, nearest first. */
export function above({ collections }: World, place: AccessNode): AccessNode[] {
  const parent = collections.find(({ id }) => id === place.parent);
  return parent ? [parent, ...above({ collections } as World, parent)] : [];
}

/** Returns the expected role of a member on a place. */
export function expectedRole(world: World, { standing, grants }: WorldMember, place: AccessNode): Role | null {
  return roleAsDocumented(standing, { place, above: above(world, place) }, grants);
}
