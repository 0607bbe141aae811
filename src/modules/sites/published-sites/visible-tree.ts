import type { Row } from '../../../platform/db/query/rows.js';
import {
  arrangeParts,
  defaultItem,
  descendantsInOrder,
  type GroupRow,
  isGroup,
  isSection,
  type SectionRow,
  type SiteParts,
  type SiteSpaceRow,
} from '../site-structure/parts.js';

/** A site space that the visitor can see. */
export interface VisibleSpace {
  id: string;
  row: SiteSpaceRow;
  space: Row<'Space'>;
  /** The section that contains the space; null on a site without sections. */
  section: SectionRow | null;
  /** Whether the space is the default of its section, or of a site without sections. */
  isDefault: boolean;
}

/** A section that the visitor can see, with at least one space. */
export interface VisibleSection {
  id: string;
  row: SectionRow;
  /** Whether the section is the default of the site. */
  isDefault: boolean;
  siteSpaces: VisibleSpace[];
}

/** A group that the visitor can see. At least one visible section is in the group or in a nested group. */
export interface VisibleGroup {
  id: string;
  row: GroupRow;
  /** Sections directly in the group, in their order. */
  sections: VisibleSection[];
}

/** Parts of a site that the visitor can see. */
export interface VisibleTree {
  /** Whether the site has sections; otherwise its spaces are at the root. */
  hasSections: boolean;
  /** All sections and groups, in reading order: each group before its content. */
  items: (VisibleSection | VisibleGroup)[];
  /** All sections, in reading order. */
  sections: VisibleSection[];
  /** All groups, in reading order: each group before its nested groups. */
  groups: VisibleGroup[];
  /** All spaces, in reading order. */
  siteSpaces: VisibleSpace[];
}

/** All parts of a site, and the spaces that can be visible, by space id. */
export interface PartsAndSpaces extends SiteParts {
  spaces: ReadonlyMap<string, Row<'Space'>>;
}

/**
 * Returns the visible parts of a site. A part is visible if its condition and the condition of its section hold, and it
 * is or contains a visible space. If the default part is hidden, the first visible part replaces it.
 * @param holds reports whether a condition holds for the visitor
 */
export function visibleTree(parts: PartsAndSpaces, holds: (condition: string | null) => boolean): VisibleTree {
  const { groups, spaces } = parts;
  const siteSpaces = parts.siteSpaces.filter(({ spaceId, condition }) => spaces.has(spaceId) && holds(condition));
  const nonEmptySectionIds = new Set(siteSpaces.map(({ sectionId }) => sectionId));
  const sections = parts.sections.filter(({ id, condition }) => nonEmptySectionIds.has(id) && holds(condition));
  const arrangement = arrangeParts({ groups, sections, siteSpaces });
  const orderedItems = descendantsInOrder(arrangement, null);
  const spacesIn = (section: SectionRow | null): VisibleSpace[] =>
    withDefault(arrangement.siteSpaces.get(section?.id ?? null) ?? []).map(({ row, ...one }) => ({
      ...one,
      ...{ row, section, space: spaces.get(row.spaceId)! },
    }));
  const visibleSections = withDefault(orderedItems.filter(isSection)).map((one) => ({
    ...one,
    siteSpaces: spacesIn(one.row),
  }));
  const nonEmptyGroupIds = groupIdsAbove(visibleSections, groups);
  const groupRows = orderedItems.filter(isGroup).filter(({ id }) => nonEmptyGroupIds.has(id));
  const visibleGroups = groupRows.map((row) => ({ id: row.id, row, sections: visibleSections.filter(isInGroup(row)) }));
  const byId = new Map<string, VisibleSection | VisibleGroup>(
    [...visibleSections, ...visibleGroups].map((one) => [one.id, one]),
  );
  const hasSections = parts.sections.length > 0;
  return {
    hasSections,
    items: orderedItems.flatMap(({ id }) => byId.get(id) ?? []),
    sections: visibleSections,
    groups: visibleGroups,
    siteSpaces: hasSections ? visibleSections.flatMap((section) => section.siteSpaces) : spacesIn(null),
  };
}

function isInGroup({ id }: GroupRow): (section: VisibleSection) => boolean {
  return ({ row }) => row.groupId === id;
}

/** Adds ids to rows and marks the default: the default row, otherwise the first row. */
function withDefault<T extends { id: string; isDefault: boolean }>(rows: readonly T[]) {
  const defaultRow = defaultItem(rows);
  return rows.map((row) => ({ id: row.id, row, isDefault: row === defaultRow }));
}

/** Returns the ids of the groups that contain one of the sections, directly or in nested groups. */
function groupIdsAbove(sections: readonly VisibleSection[], groups: readonly GroupRow[]): Set<string> {
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]));
  const groupIds = new Set<string>();
  for (const { row } of sections)
    for (let id = row.groupId; id !== null && !groupIds.has(id); id = parents.get(id) ?? null) groupIds.add(id);
  return groupIds;
}
