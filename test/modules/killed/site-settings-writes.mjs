// All writes of the settings of a site and of the access to it; see `writes.mjs`.

const secret = 'a secret of writers, 32 bytes long';

/** Returns the writes by name, in the form that `loadWrites` returns. */
export async function loadSiteSettingsWrites(load) {
  const { createSealer } = await load('platform/secrets/sealed');
  const sealer = createSealer({ current: secret, previous: null });
  const { createSite } = await load('modules/sites/site-lifecycle/actions');
  const { updateSite } = await load('modules/sites/site-lifecycle/settings-actions');
  const { deleteSite } = await load('modules/sites/site-lifecycle/deletion-actions');
  const { publishSite, unpublishSite } = await load('modules/sites/site-lifecycle/publication-actions');
  const { confirmHostname, setHostname } = await load('modules/sites/sites/hostname-actions');
  const { updateCustomization } = await load('modules/sites/site-customization/customization-actions');
  const { defaults } = await load('modules/sites/sites/default-customization');
  const links = await load('modules/sites/site-audience/share-link-actions');
  const { regenerateSigningKey, updatePublishingAuth } = await load(
    'modules/sites/site-audience/publishing-auth-actions',
  );

  const siteOf = async (actor, { organization, space }) => ({
    organization,
    site: await createSite({ ...actor, sealer }, { organization, spaces: [space] }),
  });
  /** Returns a write that creates its own site. */
  const onSite = (event, run) => ({
    event,
    run: async (actor, scene, round) => run({ ...actor, sealer }, await siteOf(actor, scene), round),
  });
  const linkOf = async (actor, site) => ({
    ...site,
    shareLink: await links.createShareLink(actor, { ...site, name: 'Link' }),
  });

  return {
    'changing a site': onSite('updateSiteById', (actor, site, round) =>
      updateSite(actor, site, { title: `Round ${round}`, basename: `round-${round}` }),
    ),
    'publishing a site': onSite('publishSite', publishSite),
    'unpublishing a site': onSite('unpublishSite', async (actor, site) => {
      await publishSite(actor, site);
      await unpublishSite(actor, site);
    }),
    'deleting a site': onSite('deleteSiteById', async (actor, site) => {
      await linkOf(actor, site);
      await deleteSite(actor, site);
    }),
    'confirming the hostname of a site': onSite('confirmSiteHostname', async (actor, { site }) => {
      await setHostname(actor, site, `docs.${site.slice(5)}.test`);
      await confirmHostname(actor, site);
    }),
    'customizing a site': onSite('updateSiteCustomizationById', (actor, site, round) =>
      updateCustomization(actor, site, { ...defaults, title: `Round ${round}` }),
    ),
    'making a share link': onSite('createSiteShareLink', linkOf),
    'changing a share link': onSite('updateSiteShareLinkById', async (actor, site) =>
      links.updateShareLink(actor, await linkOf(actor, site), { active: false }),
    ),
    'deleting a share link': onSite('deleteSiteShareLinkById', async (actor, site) =>
      links.deleteShareLink(actor, await linkOf(actor, site)),
    ),
    'setting where visitors sign in': onSite('updateSitePublishingAuthById', (actor, site) =>
      updatePublishingAuth(actor, site, { fallbackURL: 'https://login.killed.test' }),
    ),
    'replacing a signing key': onSite('regenerateSitePublishingAuthById', regenerateSigningKey),
  };
}
