import { expect } from 'vitest';
import { groupBy } from '../../../../src/platform/arrays/group-by.js';
import type { Store } from '../../../../src/platform/db/write/store.js';

/** Expects a consistent structure: one default and unique paths among siblings, and groups that lead to the root. */
export async function expectConsistentStructure({ read }: Store, site: string): Promise<void> {
  const all = <T>(table: 'SiteSpace') =>
    read.all(read.sql.selectFrom(table).selectAll().where('siteId', '=', site)) as unknown as Promise<T[]>;
  const siteSpaces = await all<{ id: string; sectionId: string | null; path: string; isDefault: boolean }>('SiteSpace');
  const sections = await all<{ id: string; groupId: string | null; path: string; isDefault: boolean }>(
    'SiteSection' as never,
  );
  const groups = await all<{ id: string; parentId: string | null }>('SiteSectionGroup' as never);
  const levels = groupBy(siteSpaces, ({ sectionId }) => sectionId);
  const places: (string | null)[] = sections.length > 0 ? sections.map(({ id }) => id) : [null];
  expect(siteSpaces.filter(({ sectionId }) => !places.includes(sectionId))).toEqual([]);
  for (const level of [sections, ...levels.values()]) {
    if (level.length === 0) continue;
    expect(level.filter(({ isDefault }) => isDefault)).toHaveLength(1);
    expect(new Set(level.map(({ path }) => path)).size).toBe(level.length);
  }
  const parents = new Map(groups.map(({ id, parentId }) => [id, parentId]));
  for (const { parentId } of groups) {
    let [at, depth] = [parentId, 1];
    for (; at !== null && depth < 10; depth += 1) at = parents.get(at)!;
    expect(depth).toBeLessThanOrEqual(5);
  }
  expect(sections.filter(({ groupId }) => groupId !== null && !parents.has(groupId))).toEqual([]);
}
