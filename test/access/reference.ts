import type { Role } from '../../src/access/viewer.js';

/** Roles, from lowest to highest. The list repeats that of the source, so that the tests find a mistake there. */
export const ladder: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** A space or a collection of a world. */
export interface AccessNode {
  id: string;
  parent: string | null;
  level: Role | 'inherit' | null;
  deleted?: boolean;
}

/**
 * Role of a user in the organization: null for a guest, undefined for a disabled user or a non-member.
 */
export type OrganizationRole = Role | null | undefined;

/** A role that is granted on a place, to a user or to a team that the user is in. */
export interface WorldGrant {
  on: string;
  role: Role;
}

/**
 * Returns the role of a user on a place (a space or collection), as docs/access.md describes it. Users outside of the
 * organization have none, and admins have all rights. Only admins see a deleted place. Otherwise it is the highest of
 * the default access level and the grants on the place or a collection above. The default level is the first one that
 * is not `inherit`, from the place upwards. If all are `inherit`, it is the member's own role. Default levels do not
 * apply to guests.
 */
export function roleAsDocumented(
  organizationRole: OrganizationRole,
  { place, above }: { place: AccessNode; above: readonly AccessNode[] },
  grants: readonly WorldGrant[],
): Role | null {
  if (organizationRole === undefined) return null;
  if (organizationRole === 'admin') return 'admin';
  if (place.deleted) return null;
  const candidates: Role[] = [];
  for (const grant of grants) {
    if (grant.on === place.id) candidates.push(grant.role);
    if (above.some((collection) => collection.id === grant.on)) candidates.push(grant.role);
  }
  const saying = [place, ...above].find(({ level }) => level !== 'inherit');
  if (organizationRole !== null) {
    if (saying === undefined) candidates.push(organizationRole);
    else if (saying.level !== null) candidates.push(saying.level as Role);
  }
  return candidates.sort((one, other) => ladder.indexOf(other) - ladder.indexOf(one))[0] ?? null;
}

/** Reports whether a role is at least another. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && ladder.indexOf(role) >= ladder.indexOf(needed);
}
