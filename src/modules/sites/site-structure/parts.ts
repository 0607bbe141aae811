import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Row } from '../../../platform/db/query/rows.js';

/** A space on a site, a section, and a group of sections, as they are stored. */
export type SiteSpaceRow = Row<'SiteSpace'>;
export type SectionRow = Row<'SiteSection'>;
export type GroupRow = Row<'SiteSectionGroup'>;

/** What stands at the root of a site with sections, or in a group. */
export type Child = SectionRow | GroupRow;

/** All that a site is made of, in no order. */
export interface SiteParts {
  groups: readonly GroupRow[];
  sections: readonly SectionRow[];
  siteSpaces: readonly SiteSpaceRow[];
}

/** The parts of a site by what they stand in, each list in its order; null is the root. */
export interface Arrangement {
  /** Sections and groups, by the group. */
  children: ReadonlyMap<string | null, Child[]>;
  /** By the section. */
  siteSpaces: ReadonlyMap<string | null, SiteSpaceRow[]>;
}

/** Whether something in a group is a group itself. */
export function isGroup(child: Child): child is GroupRow {
  return 'parentId' in child;
}

/** Whether something in a group is a section. */
export function isSection(child: Child): child is SectionRow {
  return !isGroup(child);
}

/** Id of the group that something stands in; null at the root. */
export function groupOf(child: Child): string | null {
  return isGroup(child) ? child.parentId : child.groupId;
}

/** Puts what stands in one place in order: by position, in binary order, then by id. */
export function inOrder<Item extends { position: string; id: string }>(items: Iterable<Item>): Item[] {
  return [...items].sort((one, other) => compare(one.position, other.position) || compare(one.id, other.id));
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

/** Arranges the parts of a site. */
export function arrange({ groups, sections, siteSpaces }: SiteParts): Arrangement {
  return {
    children: groupBy(inOrder<Child>([...groups, ...sections]), groupOf),
    siteSpaces: groupBy(inOrder(siteSpaces), ({ sectionId }) => sectionId),
  };
}

/** Everything below a group, or below the root (null), as one reads it: a group before what stands in it. */
export function below({ children }: Arrangement, groupId: string | null): Child[] {
  const reading: Child[] = [];
  const open = [...(children.get(groupId) ?? [])].reverse();
  for (let child = open.pop(); child; child = open.pop()) {
    reading.push(child);
    if (isGroup(child)) open.push(...[...(children.get(child.id) ?? [])].reverse());
  }
  return reading;
}

/** What is shown first of several, in their order: the default, or the first where that is not among them. */
export function shownFirst<Item extends { isDefault: boolean }>(items: readonly Item[]): Item | undefined {
  return items.find(({ isDefault }) => isDefault) ?? items[0];
}
