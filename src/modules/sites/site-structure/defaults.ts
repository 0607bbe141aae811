import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { withDefault, withValidDefaults } from './defaults-invariant.js';
import type { SiteParts } from './parts.js';
import { saveParts } from './save-parts.js';
import { readStructure, type Structure } from './structure.js';

/** Default parts of a site; absent members stay as they are. */
export interface Defaults {
  /**
   * Id of a site space at the root or in the default section. If `defaultSiteSection` is set, it names that section.
   */
  defaultSiteSpace?: string | null | undefined;
  /** Id of a section. */
  defaultSiteSection?: string | null | undefined;
}

/**
 * Sets the default parts of a locked site; the caller records the event.
 * @returns whether anything changed
 * @throws BAD_USER_INPUT for a section that the site does not have. Also for a site space that is neither at the root
 * nor in the default section.
 */
export async function setDefaults(
  unit: UnitOfWork,
  site: Row<'Site'>,
  { defaultSiteSpace, defaultSiteSection }: Defaults,
): Promise<boolean> {
  if (defaultSiteSpace == null && defaultSiteSection == null) return false;
  const structure = await readStructure(unit, site);
  const before = structure.parts;
  let parts = before;
  if (defaultSiteSection != null) parts = withDefaultSection(parts, defaultSiteSection);
  if (defaultSiteSpace != null) {
    const sectionId = parts.sections.find(({ isDefault }) => isDefault)?.id ?? null;
    const where = sectionId === null ? 'a site space of the site' : 'a site space of the default section';
    parts = withDefaultSiteSpace({ ...structure, parts }, { id: defaultSiteSpace, sectionId, where });
  }
  return saveParts(unit.tx, { site, before, after: withValidDefaults(parts) });
}

function withDefaultSection(parts: SiteParts, id: string): SiteParts {
  if (!parts.sections.some((section) => section.id === id))
    throw badInput(
      'defaultSiteSection',
      `\`defaultSiteSection\` must be a section of the site (got ${JSON.stringify(id)})`,
    );
  return { ...parts, sections: withDefault(parts.sections, id, () => true) };
}

/**
 * A new default site space, and the section that must contain it; null is the root. `where` describes this rule in
 * error messages.
 */
export interface DefaultSiteSpace {
  id: string;
  sectionId: string | null;
  where: string;
}

/**
 * Returns the parts of the site with the new default site space.
 * @throws BAD_USER_INPUT if the site space is not in the given section or root, or the viewer cannot see it.
 */
export function withDefaultSiteSpace(
  { parts, visibleSiteSpaceIds }: Structure,
  { id, sectionId, where }: DefaultSiteSpace,
): SiteParts {
  const found = parts.siteSpaces.find((siteSpace) => siteSpace.id === id && visibleSiteSpaceIds.has(id));
  if (found?.sectionId !== sectionId)
    throw badInput('defaultSiteSpace', `\`defaultSiteSpace\` must be ${where} (got ${JSON.stringify(id)})`);
  const siteSpaces = withDefault(parts.siteSpaces, id, (siteSpace) => siteSpace.sectionId === sectionId);
  return { ...parts, siteSpaces };
}
