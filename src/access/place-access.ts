import type { Loaders } from '../platform/db/query/loaders.js';
import type { Queries } from '../platform/db/query/queries.js';
import { type AccessTarget, effectiveRole, type Grants, noGrants } from './effective-role.js';
import { grantsOfUser, readGrants } from './grants.js';
import { can, inScope, type OwnedContent } from './policy.js';
import type { ContentAction } from './required-roles.js';
import { isPastRetention } from './space-retention.js';
import { type Role, roleDecides, type Viewer } from './viewer.js';

/** The viewer and the loaders of a request. */
export interface RequestAccess {
  viewer: Viewer;
  loaders: Loaders;
}

/**
 * Reports whether the viewer may do an action on a space or collection. It loads grants and returns a promise only if
 * the role in the organization and the default access level do not suffice.
 */
export function canOnPlace(
  { viewer, loaders }: RequestAccess,
  action: ContentAction,
  place: AccessTarget,
): boolean | Promise<boolean> {
  const allowedByLevel = can(viewer, action, withRole(viewer, place, noGrants));
  if (allowedByLevel || viewer.kind !== 'user' || roleDecides(viewer, place.organizationId) || !inScope(viewer, action))
    return allowedByLevel;
  const granted = loaders.load(grantsOfUser, viewer.userId);
  return granted.then((grants) => can(viewer, action, withRole(viewer, place, grants)));
}

/** Returns the viewer's role on a space or collection. */
export async function roleOnPlace(access: RequestAccess, place: AccessTarget): Promise<OwnedContent> {
  return withPlaceRole(access, place, (owned) => owned);
}

/**
 * Calls `use` with the viewer's role on a space or collection, and returns its result. The result is a promise only if
 * grants are read.
 */
export function withPlaceRole<Result>(
  { viewer, loaders }: RequestAccess,
  place: AccessTarget,
  use: (owned: OwnedContent) => Result,
): Result | Promise<Result> {
  if (viewer.kind !== 'user' || roleDecides(viewer, place.organizationId))
    return use(withRole(viewer, place, noGrants));
  return loaders.load(grantsOfUser, viewer.userId).then((grants) => use(withRole(viewer, place, grants)));
}

/**
 * Returns the viewer's role on a space or collection, in a transaction. `grantsOf` reads the grants of a user in that
 * transaction; it is called only if the role depends on grants.
 */
export async function readPlaceRole(
  viewer: Viewer,
  place: AccessTarget,
  grantsOf: (userId: string) => Promise<Grants>,
): Promise<OwnedContent> {
  if (viewer.kind !== 'user' || roleDecides(viewer, place.organizationId)) return withRole(viewer, place, noGrants);
  return withRole(viewer, place, await grantsOf(viewer.userId));
}

/**
 * Returns those of the given spaces or collections on which the viewer may do the action. It reads the grants with
 * `read`, for example in a transaction.
 */
export async function visiblePlaces<P extends AccessTarget>(
  { viewer, read }: { viewer: Viewer; read: Queries },
  action: ContentAction,
  places: P[],
): Promise<P[]> {
  const needsNoGrants = viewer.kind !== 'user' || places.every((place) => roleDecides(viewer, place.organizationId));
  const grants = needsNoGrants ? noGrants : await readGrants(read, viewer.userId);
  return places.filter((place) => can(viewer, action, withRole(viewer, place, grants)));
}

function withRole(viewer: Viewer, place: AccessTarget, grants: Grants): OwnedContent {
  return { organizationId: place.organizationId, effectiveRole: roleOf(viewer, place, grants) };
}

function roleOf(viewer: Viewer, place: AccessTarget, grants: Grants): Role | null {
  if (viewer.kind === 'operator') return isPastRetention(place.deletedAt) ? null : 'admin';
  return viewer.kind === 'user' ? effectiveRole(viewer.roles.get(place.organizationId), place, grants) : null;
}
