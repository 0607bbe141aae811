import { isPastRetention } from './space-retention.js';
import { higher, type Role } from './viewer.js';

/** A space or a collection, as far as access to it goes. */
export interface Place {
  id: string;
  organizationId: string;
  /** Collection that holds it. */
  parentId: string | null;
  /** Role of members without a grant: `inherit` is the member's own, null nothing. */
  resolvedLevel: string | null;
  /** When it was deleted: then only admins of the organization see it, and after its retention nobody. */
  deletedAt?: string | null;
}

/** What was granted to a user or its teams: the highest role by the id of a space or collection, those below included. */
export type Grants = ReadonlyMap<string, Role>;

/** No grants. */
export const noGrants: Grants = new Map();

/**
 * The role on a space or collection: the highest of organization admin, what was granted there or on a collection above,
 * and the default level. `member` is the role in the organization: null for a guest, undefined for who does not belong.
 * @returns null where there is none. Source: docs/access.md.
 */
export function effectiveRole(member: Role | null | undefined, place: Place, grants: Grants): Role | null {
  if (member === undefined || isPastRetention(place.deletedAt)) return null;
  if (member === 'admin') return member;
  if (place.deletedAt) return null;
  const granted = higher(grants.get(place.id) ?? null, grants.get(place.parentId ?? '') ?? null);
  return higher(granted, levelRole(member, place.resolvedLevel));
}

/** What a default level gives; guests only have what was granted. */
export function levelRole(member: Role | null, level: string | null): Role | null {
  if (member === null) return null;
  return level === 'inherit' ? member : (level as Role | null);
}
