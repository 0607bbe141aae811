import { newId } from '../../../platform/base/ids.js';
import { positionBehind } from '../../shared/positions.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { GroupRow, SectionRow, SiteSpaceRow } from './parts.js';

/** What is not a client's to say of a new part; `last` is the position that it goes behind, null where it is the first. */
type New<Row extends object> = Omit<Row, 'id' | 'position' | 'createdAt'> & { last: string | null };

/** A new site space at the end of its place, to be saved. */
export function newSiteSpace(unit: UnitOfWork, given: Omit<New<SiteSpaceRow>, 'condition'>): SiteSpaceRow {
  return { ...placed(unit, 'SiteSpace', given), condition: null };
}

/** A new section at the end of its place, to be saved. */
export function newSection(unit: UnitOfWork, given: Omit<New<SectionRow>, 'condition' | 'description'>): SectionRow {
  return { ...placed(unit, 'SiteSection', given), condition: null, description: null };
}

/** A new group at the end of its place, to be saved. */
export function newGroup(unit: UnitOfWork, given: New<GroupRow>): GroupRow {
  return placed(unit, 'SiteSectionGroup', given);
}

function placed<Given extends { last: string | null }>(
  { at }: UnitOfWork,
  kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup',
  { last, ...given }: Given,
) {
  const id = newId(kind);
  return { ...given, id, position: positionBehind(last, id), createdAt: at.toISOString() };
}
