import type { Role } from '../../src/access/viewer.js';

/** Roles, low to high. Repeated here so that the tests find a mistake in the source. */
export const ladder: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** A space or a collection of a world. */
export interface AccessNode {
  id: string;
  parent: string | null;
  level: Role | 'inherit' | null;
  deleted?: boolean;
}

/**
 * Standing of a user: undefined for a user who does not belong to the organization (or is disabled), null for a guest.
 */
export type OrganizationRole = Role | null | undefined;

/** A role on a place, for a user or a team of it. */
export interface WorldGrant {
  on: string;
  role: Role;
}

/**
 * Role on a place, as docs/access.md describes it. Users outside the organization have none, and admins have all
 * rights. Only admins see a deleted place. Otherwise it is the highest of the grants on the place or a collection
 * above, and the default level. The default level is the first on the way up that is not `inherit`. If all are
 * `inherit`, it is the member's own role. Guests have none from it.
 */
export function roleAsDocumented(
  standing: OrganizationRole,
  { place, above }: { place: AccessNode; above: readonly AccessNode[] },
  grants: readonly WorldGrant[],
): Role | null {
  if (standing === undefined) return null;
  if (standing === 'admin') return 'admin';
  if (place.deleted) return null;
  const candidates: Role[] = [];
  for (const grant of grants) {
    if (grant.on === place.id) candidates.push(grant.role);
    if (above.some((collection) => collection.id === grant.on)) candidates.push(grant.role);
  }
  const saying = [place, ...above].find(({ level }) => level !== 'inherit');
  if (standing !== null) {
    if (saying === undefined) candidates.push(standing);
    else if (saying.level !== null) candidates.push(saying.level as Role);
  }
  return candidates.sort((one, other) => ladder.indexOf(other) - ladder.indexOf(one))[0] ?? null;
}

/** Reports whether a role is at least another. */
export function isAtLeast(role: Role | null, needed: Role): boolean {
  return role !== null && ladder.indexOf(role) >= ladder.indexOf(needed);
}
