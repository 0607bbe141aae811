import { sql } from 'kysely';
import type { ContentAction } from '../../../access/actions.js';
import type { Place } from '../../../access/effective-role.js';
import { seenPlaces } from '../../../access/place-access.js';
import { forbidden } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/** A space that lies in a collection. */
export interface InnerSpace extends Place {
  deletedAt: string | null;
}

/** Locks and reads the spaces that lie in some collections themselves, deleted ones included. */
export function lockSpacesIn({ tx: { read } }: UnitOfWork, collectionIds: string[]): Promise<InnerSpace[]> {
  const columns = ['id', 'organizationId', 'parentId', 'resolvedLevel', 'deletedAt'] as const;
  const query = read.sql.selectFrom('Space').select(columns).where(read.inList('parentId', collectionIds));
  const ordered = query.orderBy('id');
  return read.all(read.provider === 'postgresql' ? ordered.forNoKeyUpdate() : ordered);
}

/**
 * Refuses what takes the role admin on all in a collection, where something of it is not the viewer's: a default level
 * below may say less. Deleted spaces do not count.
 * @throws FORBIDDEN
 */
export async function requireAll(unit: UnitOfWork, action: ContentAction, places: Place[]): Promise<void> {
  // What is deleted already is not taken from anybody.
  const alive = places.filter(({ deletedAt }) => deletedAt == null);
  const allowed = await seenPlaces({ viewer: unit.viewer, read: unit.tx.read }, action, alive);
  const short = alive.length - allowed.length;
  if (short === 0) return;
  const message = `${action} needs the role admin on everything in the collection; your role is lower on ${short}`;
  throw forbidden(message, { reason: 'ROLE_TOO_LOW', action, needs: 'admin' });
}

/** What a space at the root has: the default level that it had, so that restoring it opens it to nobody new. */
export const atRoot = {
  parentId: null,
  defaultLevel: sql<string>`"resolvedLevel"`,
  visibility: sql<string>`case when "visibility" = 'in-collection' then 'private' else "visibility" end`,
};

/** Puts the deleted spaces of some collections at the root. */
export async function putDeletedAtRoot({ tx: { read } }: UnitOfWork, collectionIds: string[]): Promise<void> {
  const query = read.sql.updateTable('Space').set(atRoot).where('deletedAt', 'is not', null);
  await read.all(query.where(read.inList('parentId', collectionIds)));
}
