import { visiblePlaces } from '../../../access/place-access.js';
import { AppError } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Row, TableName } from '../../../platform/db/query/rows.js';
import type { NewEvent } from '../../shared/append-events.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { withValidDefaults } from './defaults-invariant.js';
import { storeFormerPlaces } from './former-places.js';
import type { GroupRow, SectionRow, SiteParts, SiteSpaceRow } from './parts.js';
import { saveParts } from './save-parts.js';

/** Structure of a locked site, and the site spaces that the viewer can see. */
export interface Structure {
  site: Row<'Site'>;
  parts: SiteParts;
  /**
   * Ids of the site spaces whose spaces the viewer can see. Actions treat other site spaces as if they did not exist.
   */
  visibleSiteSpaceIds: ReadonlySet<string>;
}

/** Maximum number of parts of each kind on a site; a request reads all of them at once. */
const maxParts = { groups: 500, sections: 500, siteSpaces: 2000 } as const;

/** Nouns for the kinds of parts, for messages. */
const nouns = { groups: 'section groups', sections: 'sections', siteSpaces: 'spaces' } as const;

/**
 * Locks a site to change its structure.
 * @throws NOT_FOUND, also if the site belongs to another organization than `name.organization`; FORBIDDEN.
 */
export async function lockStructure(unit: UnitOfWork, name: SiteName): Promise<Structure> {
  return readStructure(unit, await lockSite(unit, name, 'site.update'));
}

/** Reads the structure of a locked site. */
export async function readStructure({ tx: { read }, viewer }: UnitOfWork, site: Row<'Site'>): Promise<Structure> {
  const groups = (await readRows(read, 'SiteSectionGroup', site.id)) as GroupRow[];
  const sections = (await readRows(read, 'SiteSection', site.id)) as SectionRow[];
  const siteSpaces = (await readRows(read, 'SiteSpace', site.id)) as SiteSpaceRow[];
  const isOnSite = read.inList(
    'id',
    siteSpaces.map(({ spaceId }) => spaceId),
  );
  const spaces = await read.all(
    read.sql.selectFrom('Space').selectAll().where(isOnSite).where('deletedAt', 'is', null),
  );
  const visibleSpaceIds = new Set((await visiblePlaces({ viewer, read }, 'space.view', spaces)).map(({ id }) => id));
  const visibleSiteSpaceIds = new Set(
    siteSpaces.filter(({ spaceId }) => visibleSpaceIds.has(spaceId)).map(({ id }) => id),
  );
  return { site, parts: { groups, sections, siteSpaces }, visibleSiteSpaceIds };
}

function readRows(read: Queries, table: TableName, siteId: string): Promise<object[]> {
  const query = read.sql.selectFrom(table as 'SiteSpace').selectAll();
  return read.all(query.where('siteId', '=', siteId).orderBy('position').orderBy('id'));
}

/** A change of a structure: the new parts, and the event to record. */
export interface StructureChange {
  parts: SiteParts;
  event: Omit<NewEvent, 'organizationId'>;
}

/**
 * Writes a change of the structure and records its event. Does neither if nothing changes.
 * @throws CONFLICT if the site would have too many parts.
 */
export async function writeStructure(
  unit: UnitOfWork,
  { site, parts: before }: Structure,
  { parts, event }: StructureChange,
): Promise<void> {
  for (const kind of Object.keys(maxParts) as (keyof typeof maxParts)[]) {
    if (parts[kind].length <= maxParts[kind] || parts[kind].length <= before[kind].length) continue;
    throw new AppError(
      'CONFLICT',
      `The site ${site.id} has ${maxParts[kind]} ${nouns[kind]}, the maximum; delete one first`,
    );
  }
  if (!(await saveParts(unit.tx, { site, before, after: withValidDefaults(parts) }))) return;
  await storeFormerPlaces(unit, site, { before, after: parts });
  unit.record({ organizationId: site.organizationId, ...event });
}
