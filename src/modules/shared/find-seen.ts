import type { ContentAction } from '../../access/actions.js';
import { can } from '../../access/policy.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Act } from './act.js';
import { findRow, placeRole } from './targets.js';

const views: Record<'Space' | 'Collection', ContentAction> = { Space: 'space.view', Collection: 'collection.view' };

/** A space or collection that a request's body names, of any organization; null for one that the viewer may not read. */
export async function findSeen<T extends keyof typeof views>(under: Act, table: T, id: string): Promise<Row<T> | null> {
  const row = await findRow(under, table, id);
  if (!row) return null;
  const owned = await placeRole(under, row as Row<'Space' | 'Collection'>);
  const view: ContentAction = views[table];
  return can(under.viewer, view, owned) ? row : null;
}
