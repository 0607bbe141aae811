import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type AccessTarget, effectiveRole } from '../../src/access/effective-role.js';
import { can } from '../../src/access/policy.js';
import { type ContentAction, requiredRole } from '../../src/access/required-roles.js';
import type { Role, Viewer } from '../../src/access/viewer.js';
import { resolveLevel } from '../../src/modules/content/collections/levels.js';
import {
  type AccessNode,
  isAtLeast,
  ladder,
  type OrganizationRole,
  roleAsDocumented,
  type WorldGrant,
} from './reference.js';

const run = { numRuns: 300 };
const contentActions = Object.keys(requiredRole).filter((action) =>
  /^(space|collection|changeRequest)\./.test(action),
) as ContentAction[];

/** A space below some collections, and the grants of a user on them and elsewhere. */
interface World {
  standing: OrganizationRole;
  /** The space, then the collections above it, nearest first. */
  chain: AccessNode[];
  grants: WorldGrant[];
}

const role = fc.constantFrom(...ladder);
const organizationRole: fc.Arbitrary<OrganizationRole> = fc.oneof(role, fc.constant(null), fc.constant(undefined));
const level = fc.oneof({ weight: 3, arbitrary: fc.constant('inherit' as const) }, role, fc.constant(null));
const chain = fc
  .record({ levels: fc.array(level, { minLength: 1, maxLength: 5 }), deleted: fc.boolean() })
  .map(({ levels, deleted }) =>
    levels.map((own, index) => ({
      id: `place${index}`,
      parent: index + 1 < levels.length ? `place${index + 1}` : null,
      level: own,
      deleted: index === 0 && deleted,
    })),
  );
const grants = fc.array(fc.record({ on: fc.nat(6).map((index) => `place${index}`), role }), { maxLength: 5 });
const world: fc.Arbitrary<World> = fc.record({ standing: organizationRole, chain, grants });

/** Returns the role that the source computes from stored data: the resolved access level, and inherited grants. */
function computeRole({ standing: member, chain: places, grants: granted }: World): Role | null {
  let parent: { resolvedLevel: string | null } | null = null;
  for (const place of [...places].reverse()) parent = { resolvedLevel: resolveLevel(place.level, parent) };
  const held = new Map<string, Role>();
  places.forEach(({ id }, index) => {
    const here = granted.filter(({ on }) => places.slice(index).some((above) => above.id === on));
    const highest = here.map((one) => one.role).sort((a, b) => ladder.indexOf(b) - ladder.indexOf(a))[0];
    if (highest) held.set(id, highest);
  });
  const [space] = places;
  const place: AccessTarget = {
    id: space!.id,
    organizationId: 'org',
    parentId: space!.parent,
    resolvedLevel: parent!.resolvedLevel,
    deletedAt: space!.deleted ? 'then' : null,
  };
  return effectiveRole(member, place, held);
}

const allowedActions = (all: World): Set<ContentAction> => {
  const owned = { organizationId: 'org', effectiveRole: computeRole(all) };
  return new Set(contentActions.filter((action) => can(viewerOf(all.standing), action, owned)));
};

const viewerOf = (own: OrganizationRole): Viewer => ({
  kind: 'user',
  userId: 'usr',
  tokenId: 'tok',
  allowed: null,
  isAgent: false,
  organizationId: null,
  roles: new Map(own === undefined ? [] : [['org', own]]),
});

describe('in any random organization', () => {
  it('the effective role equals the role that the manual describes', () => {
    fc.assert(
      fc.property(world, (all) => {
        const [place, ...above] = all.chain;
        const expected = roleAsDocumented(all.standing, { place: place!, above }, all.grants);
        expect(computeRole(all)).toBe(expected);
        // Only admins of the organization may transfer an object out of it.
        const roleFor = (action: ContentAction) => (action.endsWith('.transfer') ? (all.standing ?? null) : expected);
        const allowed = contentActions.filter((action) => isAtLeast(roleFor(action), requiredRole[action]));
        expect([...allowedActions(all)]).toEqual(allowed);
      }),
      run,
    );
  });

  it('admins may perform all actions', () => {
    fc.assert(
      fc.property(world, (all) => {
        const admin = allowedActions({ ...all, standing: 'admin' });
        expect([...admin]).toEqual(contentActions);
        expect([...allowedActions(all)].filter((action) => !admin.has(action))).toEqual([]);
      }),
      run,
    );
  });

  it('an additional or higher grant never removes a right', () => {
    fc.assert(
      fc.property(world, fc.nat(4), role, (all, at, more) => {
        const before = allowedActions(all);
        const added = allowedActions({ ...all, grants: [...all.grants, { on: `place${at}`, role: more }] });
        const raise = (one: Role): Role => ladder[Math.min(ladder.indexOf(one) + 1, ladder.length - 1)]!;
        const raised = allowedActions({ ...all, grants: all.grants.map((one) => ({ ...one, role: raise(one.role) })) });
        for (const action of before) expect([added.has(action), raised.has(action)]).toEqual([true, true]);
      }),
      run,
    );
  });

  it('a higher role in the organization never removes a right', () => {
    fc.assert(
      fc.property(world, role, (all, higher) => {
        const lower = all.standing ?? null;
        if (lower !== null && !isAtLeast(higher, lower)) return;
        const after = allowedActions({ ...all, standing: higher });
        for (const action of allowedActions(all)) expect(after.has(action)).toBe(true);
      }),
      run,
    );
  });

  it('guests have only the rights of their grants, whatever the default levels are', () => {
    fc.assert(
      fc.property(world, (all) => {
        const guest = { ...all, standing: null };
        expect(allowedActions({ ...guest, grants: [] }).size).toBe(0);
        const closed = all.chain.map((place) => ({ ...place, level: null }));
        expect(allowedActions(guest)).toEqual(allowedActions({ ...guest, chain: closed }));
      }),
      run,
    );
  });

  it('the level null gives members no rights, and only admins may see deleted objects', () => {
    fc.assert(
      fc.property(world, fc.constantFrom(...ladder.slice(0, -1)), (all, own) => {
        const [place, ...above] = all.chain;
        const closed = [{ ...place!, level: null }, ...above];
        expect(allowedActions({ standing: own, chain: closed, grants: [] }).size).toBe(0);
        const deleted = [{ ...place!, deleted: true }, ...above];
        expect(allowedActions({ ...all, standing: own, chain: deleted }).size).toBe(0);
        expect(allowedActions({ ...all, standing: 'admin', chain: deleted }).size).toBe(contentActions.length);
      }),
      run,
    );
  });

  it('a token with scopes never allows more than its user may do', () => {
    fc.assert(
      fc.property(world, fc.subarray(contentActions), (all, allowed) => {
        const owned = { organizationId: 'org', effectiveRole: computeRole(all) };
        const narrow: Viewer = { ...(viewerOf(all.standing) as Viewer & { kind: 'user' }), allowed: new Set(allowed) };
        const left = contentActions.filter((action) => can(narrow, action, owned));
        expect(left).toEqual([...allowedActions(all)].filter((action) => allowed.includes(action)));
      }),
      run,
    );
  });
});
