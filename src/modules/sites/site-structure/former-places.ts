import type { Row } from '../../../platform/db/query/rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { arrangeParts, defaultItem, type SiteParts } from './parts.js';

/**
 * Stores the paths that sections and spaces had before a change, so that their old addresses stay valid. The old
 * address of a deleted section leads to its default space. It runs one statement for every few hundred paths.
 */
export async function storeFormerPlaces(
  { tx, at }: UnitOfWork,
  { id: siteId, organizationId }: Pick<Row<'Site'>, 'id' | 'organizationId'>,
  { before, after }: { before: SiteParts; after: SiteParts },
): Promise<void> {
  const currentPaths = pathsById(after);
  const formerPaths = [...pathsById(before)].filter(([id, path]) => currentPaths.get(id) !== path);
  const remainingIds = new Set(after.sections.map(({ id }) => id));
  const defaultSpaceIds = defaultSpaceIdsOf({
    ...before,
    sections: before.sections.filter(({ id }) => !remainingIds.has(id)),
  });
  const rows = formerPaths.map(([id, path]) => {
    const targetId = defaultSpaceIds.get(id) ?? id;
    return { organizationId, siteId, path, targetId, createdAt: at };
  });
  await insertRows(tx, { table: 'FormerSitePath', rows, conflictColumns: ['siteId', 'path', 'targetId'] });
}

/**
 * Returns the paths of sections and spaces on the site, by the ids of the sections and of the spaces (not of the site
 * spaces).
 */
function pathsById({ sections, siteSpaces }: SiteParts): Map<string, string> {
  const paths = new Map(sections.map(({ id, path }) => [id, path]));
  const spaces = siteSpaces.map(({ spaceId, sectionId, path }): [string, string] => [
    spaceId,
    sectionId === null ? path : `${paths.get(sectionId)!}/${path}`,
  ]);
  return new Map([...paths, ...spaces]);
}

/** Returns the ids of the default spaces of sections, by section id; sections without spaces are left out. */
function defaultSpaceIdsOf(parts: SiteParts): Map<string, string> {
  const { siteSpaces } = arrangeParts(parts);
  return new Map(
    parts.sections.flatMap(({ id }) => {
      const first = defaultItem(siteSpaces.get(id) ?? []);
      return first ? [[id, first.spaceId] as const] : [];
    }),
  );
}
