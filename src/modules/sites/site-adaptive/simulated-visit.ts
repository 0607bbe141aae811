import { partOfGuardedObject } from '../../../api/graphql/schema/access.js';
import { builder, type Fields } from '../../../api/graphql/schema/builder.js';
import { arrayField } from '../../../api/graphql/schema/connections.js';
import { documentedEnum } from '../../../api/graphql/schema/enums.js';
import type { Members } from '../../../engine/base/members.js';
import type { ValueRecord } from '../../../engine/text/expressions/expression.js';
import type { SectionRow, SiteSpaceRow } from '../site-structure/parts.js';
import { SiteSection } from '../site-structure/site-section.js';
import { SiteSpace } from '../site-structure/site-space.js';
import type { HiddenCause, PartsVisibility, PartVisibility } from './simulate.js';

const HiddenReason = documentedEnum('HiddenReason', 'Reason why a part of a site is hidden from a visitor.', {
  condition: 'Its condition is false.',
  section: 'Its section is hidden.',
  empty: 'Nothing in it is visible.',
  visibility: 'The site does not admit the visitor.',
});

const HiddenBecause = builder.objectRef<HiddenCause>('HiddenBecause').implement({
  description: 'Reason why a part of a site is hidden from a visitor.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    reason: t.field({ type: HiddenReason, description: 'Reason why it is hidden.', resolve: ({ reason }) => reason }),
    part: t.string({
      nullable: true,
      description: 'The smallest part of its condition that was false, as its author wrote it.',
      resolve: (because) => ('part' in because ? because.part : null),
    }),
    fault: t.string({
      nullable: true,
      description: 'Reason why that part has no value, if it has none.',
      resolve: (because) => ('fault' in because ? (because.fault ?? null) : null),
    }),
  }),
});

/** Returns the fields that all parts of a site have in a simulation. */
const visibilityFields = <Part>(t: Fields<PartVisibility<Part>>) => ({
  shown: t.boolean({
    description: 'Whether the visitor would see it.',
    resolve: ({ because }) => because === null,
  }),
  because: t.field({
    type: HiddenBecause,
    nullable: true,
    description: 'Reason if it would be hidden; null if it would be visible.',
    resolve: ({ because }) => because,
  }),
});

const SimulatedSection = builder.objectRef<PartVisibility<SectionRow>>('SimulatedSection').implement({
  description: 'A section of a site, and whether a visitor would see it.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    section: t.field({ type: SiteSection, description: 'The section.', resolve: ({ part }) => part }),
    ...visibilityFields(t),
  }),
});

const SimulatedSiteSpace = builder.objectRef<PartVisibility<SiteSpaceRow>>('SimulatedSiteSpace').implement({
  description: 'A space on a site, and whether a visitor would see it.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    siteSpace: t.field({ type: SiteSpace, description: 'The site space.', resolve: ({ part }) => part }),
    ...visibilityFields(t),
  }),
});

/** Result of a simulation, with the claims that the conditions read. */
export interface SimulatedVisitor extends PartsVisibility {
  /** Identifier of the simulated visitor and site. Cursors are valid only for the same identifier. */
  identity: string;
  claims: ValueRecord;
  /** Reason that the site does not admit the visitor; null if it does. */
  refusal: 'no-share-key' | 'no-token' | null;
}

const VisitorRefusal = documentedEnum('VisitorRefusal', 'Reason why a site does not admit a visitor.', {
  'no-share-key': 'The key of an active share link is required.',
  'no-token': 'A valid visitor token is required.',
});

/** Parts of a site, with their visibility for a simulated visitor. */
export const SimulatedVisit = builder.objectRef<SimulatedVisitor>('SimulatedVisit').implement({
  description: 'The parts of a site that a visitor would see, of those that the caller may see.',
  extensions: { guard: partOfGuardedObject },
  fields: (t) => ({
    claims: t.field({
      type: 'JSONObject',
      description:
        'The claims that the conditions of the site saw as `visitor.claims`: none if the site has no adaptive content.',
      resolve: ({ claims }) => claims as Members,
    }),
    refusal: t.expose('refusal', {
      type: VisitorRefusal,
      nullable: true,
      description: 'Reason why the site does not admit the visitor, who then sees nothing; null if it does.',
    }),
    sections: arrayField(t, {
      type: SimulatedSection,
      description: 'The sections of the site, visible or hidden.',
      args: {},
      items: async ({ identity, sections }) => ({ identity: ['SimulatedVisit.sections', identity], items: sections }),
    }),
    siteSpaces: arrayField(t, {
      type: SimulatedSiteSpace,
      description: 'The spaces of the site, visible or hidden.',
      args: {},
      items: async ({ identity, siteSpaces }) => ({
        identity: ['SimulatedVisit.siteSpaces', identity],
        items: siteSpaces,
      }),
    }),
  }),
});
