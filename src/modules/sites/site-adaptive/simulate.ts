import { explainHidden, type HiddenReason } from '../../../engine/claims/explain.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { SectionRow, SiteSpaceRow } from '../site-structure/parts.js';
import type { VisibleStructure } from '../site-structure/shown-structure.js';

/**
 * Reason that a part is hidden from a visitor. Its condition is false, its section is hidden, none of its spaces is
 * visible, or the site does not admit the visitor.
 */
export type Because = ({ reason: 'condition' } & HiddenReason) | { reason: 'section' | 'empty' | 'visibility' };

/** A part of a site, and the reason that it is hidden; null if it is visible. */
export interface PartVisibility<Part> {
  id: string;
  part: Part;
  because: Because | null;
}

/** Sections and spaces of a site, with their visibility for a visitor. */
export interface Visit {
  sections: PartVisibility<SectionRow>[];
  siteSpaces: PartVisibility<SiteSpaceRow>[];
}

/**
 * Returns the visibility of each part for a visitor with these claims. A site space is visible if its condition and the
 * condition of its section hold. A section is visible if its condition holds and one of its spaces is visible.
 */
export function simulate({ sections, all }: VisibleStructure, claims: ValueRecord): Visit {
  const conditioned = sections.map((part) => visibilityOf(part, claims));
  const hidden = new Set(conditioned.filter(({ because }) => because !== null).map(({ id }) => id));
  const siteSpaces = all.map((part): PartVisibility<SiteSpaceRow> => {
    const own = visibilityOf(part, claims);
    if (own.because !== null || part.sectionId === null || !hidden.has(part.sectionId)) return own;
    return { ...own, because: { reason: 'section' } };
  });
  const full = new Set(siteSpaces.filter(({ because }) => because === null).map(({ part }) => part.sectionId));
  return {
    sections: conditioned.map((section) => (section.because || full.has(section.id) ? section : empty(section))),
    siteSpaces,
  };
}

/** Returns the visibility of each part for a visitor whom the site does not admit: all are hidden. */
export function simulateRefused({ sections, all }: VisibleStructure): Visit {
  const hidden = <Part extends { id: string }>(part: Part): PartVisibility<Part> => ({
    id: part.id,
    part,
    because: { reason: 'visibility' },
  });
  return { sections: sections.map(hidden), siteSpaces: all.map(hidden) };
}

function visibilityOf<Part extends { id: string; condition: string | null }>(
  part: Part,
  claims: ValueRecord,
): PartVisibility<Part> {
  const why = explainHidden(part.condition, claims);
  return { id: part.id, part, because: why && { reason: 'condition', ...why } };
}

function empty<Part>(section: PartVisibility<Part>): PartVisibility<Part> {
  return { ...section, because: { reason: 'empty' } };
}
