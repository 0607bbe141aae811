import { names, type Samples } from '../../shared/samples.js';

/** Sample requests for the operations on the structure of sites. */
export const siteStructureSamples: Samples = {
  listSiteSpaces: { may: 'read' },
  addSpaceToSite: { may: 'create', body: { spaceId: names.space, sectionId: names.siteSection } },
  updateSiteSpaceById: {
    may: 'create',
    body: { path: 'enterprise', condition: 'visitor.claims.plan == "enterprise"' },
  },
  deleteSiteSpaceById: { may: 'create' },
  moveSiteSpace: { may: 'create', body: {} },
  listSiteSections: { may: 'read' },
  addSectionToSite: { may: 'create', body: { spaceId: names.space, title: 'Guides', icon: 'book' } },
  updateSiteSectionById: {
    may: 'create',
    body: { title: 'Start here', path: 'start', description: 'Read this first.' },
  },
  deleteSiteSectionById: { may: 'create' },
  moveSiteSection: { may: 'create', body: {} },
  listSiteSectionGroups: { may: 'read' },
  addSectionGroupToSite: { may: 'create', body: { title: 'Products', icon: 'box', sections: [names.siteSection] } },
  updateSiteSectionGroupById: { may: 'create', body: { title: 'Products', icon: null } },
  deleteSiteSectionGroupById: { may: 'create' },
  addSectionToGroup: { may: 'create', body: { sectionId: names.siteSection } },
  removeSectionFromGroup: { may: 'create' },
  moveSiteSectionGroup: {
    may: 'create',
    body: { position: { before: { type: 'site-section', id: names.siteSection } } },
  },
  getSiteStructure: { may: 'read' },
  sortSiteStructure: {
    may: 'create',
    body: {
      item: { type: 'site-section-group', id: names.siteSectionGroup },
      position: { after: { type: 'site-section', id: names.siteSection } },
    },
  },
};
