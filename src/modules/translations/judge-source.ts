import { authorize } from '../../access/policy.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Act } from '../shared/act.js';
import { findRow, placeRole } from '../shared/targets.js';

/** Requires that the viewer may create something beside a space, where its translation is to lie. @throws FORBIDDEN */
export async function requirePlace(under: Act, { organizationId, parentId }: Row<'Space'>): Promise<void> {
  const parent = parentId === null ? null : await findRow(under, 'Collection', parentId);
  if (parent) authorize(under.viewer, 'collection.createContent', await placeRole(under, parent));
  else authorize(under.viewer, 'organization.createContent', { organizationId });
}
