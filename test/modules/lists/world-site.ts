import { allClaims } from '../sites/site-adaptive/all-claims.js';

/** Ids of sites and site parts in which every list has items. */
export interface SiteIds {
  /** Id of a published site with sections and share links. */
  site: string;
  /** Id of a site without sections and share links. */
  plainSite: string;
  siteSection: string;
  siteSectionGroup: string;
}

/** Function that sends a request with a body, which creates an object, and returns the object. */
type Make = (request: string, body: object) => Promise<{ id: string }>;

/** Creates two sites with the given spaces. One of them is published and has sections in nested groups. */
export async function buildSites(make: Make, organization: string, spaces: string[]): Promise<SiteIds> {
  const at = `/orgs/${organization}`;
  const space = async (title: string) => (await make(`POST ${at}/spaces`, { title })).id;
  const { id: plainSite } = await make(`POST ${at}/sites`, { title: 'Plain', spaces });
  const { id: site } = await make(`POST ${at}/sites`, { title: 'With sections', spaces });
  const add = async (part: string, body: object) => (await make(`POST ${at}/sites/${site}/${part}`, body)).id;
  const sections: string[] = [];
  for (const title of ['Part 1', 'Part 2', 'Part 3', 'Part 4', 'Part 5', 'Part 6'])
    sections.push(await add('sections', { spaceId: await space(title), title }));
  for (const section of sections.slice(1, 4))
    await make(`PATCH ${at}/sites/${site}/sections/${section}`, { condition: 'visitor.claims.unknown' });
  // These conditions are broken, because the schema does not declare their claim.
  await make(`PUT ${at}/sites/${site}/adaptive-schema`, { jsonSchema: allClaims });
  const siteSectionGroup = await add('section-groups', { title: 'Group', sections: sections.slice(3) });
  for (const title of ['Inner 1', 'Inner 2', 'Inner 3']) {
    const inside = await add('sections', { spaceId: await space(title), title });
    await add('section-groups', { title, parent: siteSectionGroup, sections: [inside] });
  }
  for (const name of ['Reader 1', 'Reader 2', 'Reader 3']) await add('share-links', { name });
  await make(`POST ${at}/sites/${site}/publish`, {});
  return { site, plainSite, siteSection: sections[0]!, siteSectionGroup };
}
