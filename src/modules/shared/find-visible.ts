import { can } from '../../access/policy.js';
import type { ContentAction } from '../../access/required-roles.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findRow, placeRole } from './targets.js';
import type { UnitOfWork } from './unit-of-work.js';

const views: Record<'Space' | 'Collection', ContentAction> = { Space: 'space.view', Collection: 'collection.view' };

/**
 * Finds a space or collection of any organization by the id in the body of a request. Returns null if it does not
 * exist, or if the viewer may not read it.
 */
export async function findVisible<T extends keyof typeof views>(
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
