import type { Row } from '../../../platform/db/query/rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { arrange, type SiteParts, shownFirst } from './parts.js';

/**
 * Keeps where sections and spaces stood on a site and stand no more, so that their addresses lead to them still. Where a
 * section is gone, the space that it showed first stands for it. One statement for some hundred of them.
 */
export async function keepFormerPlaces(
  { tx, at }: UnitOfWork,
  { id: siteId, organizationId }: Pick<Row<'Site'>, 'id' | 'organizationId'>,
  { before, after }: { before: SiteParts; after: SiteParts },
): Promise<void> {
  const now = placesOf(after);
  const left = [...placesOf(before)].filter(([id, path]) => now.get(id) !== path);
  const kept = new Set(after.sections.map(({ id }) => id));
  const firsts = firstSpaces({ ...before, sections: before.sections.filter(({ id }) => !kept.has(id)) });
  const rows = left.map(([id, path]) => {
    const targetId = firsts.get(id) ?? id;
    return { organizationId, siteId, path, targetId, createdAt: at };
  });
  await insertRows(tx, { table: 'FormerSitePath', rows, over: ['siteId', 'path', 'targetId'] });
}

/** The paths of sections and spaces on the site, by the ids of the sections and of the spaces themselves. */
function placesOf({ sections, siteSpaces }: SiteParts): Map<string, string> {
  const paths = new Map(sections.map(({ id, path }) => [id, path]));
  const spaces = siteSpaces.map(({ spaceId, sectionId, path }): [string, string] => [
    spaceId,
    sectionId === null ? path : `${paths.get(sectionId)!}/${path}`,
  ]);
  return new Map([...paths, ...spaces]);
}

/** Ids of the spaces that sections show first, by their ids; none for those without a space. */
function firstSpaces(parts: SiteParts): Map<string, string> {
  const { siteSpaces } = arrange(parts);
  return new Map(
    parts.sections.flatMap(({ id }) => {
      const first = shownFirst(siteSpaces.get(id) ?? []);
      return first ? [[id, first.spaceId] as const] : [];
    }),
  );
}
