import { sql } from 'kysely';
import type { AccessTarget } from '../../../access/effective-role.js';
import { visiblePlaces } from '../../../access/place-access.js';
import type { ContentAction } from '../../../access/required-roles.js';
import { forbidden } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A space in a collection. */
export interface CollectionSpace extends AccessTarget {
  deletedAt: string | null;
}

/** Locks and reads the spaces that are directly in the given collections, including deleted ones. */
export function lockSpacesIn({ tx: { read } }: UnitOfWork, collectionIds: string[]): Promise<CollectionSpace[]> {
  const columns = ['id', 'organizationId', 'parentId', 'resolvedLevel', 'deletedAt'] as const;
  const query = read.sql.selectFrom('Space').select(columns).where(read.inList('parentId', collectionIds));
  const ordered = query.orderBy('id');
  return read.all(read.provider === 'postgresql' ? ordered.forNoKeyUpdate() : ordered);
}

/**
 * Checks that the viewer has the role admin on every given space or collection. The default level of an object may give
 * the viewer a lower role than on its parent. Ignores deleted spaces.
 * @throws FORBIDDEN
 */
export async function requireAdminOnAll(
  unit: UnitOfWork,
  action: ContentAction,
  places: AccessTarget[],
): Promise<void> {
  // The viewer needs no role on spaces that are already deleted.
  const notDeleted = places.filter(({ deletedAt }) => deletedAt == null);
  const allowed = await visiblePlaces({ viewer: unit.viewer, read: unit.tx.read }, action, notDeleted);
  const refused = notDeleted.length - allowed.length;
  if (refused === 0) return;
  const message = `${action} needs the role admin on everything in the collection; your role is lower on ${refused}`;
  throw forbidden(message, { reason: 'ROLE_TOO_LOW', action, needs: 'admin' });
}

/**
 * Columns of a space that moves to the root. Its resolved access level becomes its default level, so that restoring it
 * gives no additional users access.
 */
export const rootColumns = {
  parentId: null,
  defaultLevel: sql<string>`"resolvedLevel"`,
  visibility: sql<string>`case when "visibility" = 'in-collection' then 'private' else "visibility" end`,
};

/** Moves the deleted spaces of the given collections to the root. */
export async function moveDeletedToRoot({ tx: { read } }: UnitOfWork, collectionIds: string[]): Promise<void> {
  const query = read.sql.updateTable('Space').set(rootColumns).where('deletedAt', 'is not', null);
  await read.all(query.where(read.inList('parentId', collectionIds)));
}
