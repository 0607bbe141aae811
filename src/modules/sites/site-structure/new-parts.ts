import { newId } from '../../../platform/base/ids.js';
import type { Act } from '../../shared/act.js';
import { positionBehind } from '../../shared/positions.js';
import type { GroupRow, SectionRow, SiteSpaceRow } from './parts.js';

/** What is not a client's to say of a new part; `last` is the position that it goes behind, null where it is the first. */
type New<Row extends object> = Omit<Row, 'id' | 'position' | 'createdAt'> & { last: string | null };

/** A new site space at the end of its place, to be saved. */
export function newSiteSpace(under: Act, given: Omit<New<SiteSpaceRow>, 'condition'>): SiteSpaceRow {
  return { ...placed(under, 'SiteSpace', given), condition: null };
}

/** A new section at the end of its place, to be saved. */
export function newSection(under: Act, given: Omit<New<SectionRow>, 'condition' | 'description'>): SectionRow {
  return { ...placed(under, 'SiteSection', given), condition: null, description: null };
}

/** A new group at the end of its place, to be saved. */
export function newGroup(under: Act, given: New<GroupRow>): GroupRow {
  return placed(under, 'SiteSectionGroup', given);
}

function placed<Given extends { last: string | null }>(
  { at }: Act,
  kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup',
  { last, ...given }: Given,
) {
  const id = newId(kind);
  return { ...given, id, position: positionBehind(last, id), createdAt: at.toISOString() };
}
