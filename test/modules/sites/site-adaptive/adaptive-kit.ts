import type { TestApp } from '../../../support/app.js';
import { type Person, seedSpace } from '../../../support/seed.js';
import { type SeededSite, seedSite } from '../sites/site-kit.js';

type Conditions = Readonly<Record<string, string | null>>;

/** A site whose parts have conditions, and the ids of the parts by path. */
export interface AdaptiveSite extends SeededSite {
  parts: Record<string, string>;
  /** Ids of the spaces of the site, by the paths of the site spaces. */
  spaces: Record<string, string>;
}

/** Conditions of the parts of a site: sections by path, and site spaces by `section/space`. */
export interface SiteParts {
  sections: Conditions;
  siteSpaces: Conditions;
}

/** Creates a site with sections and spaces that have conditions, and without a schema. */
export async function seedAdaptiveSite(
  test: TestApp,
  owner: { id: string; admin: Person },
  { sections, siteSpaces }: SiteParts,
): Promise<AdaptiveSite> {
  const site = await seedSite(test, owner);
  const requestOk = async (request: string, given: object) => {
    const [method = '', path] = request.split(' ');
    const { status, body } = await site.ask(method, path, given);
    if (status >= 300) throw new Error(`${request}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const partIds: Record<string, string> = {};
  const spaces: Record<string, string> = {};
  for (const [place, condition] of Object.entries(siteSpaces)) {
    const [section = '', path = ''] = place.split('/');
    const spaceId = await seedSpace(test, owner.id);
    const sectionId = partIds[section];
    if (sectionId === undefined) {
      const added = await requestOk('POST /sections', { spaceId, title: `Section ${section}` });
      await requestOk(`PATCH /sections/${added.id}`, { path: section, condition: sections[section] });
      Object.assign(partIds, { [section]: added.id, [place]: added.siteSpaces[0].id });
    } else {
      partIds[place] = (await requestOk('POST /site-spaces', { spaceId, sectionId })).id;
    }
    spaces[place] = spaceId;
    await requestOk(`PATCH /site-spaces/${partIds[place]}`, { path, condition });
  }
  return { ...site, parts: partIds, spaces };
}
