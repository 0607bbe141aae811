import { authorize } from '../../access/policy.js';
import type { Row } from '../../platform/db/query/rows.js';
import { findRow, placeRole } from '../shared/targets.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';

/**
 * Checks that the viewer may create content next to a space, where its translation will be.
 * @throws FORBIDDEN
 */
export async function requirePlace(unit: UnitOfWork, { organizationId, parentId }: Row<'Space'>): Promise<void> {
  const parent = parentId === null ? null : await findRow(unit, 'Collection', parentId);
  if (parent) authorize(unit.viewer, 'collection.createContent', await placeRole(unit, parent));
  else authorize(unit.viewer, 'organization.createContent', { organizationId });
}
