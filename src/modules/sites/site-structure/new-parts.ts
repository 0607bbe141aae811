import { newId } from '../../../platform/base/ids.js';
import { positionAfter } from '../../shared/positions.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { GroupRow, SectionRow, SiteSpaceRow } from './parts.js';

/**
 * Columns of a new part, except those that the server sets. `last` is the position of the part before it; null if the
 * new part is the first.
 */
type NewPart<Row extends object> = Omit<Row, 'id' | 'position' | 'createdAt'> & { last: string | null };

/** Returns the row of a new site space at the end of its section or of the root; the caller saves it. */
export function newSiteSpace(unit: UnitOfWork, columns: Omit<NewPart<SiteSpaceRow>, 'condition'>): SiteSpaceRow {
  return { ...completePart(unit, 'SiteSpace', columns), condition: null };
}

/** Returns the row of a new section at the end of its group or of the root; the caller saves it. */
export function newSection(
  unit: UnitOfWork,
  columns: Omit<NewPart<SectionRow>, 'condition' | 'description'>,
): SectionRow {
  return { ...completePart(unit, 'SiteSection', columns), condition: null, description: null };
}

/** Returns the row of a new group at the end of its parent group or of the root; the caller saves it. */
export function newGroup(unit: UnitOfWork, columns: NewPart<GroupRow>): GroupRow {
  return completePart(unit, 'SiteSectionGroup', columns);
}

function completePart<Columns extends { last: string | null }>(
  { at }: UnitOfWork,
  kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup',
  { last, ...columns }: Columns,
) {
  const id = newId(kind);
  return { ...columns, id, position: positionAfter(last, id), createdAt: at.toISOString() };
}
