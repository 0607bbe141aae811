import { newId } from '../../../platform/base/ids.js';
import { positionAfter } from '../../shared/positions.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { GroupRow, SectionRow, SiteSpaceRow } from './parts.js';

/**
 * Columns of a new part, except those that the server sets. `last` is the position of the part before it; null if the
 * new part is the first.
 */
type New<Row extends object> = Omit<Row, 'id' | 'position' | 'createdAt'> & { last: string | null };

/** Returns the row of a new site space at the end of its section or of the root; the caller saves it. */
export function newSiteSpace(unit: UnitOfWork, given: Omit<New<SiteSpaceRow>, 'condition'>): SiteSpaceRow {
  return { ...placed(unit, 'SiteSpace', given), condition: null };
}

/** Returns the row of a new section at the end of its group or of the root; the caller saves it. */
export function newSection(unit: UnitOfWork, given: Omit<New<SectionRow>, 'condition' | 'description'>): SectionRow {
  return { ...placed(unit, 'SiteSection', given), condition: null, description: null };
}

/** Returns the row of a new group at the end of its parent group or of the root; the caller saves it. */
export function newGroup(unit: UnitOfWork, given: New<GroupRow>): GroupRow {
  return placed(unit, 'SiteSectionGroup', given);
}

function placed<Given extends { last: string | null }>(
  { at }: UnitOfWork,
  kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup',
  { last, ...given }: Given,
) {
  const id = newId(kind);
  return { ...given, id, position: positionAfter(last, id), createdAt: at.toISOString() };
}
