import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import type { SiteParts } from './parts.js';
import { saveParts } from './save-parts.js';
import { settled, withDefault } from './settle.js';
import { readStructure, type Structure } from './structure.js';

/** What a site is to show first; what is absent stays. */
export interface Defaults {
  /** Id of a site space at the root, or in the section that is the default then. */
  defaultSiteSpace?: string | null | undefined;
  /** Id of a section. */
  defaultSiteSection?: string | null | undefined;
}

/**
 * Sets what a site shows first, under its lock; what is done is the caller's to record.
 * @returns whether that changed anything
 * @throws BAD_USER_INPUT for a section that the site does not have, and for a site space that does not stand at the root or in
 * the default section.
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
  return saveParts(unit.tx, { site, before, after: settled(parts) });
}

function withDefaultSection(parts: SiteParts, id: string): SiteParts {
  if (!parts.sections.some((section) => section.id === id))
    throw badInput(
      'defaultSiteSection',
      `\`defaultSiteSection\` must be a section of the site (got ${JSON.stringify(id)})`,
    );
  return { ...parts, sections: withDefault(parts.sections, id, () => true) };
}

/** A site space that is to be shown first in its place; `where` says what it must be. */
export interface DefaultSiteSpace {
  id: string;
  sectionId: string | null;
  where: string;
}

/** The parts with that default. @throws BAD_USER_INPUT where it does not stand there, or the viewer does not see it. */
export function withDefaultSiteSpace(
  { parts, seen }: Structure,
  { id, sectionId, where }: DefaultSiteSpace,
): SiteParts {
  const found = parts.siteSpaces.find((siteSpace) => siteSpace.id === id && seen.has(id));
  if (found?.sectionId !== sectionId)
    throw badInput('defaultSiteSpace', `\`defaultSiteSpace\` must be ${where} (got ${JSON.stringify(id)})`);
  const siteSpaces = withDefault(parts.siteSpaces, id, (siteSpace) => siteSpace.sectionId === sectionId);
  return { ...parts, siteSpaces };
}
