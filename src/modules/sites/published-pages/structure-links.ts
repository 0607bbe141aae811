import type { Link, NavigationSection } from '../../../render/html/layout/site-page.js';
import type { VisibleGroup, VisibleSection, VisibleSpace } from '../published-sites/visible-tree.js';
import { defaultItem, isSection } from '../site-structure/parts.js';
import { pathOf, type SiteVisit } from './visit.js';

/** Returns links to the sections of a site with their groups, in reading order; empty for fewer than two sections. */
export function sectionLinks(visit: SiteVisit, current: VisibleSpace | null): NavigationSection[] {
  const { items, sections } = visit.tree;
  if (sections.length < 2) return [];
  const lists = new Map<string | null, NavigationSection[]>([[null, []]]);
  for (const item of items) {
    const list = lists.get(parentOf(item)) ?? lists.get(null)!;
    if (isVisibleSection(item)) list.push(sectionLink(visit, item, current));
    else {
      const group = { title: item.row.title, sections: [] as NavigationSection[] };
      lists.set(item.id, group.sections);
      list.push(group);
    }
  }
  return lists.get(null)!;
}

/**
 * Returns links to the spaces of the current section, or of a site without sections; empty for fewer than two spaces.
 */
export function spaceLinks(visit: SiteVisit, current: VisibleSpace | null): Link[] {
  const section = current?.section?.id ?? null;
  const spaces = visit.tree.siteSpaces.filter((one) => (one.section?.id ?? null) === section);
  if (current === null || spaces.length < 2) return [];
  return spaces.map((one) => ({
    title: one.space.title,
    href: pathOf(visit, one),
    emoji: one.space.emoji,
    isCurrent: one.id === current.id,
  }));
}

function sectionLink(visit: SiteVisit, section: VisibleSection, current: VisibleSpace | null): Link {
  const defaultSpace = defaultItem(section.siteSpaces)!;
  return {
    title: section.row.title,
    href: pathOf(visit, defaultSpace),
    isCurrent: current?.section?.id === section.id,
  };
}

function isVisibleSection(item: VisibleSection | VisibleGroup): item is VisibleSection {
  return isSection(item.row);
}

function parentOf({ row }: VisibleSection | VisibleGroup): string | null {
  return isSection(row) ? row.groupId : row.parentId;
}
