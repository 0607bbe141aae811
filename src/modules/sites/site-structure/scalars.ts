import { textScalar } from '../../../api/graphql/schema/declare-scalars.js';

const path = 'Letters, digits, `-`, `_` and `.`; it neither begins nor ends with `.`.';

/** Path of a space on a site. */
export const SiteSpacePath = textScalar('SiteSpacePath', {
  description: `Path of a space in its section, or on a site without sections. ${path}`,
  minLength: 1,
  maxLength: 100,
});

/** Path of a section. */
export const SiteSectionPath = textScalar('SiteSectionPath', {
  description: `Path of a section on its site. ${path}`,
  minLength: 1,
  maxLength: 100,
});

/** Title of a section. */
export const SiteSectionTitle = textScalar('SiteSectionTitle', {
  description: 'Name of a section.',
  minLength: 2,
  maxLength: 128,
});

/** Description of a section. */
export const SiteSectionDescription = textScalar('SiteSectionDescription', {
  description: 'Description of a section; may be empty.',
  minLength: 0,
  maxLength: 256,
});

/** Title of a group of sections. */
export const SiteSectionGroupTitle = textScalar('SiteSectionGroupTitle', {
  description: 'Heading of a group of sections.',
  minLength: 1,
  maxLength: 100,
});

/** Condition that visitors must meet to see a part of a site. */
export const SiteCondition = textScalar('SiteCondition', {
  description: 'Expression on `visitor.claims`; empty for none.',
  minLength: 0,
  maxLength: 1024,
});
