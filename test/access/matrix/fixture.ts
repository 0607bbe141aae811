import { hashToken } from '../../../src/access/authenticate.js';
import { type Role, roles } from '../../../src/access/viewer.js';
import type { Names } from '../../contract/sample-requests.js';
import { createScene, type Fixture, namesOf } from '../../contract/scene.js';
import { addMember } from '../../modules/lifecycle/transfers/transfer-kit.js';
import type { TestApp } from '../../support/app.js';
import { seedMember, seedOrganization, seedStranger, tokenOf } from '../../support/seed.js';

/**
 * All kinds of callers: without a token, with an unusable token, from another organization, the operator of the server,
 * and with each role.
 */
export const actors = ['none', 'bad', 'expired', 'foreign', 'operator', 'guest', ...roles] as const;

/** A kind of caller. */
export type Actor = (typeof actors)[number];

/** An organization with objects of every kind, and the callers of all kinds. */
export interface MatrixFixture {
  /** Token of each actor, or undefined for the actor without a token. */
  tokens: Record<Actor, string | undefined>;
  scene: Fixture;
  /**
   * Returns the ids for an operation by their names in the samples. `elsewhere` is another organization in which the
   * admin may create objects.
   */
  names(operation: string): Names;
  /** Removes the actor `foreign`, who may have joined the organization. Does nothing for other actors. */
  sendAway(actor: Actor): Promise<void>;
}

/** Returns the role of an actor in the organization: null for a guest, undefined for a non-member. */
export function roleOf(actor: Actor): Role | null | undefined {
  if (actor === 'guest') return null;
  return (roles as readonly string[]).includes(actor) ? (actor as Role) : undefined;
}

/** Creates the organization and its callers. */
export async function setUpMatrix(test: TestApp): Promise<MatrixFixture> {
  const scene = await createScene(test);
  const { organization, admin } = scene;
  const { id: otherOrganization, admin: foreign } = await seedOrganization(test);
  return {
    tokens: await tokensOf(test, scene, { foreign: foreign.token, otherOrganization }),
    scene,
    names: (operation) => ({ ...namesOf(scene, operation), elsewhere: otherOrganization }),
    sendAway: async (actor) => {
      const path = `/orgs/${organization}/members/${foreign.id}`;
      if (actor === 'foreign') await test.rest('DELETE', path, admin);
    },
  };
}

async function tokensOf(
  test: TestApp,
  { organization }: Fixture,
  { foreign, otherOrganization }: { foreign: string; otherOrganization: string },
): Promise<MatrixFixture['tokens']> {
  const token = async (role: Role | null) => {
    const member = await seedMember(test, organization, role);
    if (role === 'admin') await addMember(test, otherOrganization, { id: member.id, role: 'create' });
    return member.token;
  };
  const expired = await token('admin');
  await test.store.transaction(async ({ prisma }) => {
    const data = { expiresAt: new Date(Date.now() - 1000) };
    await prisma.accessToken.update({ where: { hash: hashToken(expired) }, data });
  });
  const byRole = await Promise.all(roles.map(async (role) => [role, await token(role)] as const));
  return {
    none: undefined,
    bad: 'dg_nobody_has_this_token',
    expired,
    foreign,
    operator: await tokenOf(test, (await seedStranger(test)).id, { scopes: ['operator'] }),
    guest: await token(null),
    ...(Object.fromEntries(byRole) as Record<Role, string>),
  };
}
