import type { Row } from '../../../platform/db/query/rows.js';
import {
  arrange,
  below,
  type GroupRow,
  isGroup,
  isSection,
  type SectionRow,
  type SiteParts,
  type SiteSpaceRow,
  shownFirst,
} from '../site-structure/parts.js';

/** A site's space that somebody is shown. */
export interface VisibleSpace {
  id: string;
  row: SiteSpaceRow;
  space: Row<'Space'>;
  /** The section that it stands in; null on a site without sections. */
  section: SectionRow | null;
  /** Whether it is shown first in its section, or on a site without sections. */
  isDefault: boolean;
}

/** A section that somebody is shown, with one space at least. */
export interface VisibleSection {
  id: string;
  row: SectionRow;
  /** Whether the site shows it first. */
  isDefault: boolean;
  siteSpaces: VisibleSpace[];
}

/** A group that somebody is shown, with one section at least in it or below. */
export interface VisibleGroup {
  id: string;
  row: GroupRow;
  /** Those that stand in it themselves, in their order. */
  sections: VisibleSection[];
}

/** What somebody is shown of a site. */
export interface VisibleTree {
  /** Whether the site has sections; else its spaces stand at the root. */
  hasSections: boolean;
  /** All sections and groups, in reading order: each group before what is in it. */
  items: (VisibleSection | VisibleGroup)[];
  /** All sections, in reading order. */
  sections: VisibleSection[];
  /** All groups, each before those in it. */
  groups: VisibleGroup[];
  /** All spaces, in reading order. */
  siteSpaces: VisibleSpace[];
}

/** All parts of a site, with the spaces that may be shown, by their ids. */
export interface Parts extends SiteParts {
  spaces: ReadonlyMap<string, Row<'Space'>>;
}

/**
 * What is shown of a site: what its own and its section's condition let through, and only what leads to a space. Where the
 * default is not shown, the first that is stands in for it.
 * @param shows whether a condition lets somebody through
 */
export function visibleTree(parts: Parts, shows: (condition: string | null) => boolean): VisibleTree {
  const { groups, spaces } = parts;
  const siteSpaces = parts.siteSpaces.filter(({ spaceId, condition }) => spaces.has(spaceId) && shows(condition));
  const full = new Set(siteSpaces.map(({ sectionId }) => sectionId));
  const sections = parts.sections.filter(({ id, condition }) => full.has(id) && shows(condition));
  const arrangement = arrange({ groups, sections, siteSpaces });
  const reading = below(arrangement, null);
  const spacesIn = (section: SectionRow | null): VisibleSpace[] =>
    withDefault(arrangement.siteSpaces.get(section?.id ?? null) ?? []).map(({ row, ...one }) => ({
      ...one,
      ...{ row, section, space: spaces.get(row.spaceId)! },
    }));
  const shown = withDefault(reading.filter(isSection)).map((one) => ({ ...one, siteSpaces: spacesIn(one.row) }));
  const leading = groupsOf(shown, groups);
  const shownGroups = reading.filter(isGroup).filter(({ id }) => leading.has(id));
  const visibleGroups = shownGroups.map((row) => ({ id: row.id, row, sections: shown.filter(isIn(row)) }));
  const byId = new Map<string, VisibleSection | VisibleGroup>([...shown, ...visibleGroups].map((one) => [one.id, one]));
  const hasSections = parts.sections.length > 0;
  return {
    hasSections,
    items: reading.flatMap(({ id }) => byId.get(id) ?? []),
    sections: shown,
    groups: visibleGroups,
    siteSpaces: hasSections ? shown.flatMap((section) => section.siteSpaces) : spacesIn(null),
  };
}

function isIn({ id }: GroupRow): (section: VisibleSection) => boolean {
  return ({ row }) => row.groupId === id;
}

/** Gives each its id, and one of them the default: the first where it is not among them. */
function withDefault<T extends { id: string; isDefault: boolean }>(rows: readonly T[]) {
  const first = shownFirst(rows);
  return rows.map((row) => ({ id: row.id, row, isDefault: row === first }));
}

/** Ids of the groups that some sections stand in, or below. */
function groupsOf(sections: readonly VisibleSection[], groups: readonly GroupRow[]): Set<string> {
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]));
  const leading = new Set<string>();
  for (const { row } of sections)
    for (let id = row.groupId; id !== null && !leading.has(id); id = parents.get(id) ?? null) leading.add(id);
  return leading;
}
