import { newId } from '../../../src/ids.js';
import type { TestApp } from '../../support/app.js';
import { type Person, seedSpace } from '../../support/seed.js';
import { type SeededSite, seedSite } from '../sites/site-kit.js';

type Conditions = Readonly<Record<string, string | null>>;

/** A site whose parts have conditions, and the ids of these by their paths. */
export interface AdaptiveSite extends SeededSite {
  parts: Record<string, string>;
  /** Ids of the spaces that it shows, by the paths of the site spaces. */
  spaces: Record<string, string>;
}

/** What a site is made of: sections by path, and its spaces by `section/space`, each with its condition. */
export interface Parts {
  sections?: Conditions;
  siteSpaces: Conditions;
}

/** Makes a site with sections and spaces that have conditions, whatever its schema would say of them. */
export async function seedAdaptiveSite(
  test: TestApp,
  owner: { id: string; admin: Person },
  { sections = {}, siteSpaces }: Parts,
): Promise<AdaptiveSite> {
  const site = await seedSite(test, owner);
  const common = { organizationId: owner.id, siteId: site.id, createdAt: new Date(), isDefault: false };
  const parts: Record<string, string> = {};
  const spaces: Record<string, string> = {};
  for (const path of Object.keys(siteSpaces)) spaces[path] = await seedSpace(test, owner.id);
  await test.store.transaction(async ({ prisma }) => {
    for (const [path, condition] of Object.entries(sections)) {
      const id = newId('SiteSection');
      parts[path] = id;
      await prisma.siteSection.create({ data: { ...common, id, title: path, path, position: id, condition } });
    }
    for (const [place, condition] of Object.entries(siteSpaces)) {
      const [path, section] = place.split('/').reverse() as [string, string?];
      const id = newId('SiteSpace');
      parts[place] = id;
      const at = { spaceId: spaces[place]!, sectionId: section === undefined ? null : parts[section]! };
      await prisma.siteSpace.create({ data: { ...common, ...at, id, path, position: id, condition } });
    }
  });
  return { ...site, parts, spaces };
}
