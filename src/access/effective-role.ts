import { isPastRetention } from './space-retention.js';
import { higher, type Role } from './viewer.js';

/** Properties of a space or collection that determine the access to it. */
export interface AccessTarget {
  id: string;
  organizationId: string;
  /** Id of the collection that contains it; null if there is none. */
  parentId: string | null;
  /**
   * Default access level: the role of members without a grant. `inherit` means the member's own role; null means no
   * role.
   */
  resolvedLevel: string | null;
  /**
   * Time of its deletion; null or absent if it is not deleted. Only admins of the organization see a deleted object,
   * and nobody sees it after the retention.
   */
  deletedAt?: string | null;
}

/**
 * Highest role granted to a user or its teams, by the id of the space or collection. A grant on a collection also
 * counts for the collections below it.
 */
export type Grants = ReadonlyMap<string, Role>;

export const noGrants: Grants = new Map();

/**
 * Returns the role of a user on a space or collection. It is the highest of the grants there, the grants on a
 * collection above, and the role that the default access level gives. Admins of the organization always have the role
 * admin. Source: docs/access.md.
 * @param memberRole role in the organization; null for a guest, undefined for a user who is not a member
 * @returns null if the user has no role
 */
export function effectiveRole(memberRole: Role | null | undefined, place: AccessTarget, grants: Grants): Role | null {
  if (memberRole === undefined || isPastRetention(place.deletedAt)) return null;
  if (memberRole === 'admin') return memberRole;
  if (place.deletedAt) return null;
  const granted = higher(grants.get(place.id) ?? null, grants.get(place.parentId ?? '') ?? null);
  return higher(granted, levelRole(memberRole, place.resolvedLevel));
}

/**
 * Returns the role that a default access level gives to a member. Guests get no role from it; they have only their
 * grants.
 */
export function levelRole(memberRole: Role | null, level: string | null): Role | null {
  if (memberRole === null) return null;
  return level === 'inherit' ? memberRole : (level as Role | null);
}
