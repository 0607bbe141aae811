import { isPastRetention } from './space-retention.js';
import { higher, type Role } from './viewer.js';

/** The data of a space or collection that access depends on. */
export interface AccessTarget {
  id: string;
  organizationId: string;
  /** Collection that contains it. */
  parentId: string | null;
  /**
   * Default access level: the role of members without a grant. `inherit` means the member's own role; null means no
   * role.
   */
  resolvedLevel: string | null;
  /** When it was deleted. Only admins of the organization see a deleted object; after its retention, no viewer does. */
  deletedAt?: string | null;
}

/**
 * Highest role granted to a user or its teams, by id of the space or collection. Grants on a collection count for its
 * content.
 */
export type Grants = ReadonlyMap<string, Role>;

/** No grants. */
export const noGrants: Grants = new Map();

/**
 * Returns the role on a space or collection: the highest of organization admin, grants there or on a collection above,
 * and the default level. Source: docs/access.md.
 * @param member role in the organization; null for a guest, undefined for a user who is not a member
 * @returns null if there is no role
 */
export function effectiveRole(member: Role | null | undefined, place: AccessTarget, grants: Grants): Role | null {
  if (member === undefined || isPastRetention(place.deletedAt)) return null;
  if (member === 'admin') return member;
  if (place.deletedAt) return null;
  const granted = higher(grants.get(place.id) ?? null, grants.get(place.parentId ?? '') ?? null);
  return higher(granted, levelRole(member, place.resolvedLevel));
}

/** Returns the role that a default access level gives to a member. Guests have only their grants. */
export function levelRole(member: Role | null, level: string | null): Role | null {
  if (member === null) return null;
  return level === 'inherit' ? member : (level as Role | null);
}
