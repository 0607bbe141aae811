import { badInput, notFound } from '../../../platform/base/errors.js';
import type { SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { checkCondition } from './conditions.js';
import { withDefaultSiteSpace } from './defaults.js';
import { newSection, newSiteSpace } from './new-parts.js';
import type { SectionRow, SiteParts } from './parts.js';
import { checkPath, pathFrom } from './paths.js';
import { lastPositionIn, updateRow } from './place.js';
import { lockWithSpace, pathsIn, requireAbsent } from './site-space-actions.js';
import { lockStructure, type Structure, writeStructure } from './structure.js';

/** Ids of a section, of its site and of its organization. */
export interface SectionIds extends SiteName {
  section: string;
}

/** Fields of a new section. */
export interface NewSection {
  /** Id of the space that the section shows. */
  space: string;
  /** Title of the section. By default, it is the title of the space, or `Untitled` if that title is too short. */
  title?: string | null | undefined;
  icon?: string | null | undefined;
}

/** Minimum length of a section's title, in characters. */
const minTitleLength = 2;

/**
 * Adds a section with a space, at the end of the root. All site spaces of a site without sections move to its first
 * section.
 * @returns its id
 * @throws NOT_FOUND; FORBIDDEN if the viewer may not change the site, or lacks the role create on the space.
 * @throws BAD_USER_INPUT for an unknown space; CONFLICT if the space is already on the site.
 */
export function addSection(
  actor: Actor,
  siteName: SiteName,
  { space: spaceId, icon, ...given }: NewSection,
): Promise<string> {
  return runAction(actor, async (unit) => {
    const { structure, title: spaceTitle } = await lockWithSpace(unit, siteName, spaceId);
    requireAbsent(structure, spaceId);
    const title = given.title ?? ([...spaceTitle].length < minTitleLength ? 'Untitled' : spaceTitle);
    const section = sectionAtEnd(unit, structure, { title, icon: icon ?? null });
    const { id: targetId, path: newPath } = section;
    await writeStructure(unit, structure, {
      parts: withSection(unit, structure, { section, spaceId, spaceTitle }),
      event: {
        action: 'addSectionToSite',
        targetId,
        changes: { site: siteName.site, space: spaceId, title, path: newPath },
      },
    });
    return targetId;
  });
}

/** Changes to a section; absent members stay as they are. */
export interface SectionChanges {
  title?: string | null | undefined;
  path?: string | null | undefined;
  defaultSiteSpace?: string | null | undefined;
  condition?: string | null | undefined;
  icon?: string | null | undefined;
  description?: string | null | undefined;
}

/**
 * Changes a section.
 * @throws NOT_FOUND, FORBIDDEN.
 * @throws BAD_USER_INPUT for a path that is taken or has characters that are not allowed. Also for a site space that
 * the section does not have, and for an invalid condition.
 */
export function updateSection(actor: Actor, target: SectionIds, changes: SectionChanges): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const { site } = structure;
    const { id, condition } = requireSection(structure, target.section);
    const { defaultSiteSpace, ...columns } = changes;
    if (columns.path != null) columns.path = checkPath(columns.path, sectionPaths(structure.parts, id));
    if (columns.condition !== undefined) columns.condition = checkCondition(site, columns.condition, condition);
    const newDefault = { id: defaultSiteSpace!, sectionId: id, where: 'a site space of the section' };
    const parts = defaultSiteSpace == null ? structure.parts : withDefaultSiteSpace(structure, newDefault);
    const columnChanges = omitUndefined(columns) as Partial<SectionRow>;
    const eventChanges = { site: site.id, ...columnChanges, ...(defaultSiteSpace != null && { defaultSiteSpace }) };
    await writeStructure(unit, structure, {
      parts: { ...parts, sections: updateRow(parts.sections, id, columnChanges) },
      event: { action: 'updateSiteSectionById', targetId: id, changes: eventChanges },
    });
  });
}

/**
 * Deletes a section with its site spaces. The site spaces of the last section move to the root.
 * @throws NOT_FOUND, FORBIDDEN.
 */
export function deleteSection(actor: Actor, target: SectionIds): Promise<void> {
  return runAction(actor, async (unit) => {
    const structure = await lockStructure(unit, target);
    const { parts } = structure;
    const { id, title } = requireSection(structure, target.section);
    const sections = parts.sections.filter((section) => section.id !== id);
    const siteSpaces =
      sections.length > 0
        ? parts.siteSpaces.filter(({ sectionId }) => sectionId !== id)
        : parts.siteSpaces.map((siteSpace) => ({ ...siteSpace, sectionId: null }));
    await writeStructure(unit, structure, {
      parts: { ...parts, sections, siteSpaces },
      event: { action: 'deleteSiteSectionById', targetId: id, changes: { site: target.site, title } },
    });
  });
}

/**
 * Returns a section of the site.
 * @throws NOT_FOUND.
 */
export function requireSection({ parts }: Structure, id: string): SectionRow {
  const found = parts.sections.find((section) => section.id === id);
  if (!found) throw notFound('site section', id);
  return found;
}

/**
 * Checks that the site has the sections that a request names, and that none is repeated; `field` is the input that
 * names a section.
 * @throws BAD_USER_INPUT for a section that the site does not have, and for a repeated one.
 */
export function requireSections({ parts }: Structure, references: readonly { id: string; field: string }[]): void {
  const sectionIds = new Set(parts.sections.map(({ id }) => id));
  for (const [index, { id, field }] of references.entries()) {
    if (!sectionIds.has(id))
      throw badInput(field, `\`${field}\` must be a section of the site (got ${JSON.stringify(id)})`);
    if (references.findIndex((one) => one.id === id) !== index)
      throw badInput(field, `\`${field}\` must not repeat ${JSON.stringify(id)}`);
  }
}

function sectionAtEnd(
  unit: UnitOfWork,
  { site, parts }: Structure,
  columns: { title: string; icon: string | null },
): SectionRow {
  const { organizationId, id: siteId } = site;
  const place = { organizationId, siteId, groupId: null, isDefault: false };
  const last = lastPositionIn(parts, 'SiteSection', null);
  return newSection(unit, { ...place, ...columns, path: pathFrom(columns.title, sectionPaths(parts)), last });
}

/**
 * Returns the parts with a new section that shows a space. If it is the first section, all site spaces of the root move
 * to it, before the new one.
 */
function withSection(
  unit: UnitOfWork,
  { parts }: Structure,
  { section, spaceId, spaceTitle }: { section: SectionRow; spaceId: string; spaceTitle: string },
): SiteParts {
  const { organizationId, siteId, id: sectionId } = section;
  const isFirst = parts.sections.length === 0;
  const siteSpaces = isFirst ? parts.siteSpaces.map((one) => ({ ...one, sectionId })) : parts.siteSpaces;
  const partsWithSection = { ...parts, sections: [...parts.sections, section], siteSpaces };
  const path = pathFrom(spaceTitle, pathsIn(partsWithSection, sectionId));
  const last = lastPositionIn(partsWithSection, 'SiteSpace', sectionId);
  const place = { organizationId, siteId, sectionId, isDefault: false };
  const siteSpaceRow = newSiteSpace(unit, { ...place, spaceId, path, last });
  return { ...partsWithSection, siteSpaces: [...siteSpaces, siteSpaceRow] };
}

function sectionPaths({ sections }: SiteParts, exceptId?: string): Set<string> {
  return new Set(sections.filter(({ id }) => id !== exceptId).map(({ path }) => path));
}
