// All writes of the structure of sites; see `writes.mjs`.

const secret = 'a secret of writers, 32 bytes long';

/**
 * Returns the writes by name, in the form that `loadWrites` returns. Each creates its own site, so their rows are
 * separate.
 */
export async function loadSiteWrites(load) {
  const { createSealer } = await load('platform/secrets/sealed');
  const sealer = createSealer({ current: secret, previous: null });
  const { createSpace } = await load('modules/content/space-lifecycle/actions');
  const { createSite } = await load('modules/sites/site-lifecycle/actions');
  const spaceActions = await load('modules/sites/site-structure/site-space-actions');
  const sectionActions = await load('modules/sites/site-structure/section-actions');
  const groupActions = await load('modules/sites/site-structure/group-actions');
  const { moveSitePart } = await load('modules/sites/site-structure/move-actions');

  const siteOf = async (actor, { organization, space }) => ({
    organization,
    site: await createSite({ ...actor, sealer }, { organization, spaces: [space] }),
  });
  const withSection = async (actor, scene) => {
    const path = await siteOf(actor, scene);
    const spaceId = await createSpace(actor, { organization: scene.organization });
    return { ...path, section: await sectionActions.addSection(actor, path, { space: spaceId }) };
  };
  const withGroup = async (actor, scene) => {
    const { section, ...path } = await withSection(actor, scene);
    const group = await groupActions.addGroup(actor, path, { title: 'Group', sections: [section] });
    return { ...path, section, group };
  };
  const withSiteSpace = async (actor, scene) => {
    const path = await siteOf(actor, scene);
    const spaceId = await createSpace(actor, { organization: scene.organization });
    return { ...path, siteSpace: await spaceActions.addSpaceToSite(actor, path, { space: spaceId }) };
  };

  return {
    'creating a site': { event: 'createSite', run: siteOf },
    'adding a space to a site': { event: 'addSpaceToSite', run: withSiteSpace },
    'changing a site space': {
      event: 'updateSiteSpaceById',
      run: async (actor, scene) =>
        spaceActions.updateSiteSpace(actor, await withSiteSpace(actor, scene), { path: 'changed' }),
    },
    'removing a space from a site': {
      event: 'deleteSiteSpaceById',
      run: async (actor, scene) => spaceActions.deleteSiteSpace(actor, await withSiteSpace(actor, scene)),
    },
    'adding a section': { event: 'addSectionToSite', run: withSection },
    'changing a section': {
      event: 'updateSiteSectionById',
      run: async (actor, scene) =>
        sectionActions.updateSection(actor, await withSection(actor, scene), { description: 'Changed' }),
    },
    'deleting a section': {
      event: 'deleteSiteSectionById',
      run: async (actor, scene) => sectionActions.deleteSection(actor, await withSection(actor, scene)),
    },
    'adding a group of sections': { event: 'addSectionGroupToSite', run: withGroup },
    'changing a group of sections': {
      event: 'updateSiteSectionGroupById',
      run: async (actor, scene) => groupActions.updateGroup(actor, await withGroup(actor, scene), { title: 'Changed' }),
    },
    'removing a section from a group and adding it again': {
      event: 'addSectionToGroup',
      async run(actor, scene) {
        const path = await withGroup(actor, scene);
        await groupActions.removeSectionFromGroup(actor, path, path.section);
        await groupActions.addSectionToGroup(actor, path, path.section);
      },
    },
    'deleting a group of sections': {
      event: 'deleteSiteSectionGroupById',
      run: async (actor, scene) => groupActions.deleteGroup(actor, await withGroup(actor, scene)),
    },
    'moving a part of a site': {
      event: 'sortSiteStructure',
      async run(actor, scene) {
        const { group, section, ...path } = await withGroup(actor, scene);
        const pointer = { kind: 'SiteSection', id: section };
        await moveSitePart(actor, path, { pointer, position: { before: { kind: 'SiteSectionGroup', id: group } } });
      },
    },
  };
}
