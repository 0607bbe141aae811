import type { ContentAction } from '../../access/actions.js';
import { can } from '../../access/policy.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findRow, placeRole } from './targets.js';
import type { UnitOfWork } from './unit-of-work.js';

const views: Record<'Space' | 'Collection', ContentAction> = { Space: 'space.view', Collection: 'collection.view' };

/** A space or collection that a request's body names, of any organization; null for one that the viewer may not read. */
export async function findSeen<T extends keyof typeof views>(
  unit: UnitOfWork,
  table: T,
  id: string,
): Promise<Row<T> | null> {
  const row = await findRow(unit, table, id);
  if (!row) return null;
  const owned = await placeRole(unit, row as Row<'Space' | 'Collection'>);
  const view: ContentAction = views[table];
  return can(unit.viewer, view, owned) ? row : null;
}
