import { explainHidden, type HiddenReason } from '../../../engine/claims/explain.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { SectionRow, SiteSpaceRow } from '../site-structure/parts.js';
import type { VisibleStructure } from '../site-structure/visible-structure.js';

/**
 * Reason that a part is hidden from a visitor. Its condition is false, its section is hidden, none of its spaces is
 * visible, or the site does not admit the visitor.
 */
export type HiddenCause = ({ reason: 'condition' } & HiddenReason) | { reason: 'section' | 'empty' | 'visibility' };

/** A part of a site, and the reason that it is hidden; null if it is visible. */
export interface PartVisibility<Part> {
  id: string;
  part: Part;
  because: HiddenCause | null;
}

/** Sections and spaces of a site, with their visibility for a visitor. */
export interface PartsVisibility {
  sections: PartVisibility<SectionRow>[];
  siteSpaces: PartVisibility<SiteSpaceRow>[];
}

/**
 * Returns the visibility of each part for a visitor with these claims. A site space is visible if its condition and the
 * condition of its section hold. A section is visible if its condition holds and one of its spaces is visible.
 */
export function simulate({ sections, orderedSiteSpaces }: VisibleStructure, claims: ValueRecord): PartsVisibility {
  const sectionsByCondition = sections.map((part) => visibilityOf(part, claims));
  const hiddenSectionIds = new Set(sectionsByCondition.filter(({ because }) => because !== null).map(({ id }) => id));
  const siteSpaces = orderedSiteSpaces.map((part): PartVisibility<SiteSpaceRow> => {
    const visibility = visibilityOf(part, claims);
    if (visibility.because !== null || part.sectionId === null || !hiddenSectionIds.has(part.sectionId))
      return visibility;
    return { ...visibility, because: { reason: 'section' } };
  });
  const nonEmptySectionIds = new Set(
    siteSpaces.filter(({ because }) => because === null).map(({ part }) => part.sectionId),
  );
  return {
    sections: sectionsByCondition.map((section) =>
      section.because || nonEmptySectionIds.has(section.id) ? section : markEmpty(section),
    ),
    siteSpaces,
  };
}

/** Returns the visibility of each part for a visitor whom the site does not admit: all are hidden. */
export function simulateRefused({ sections, orderedSiteSpaces }: VisibleStructure): PartsVisibility {
  const markHidden = <Part extends { id: string }>(part: Part): PartVisibility<Part> => ({
    id: part.id,
    part,
    because: { reason: 'visibility' },
  });
  return { sections: sections.map(markHidden), siteSpaces: orderedSiteSpaces.map(markHidden) };
}

function visibilityOf<Part extends { id: string; condition: string | null }>(
  part: Part,
  claims: ValueRecord,
): PartVisibility<Part> {
  const hidden = explainHidden(part.condition, claims);
  return { id: part.id, part, because: hidden && { reason: 'condition', ...hidden } };
}

function markEmpty<Part>(section: PartVisibility<Part>): PartVisibility<Part> {
  return { ...section, because: { reason: 'empty' } };
}
