import { ownChange } from '../../../api/graphql/schema/access.js';
import type { Fields } from '../../../api/graphql/schema/builder.js';
import { sitesById } from '../sites/loaders.js';
import { Site } from '../sites/site.js';
import { siteSectionGroupsById, siteSectionsById, siteSpacesById } from './loaders.js';
import { SiteSection } from './site-section.js';
import { SiteSectionGroup } from './site-section-group.js';
import { SiteSpace } from './site-space.js';

/** Ids of a changed part and of its site. */
export interface ChangedPart {
  id: string;
  siteId: string;
}

/**
 * Returns the payload of a mutation that creates or changes a site space. `description` describes the payload and its
 * field.
 */
export function siteSpacePayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<ChangedPart>) => ({
      ...siteField(t),
      siteSpace: t.field({
        type: SiteSpace,
        description,
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(siteSpacesById, id),
      }),
    }),
  };
}

/** Returns the payload of a mutation that creates or changes a section. */
export function sectionPayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<ChangedPart>) => ({
      ...siteField(t),
      section: t.field({
        type: SiteSection,
        description,
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(siteSectionsById, id),
      }),
    }),
  };
}

/** Returns the payload of a mutation that creates or changes a group. */
export function groupPayload(description: string) {
  return {
    description,
    outputFields: (t: Fields<ChangedPart>) => ({
      ...siteField(t),
      group: t.field({
        type: SiteSectionGroup,
        description,
        extensions: ownChange,
        resolve: ({ id }, _args, { loaders }) => loaders.get(siteSectionGroupsById, id),
      }),
    }),
  };
}

/** Returns the field of the site whose structure has changed. */
export function siteField(t: Fields<{ siteId: string }>) {
  return {
    site: t.field({
      type: Site,
      description: 'Its present or former site.',
      extensions: ownChange,
      resolve: ({ siteId }, _args, { loaders }) => loaders.get(sitesById, siteId),
    }),
  };
}
