import { authorize } from '../../access/policy.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findRow, placeRole } from '../shared/targets.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/** Requires that the viewer may create something beside a space, where its translation is to lie. @throws FORBIDDEN */
export async function requirePlace(unit: UnitOfWork, { organizationId, parentId }: Row<'Space'>): Promise<void> {
  const parent = parentId === null ? null : await findRow(unit, 'Collection', parentId);
  if (parent) authorize(unit.viewer, 'collection.createContent', await placeRole(unit, parent));
  else authorize(unit.viewer, 'organization.createContent', { organizationId });
}
