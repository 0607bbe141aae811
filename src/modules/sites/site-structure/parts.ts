import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** Rows of a site space, a section, and a group of sections. */
export type SiteSpaceRow = Row<'SiteSpace'>;
export type SectionRow = Row<'SiteSection'>;
export type GroupRow = Row<'SiteSectionGroup'>;

/** A section or group, at the root of a site with sections or in a group. */
export type Child = SectionRow | GroupRow;

/** All parts of a site, unordered. */
export interface SiteParts {
  groups: readonly GroupRow[];
  sections: readonly SectionRow[];
  siteSpaces: readonly SiteSpaceRow[];
}

/** Parts of a site by the section or group that contains them, each list in its order; null is the root. */
export interface Arrangement {
  /** Sections and groups, by the id of the group that contains them. */
  children: ReadonlyMap<string | null, Child[]>;
  /** Site spaces, by the id of the section that contains them. */
  siteSpaces: ReadonlyMap<string | null, SiteSpaceRow[]>;
}

/** Reports whether a child of a group is a group. */
export function isGroup(child: Child): child is GroupRow {
  return 'parentId' in child;
}

/** Reports whether a child of a group is a section. */
export function isSection(child: Child): child is SectionRow {
  return !isGroup(child);
}

/** Returns the id of the group that contains a child; null at the root. */
export function groupOf(child: Child): string | null {
  return isGroup(child) ? child.parentId : child.groupId;
}

/** Sorts the items of one section, group or root by position, in binary order, then by id. */
export function sortByPosition<Item extends { position: string; id: string }>(items: Iterable<Item>): Item[] {
  return [...items].sort((left, right) => compare(left.position, right.position) || compare(left.id, right.id));
}

function compare(left: string, right: string): number {
  return left < right ? -1 : left > right ? 1 : 0;
}

/** Groups the parts of a site by the section or group that contains them, and sorts them. */
export function arrangeParts({ groups, sections, siteSpaces }: SiteParts): Arrangement {
  return {
    children: groupBy(sortByPosition<Child>([...groups, ...sections]), groupOf),
    siteSpaces: groupBy(sortByPosition(siteSpaces), ({ sectionId }) => sectionId),
  };
}

/**
 * Returns all sections and groups below a group, or below the root (null), in reading order: a group before its
 * content.
 */
export function descendantsInOrder({ children }: Arrangement, groupId: string | null): Child[] {
  const ordered: Child[] = [];
  const stack = [...(children.get(groupId) ?? [])].reverse();
  for (let child = stack.pop(); child; child = stack.pop()) {
    ordered.push(child);
    if (isGroup(child)) stack.push(...[...(children.get(child.id) ?? [])].reverse());
  }
  return ordered;
}

/** Returns the default of several items; the first one if the default is not among them. */
export function defaultItem<Item extends { isDefault: boolean }>(items: readonly Item[]): Item | undefined {
  return items.find(({ isDefault }) => isDefault) ?? items[0];
}
