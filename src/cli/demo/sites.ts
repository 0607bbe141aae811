import { siteRoot } from '../../modules/sites/published-sites/published-address.js';
import { updateAdaptiveSchema } from '../../modules/sites/site-adaptive/actions.js';
import { createShareLink } from '../../modules/sites/site-audience/share-link-actions.js';
import { updateCustomization } from '../../modules/sites/site-customization/customization-actions.js';
import { createSite } from '../../modules/sites/site-lifecycle/actions.js';
import { publishSite } from '../../modules/sites/site-lifecycle/publication-actions.js';
import { updateSite } from '../../modules/sites/site-lifecycle/settings-actions.js';
import { addSection, updateSection } from '../../modules/sites/site-structure/section-actions.js';
import { addSpaceToSite, updateSiteSpace } from '../../modules/sites/site-structure/site-space-actions.js';
import { defaults } from '../../modules/sites/sites/default-customization.js';
import { actAs, type Demo, idOf } from './demo.js';
import type { DemoSection, DemoSite, OrganizationFile } from './organization-file.js';

/** Creates and publishes the sites. */
export async function createSites(demo: Demo, { sites }: Pick<OrganizationFile, 'sites'>): Promise<void> {
  for (const site of sites) demo.sitePaths.push(await createDemoSite(demo, site));
}

async function createDemoSite(demo: Demo, site: DemoSite): Promise<string> {
  const { organization } = demo;
  const { title, visibility, basename, claims } = site;
  const actor = actAs(demo, 'ada');
  const id = await createSite(actor, { organization, title, visibility });
  const name = { organization, site: id };
  await updateSite(actor, name, { basename, adaptiveContent: { enabled: claims !== undefined } });
  if (claims) {
    const schema = { $schema: 'http://json-schema.org/draft-07/schema#', type: 'object', additionalProperties: false };
    await updateAdaptiveSchema(actor, name, { ...schema, properties: claims });
  }
  for (const section of site.sections) await addDemoSection(demo, name, section);
  await updateCustomization(actor, name, customizationFor(site));
  for (const link of site.shareLinks ?? []) await createShareLink(actor, { ...name, name: link });
  await publishSite(actor, name);
  return siteRoot({ id, organizationId: organization, basename });
}

/** Ids of a site and of its organization. */
interface SiteName {
  organization: string;
  site: string;
}

async function addDemoSection(demo: Demo, name: SiteName, { title, spaces, condition }: DemoSection): Promise<void> {
  const actor = actAs(demo, 'ada');
  const [first, ...others] = Object.keys(spaces);
  const section = await addSection(actor, name, { space: idOf(demo.spaces, first!), title });
  for (const key of others) await addSpaceToSite(actor, name, { space: idOf(demo.spaces, key), siteSection: section });
  for (const [key, path] of Object.entries(spaces))
    await updateSiteSpace(actor, { ...name, siteSpace: await siteSpaceOf(demo, name.site, key) }, { path });
  if (condition) await updateSection(actor, { ...name, section }, { condition });
}

async function siteSpaceOf({ store: { read }, spaces }: Demo, site: string, key: string): Promise<string> {
  const query = read.sql.selectFrom('SiteSpace').select('id').where('siteId', '=', site);
  return (await read.first(query.where('spaceId', '=', idOf(spaces, key))))!.id;
}

/** Returns the default customization, overridden by that in the demo files. Styles are merged by name. */
function customizationFor({ customization }: DemoSite) {
  const styling = { ...(defaults.styling as object), ...(customization.styling as object | undefined) };
  return { ...defaults, ...customization, styling };
}
