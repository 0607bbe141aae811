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
export interface Parts {
  sections: Conditions;
  siteSpaces: Conditions;
}

/** Creates a site with sections and spaces that have conditions, and without a schema. */
export async function seedAdaptiveSite(
  test: TestApp,
  owner: { id: string; admin: Person },
  { sections, siteSpaces }: Parts,
): Promise<AdaptiveSite> {
  const site = await seedSite(test, owner);
  const done = async (request: string, given: object) => {
    const [method = '', path] = request.split(' ');
    const { status, body } = await site.ask(method, path, given);
    if (status >= 300) throw new Error(`${request}: ${status} ${JSON.stringify(body)}`);
    return body;
  };
  const parts: Record<string, string> = {};
  const spaces: Record<string, string> = {};
  for (const [place, condition] of Object.entries(siteSpaces)) {
    const [section = '', path = ''] = place.split('/');
    const spaceId = await seedSpace(test, owner.id);
    const sectionId = parts[section];
    if (sectionId === undefined) {
      const added = await done('POST /sections', { spaceId, title: `Section ${section}` });
      await done(`PATCH /sections/${added.id}`, { path: section, condition: sections[section] });
      Object.assign(parts, { [section]: added.id, [place]: added.siteSpaces[0].id });
    } else {
      parts[place] = (await done('POST /site-spaces', { spaceId, sectionId })).id;
    }
    spaces[place] = spaceId;
    await done(`PATCH /site-spaces/${parts[place]}`, { path, condition });
  }
  return { ...site, parts, spaces };
}
