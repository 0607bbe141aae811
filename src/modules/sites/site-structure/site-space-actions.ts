import { AppError, badInput, notFound } from '../../../platform/base/errors.js';
import type { SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { readTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { checkCondition } from './conditions.js';
import { newSiteSpace } from './new-parts.js';
import type { SiteParts, SiteSpaceRow } from './parts.js';
import { checkPath, pathFrom } from './paths.js';
import { lastPositionIn, updateRow } from './place.js';
import { lockSpacesToShow } from './spaces-to-show.js';
import { lockStructure, type Structure, writeStructure } from './structure.js';

/** Ids of a site space, of its site and of its organization. */
export interface SiteSpaceIds extends SiteName {
  siteSpace: string;
}

/** A space to add to a site, and its section. */
export interface SpaceToAdd {
  space: string;
  /** Id of the section. By default, it is the default section, or the root of a site without sections. */
  siteSection?: string | null | undefined;
}

/**
 * Adds a space to a site, at the end of a section or of the root.
 * @returns the id of the site space
 * @throws NOT_FOUND; FORBIDDEN if the viewer may not change the site, or lacks the role create on the space.
 * @throws BAD_USER_INPUT for an unknown space or section; CONFLICT if the space is already on the site.
 */
export function addSpaceToSite(
  actor: Actor,
  siteName: SiteName,
  { space: spaceId, siteSection }: SpaceToAdd,
): Promise<string> {
  return runAction(actor, async (unit) => {
    const { structure, title } = await lockWithSpace(unit, siteName, spaceId);
    const { site, parts } = structure;
    requireAbsent(structure, spaceId);
    const sectionId = sectionFor(parts, siteSection);
    const place = { organizationId: site.organizationId, siteId: site.id, sectionId, isDefault: false };
    const newPath = pathFrom(title, pathsIn(parts, sectionId));
    const added = newSiteSpace(unit, {
      ...place,
      spaceId,
      path: newPath,
      last: lastPositionIn(parts, 'SiteSpace', sectionId),
    });
    const changes = { site: site.id, space: spaceId, section: sectionId, path: newPath };
    await writeStructure(unit, structure, {
      parts: { ...parts, siteSpaces: [...parts.siteSpaces, added] },
      event: { action: 'addSpaceToSite', targetId: added.id, changes },
    });
    return added.id;
  });
}

/** Changes to a site space; absent members stay as they are. */
export interface SiteSpaceChanges {
  path?: string | null | undefined;
  condition?: string | null | undefined;
  space?: string | null | undefined;
}

/**
 * Changes a site space, or replaces its space.
 * @throws as in `addSpaceToSite`; BAD_USER_INPUT also for a path that is taken or has characters that are not allowed,
 * and for an invalid condition.
 */
export function updateSiteSpace(actor: Actor, target: SiteSpaceIds, changes: SiteSpaceChanges): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockForUpdate(unit, target, changes.space);
    const { site, parts } = structure;
    const before = requireSiteSpace(structure, target.siteSpace);
    const { space, ...otherChanges } = changes;
    const columns = { ...otherChanges, spaceId: space };
    if (space != null && space !== before.spaceId) requireAbsent(structure, space);
    if (changes.path != null) columns.path = checkPath(changes.path, pathsIn(parts, before.sectionId, before.id));
    if (changes.condition !== undefined) columns.condition = checkCondition(site, changes.condition, before.condition);
    const columnChanges = omitUndefined(columns) as Partial<SiteSpaceRow>;
    await writeStructure(unit, structure, {
      parts: { ...parts, siteSpaces: updateRow(parts.siteSpaces, before.id, columnChanges) },
      event: { action: 'updateSiteSpaceById', targetId: before.id, changes: { site: site.id, ...columnChanges } },
    });
  });
}

/**
 * Removes a space from a site.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function deleteSiteSpace(actor: Actor, target: SiteSpaceIds): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const { site, parts } = structure;
    const { id, spaceId, path: freedPath } = requireSiteSpace(structure, target.siteSpace);
    await writeStructure(unit, structure, {
      parts: { ...parts, siteSpaces: parts.siteSpaces.filter((siteSpace) => siteSpace.id !== id) },
      event: {
        action: 'deleteSiteSpaceById',
        targetId: id,
        changes: { site: site.id, space: spaceId, path: freedPath },
      },
    });
  });
}

/**
 * Checks that the viewer may change the site, then locks the space to add, then the site.
 * @returns the structure, and the title of the space
 * @throws as in `addSpaceToSite`
 */
export async function lockWithSpace(
  unit: UnitOfWork,
  siteName: SiteName,
  spaceId: string,
): Promise<{ structure: Structure; title: string }> {
  const { organizationId } = await readTarget(unit, 'Site', siteName.site, 'site.update');
  if (organizationId !== siteName.organization) throw notFound('site', siteName.site);
  const spaces = await lockSpacesToShow(unit, organizationId, [{ id: spaceId, field: 'space' }]);
  return { structure: await lockStructure(unit, siteName), title: spaces.get(spaceId)!.title };
}

/**
 * Checks that a space is not yet on the site.
 * @throws CONFLICT if it is.
 */
export function requireAbsent({ site, parts }: Structure, spaceId: string): void {
  if (parts.siteSpaces.some((siteSpace) => siteSpace.spaceId === spaceId))
    throw new AppError('CONFLICT', `The space ${spaceId} is already on the site ${site.id}`);
}

/** Returns the taken paths in a section, or at the root, except the path of the site space `exceptId`. */
export function pathsIn({ siteSpaces }: SiteParts, sectionId: string | null, exceptId?: string): Set<string> {
  const siteSpacesThere = siteSpaces.filter(
    (siteSpace) => siteSpace.sectionId === sectionId && siteSpace.id !== exceptId,
  );
  return new Set(siteSpacesThere.map(({ path }) => path));
}

/**
 * Locks the structure for an update of a site space. If the space stays the same, it is neither locked nor checked
 * again.
 */
async function lockForUpdate(
  unit: UnitOfWork,
  target: SiteSpaceIds,
  spaceId: string | null | undefined,
): Promise<Structure> {
  if (spaceId == null) return lockStructure(unit, target);
  const { read } = unit.tx;
  const query = read.sql.selectFrom('SiteSpace').select('spaceId').where('id', '=', target.siteSpace);
  const keepsSpace = (await read.first(query))?.spaceId === spaceId;
  return keepsSpace ? lockStructure(unit, target) : (await lockWithSpace(unit, target, spaceId)).structure;
}

function requireSiteSpace({ parts, visibleSiteSpaceIds }: Structure, id: string): SiteSpaceRow {
  const found = parts.siteSpaces.find((siteSpace) => siteSpace.id === id && visibleSiteSpaceIds.has(id));
  if (!found) throw notFound('site space', id);
  return found;
}

/**
 * Returns the id of the section for a new site space: the requested section, otherwise the default section. Null is the
 * root.
 */
function sectionFor({ sections }: SiteParts, sectionId: string | null | undefined): string | null {
  if (sectionId == null) return sections.find(({ isDefault }) => isDefault)?.id ?? null;
  if (sections.some(({ id }) => id === sectionId)) return sectionId;
  throw badInput('siteSection', `\`siteSection\` must be a section of the site (got ${JSON.stringify(sectionId)})`);
}
