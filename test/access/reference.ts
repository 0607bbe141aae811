import type { Role } from '../../src/access/viewer.js';

/** Roles, low to high; written again here, so that a slip in the source is seen. */
export const ladder: readonly Role[] = ['read', 'comment', 'edit', 'review', 'create', 'admin'];

/** A space or a collection of a world. */
export interface WorldPlace {
  id: string;
  parent: string | null;
  level: Role | 'inherit' | null;
  deleted?: boolean;
}

/** Who has something in a world: undefined does not belong to the organization (or is disabled), null is a guest. */
export type Standing = Role | null | undefined;

/** A role on a place, for a user or a team of it. */
export interface WorldGrant {
  on: string;
  role: Role;
}

/**
 * The role on a place, said slowly ("Access" of the design): who does not belong has nothing; admins have everything; a
 * deleted place is for admins only; else the highest of what was granted there or on a collection above, and the default
 * level: the first place upwards that says other than `inherit` decides, and where none does, it is the member's own
 * role; guests have nothing from it.
 */
export function roleBySentences(
  standing: Standing,
  { place, above }: { place: WorldPlace; above: readonly WorldPlace[] },
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

/** Whether a role is at least another. */
export function reaches(role: Role | null, needed: Role): boolean {
  return role !== null && ladder.indexOf(role) >= ladder.indexOf(needed);
}
