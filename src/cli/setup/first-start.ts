import type { Sealer } from '../../platform/secrets/sealed.js';
import '../../app/head-hooks.js';
import { importIntoSpace } from '../../modules/content/folders/import-actions.js';
import { createOrganization } from '../../modules/identity/members/creation-actions.js';
import { hasOrganizations } from '../../modules/identity/organizations/has-organizations.js';
import type { Actor } from '../../modules/shared/unit-of-work.js';
import { siteRoot } from '../../modules/sites/published-sites/published-address.js';
import { createSite, type NewSite } from '../../modules/sites/site-lifecycle/actions.js';
import { publishSite } from '../../modules/sites/site-lifecycle/publication-actions.js';
import { updateSite } from '../../modules/sites/site-lifecycle/settings-actions.js';
import { packagePath } from '../../platform/base/package-path.js';
import type { Config } from '../../platform/config/config.js';
import { driverTarget } from '../../platform/db/connection/store-url.js';
import { withMigrationLock } from '../../platform/db/migrations/migration-lock.js';
import { readFolder } from '../folders/read-folder.js';

/** The actor that fills a database, and the sealer that encrypts the keys of the site. */
type Filler = Actor & { sealer: Sealer };

/**
 * Fills a database that has no organizations. With `demo`, it creates an organization with the manual as a space and as
 * a published site. Otherwise, it creates an empty organization. If several instances start at the same time, only one
 * fills the database.
 * @returns the path of the site on this server; null if none was created
 */
export function fillDatabase(filler: Filler, config: Pick<Config, 'demo'>): Promise<string | null> {
  const { store } = filler;
  return withMigrationLock({ provider: store.provider, target: driverTarget(store.directUrl) }, async () =>
    (await hasOrganizations(store.read)) ? null : createFirstOrganization(filler, config),
  );
}

async function createFirstOrganization(filler: Filler, { demo }: Pick<Config, 'demo'>): Promise<string | null> {
  const organization = await createOrganization(filler, { title: demo ? 'Demo' : 'My organization' });
  if (!demo) return null;
  const title = 'docgraph manual';
  const { spaceId } = await importIntoSpace(filler, { organization, title, entries: readFolder(packagePath('docs')) });
  return publishOnSite(filler, { organization, title, spaces: [spaceId] });
}

async function publishOnSite(filler: Filler, { organization, title, spaces }: NewSite): Promise<string> {
  const site = await createSite(filler, { organization, title, spaces, visibility: 'public' });
  const basename = 'manual';
  await updateSite(filler, { organization, site }, { basename });
  await publishSite(filler, { organization, site });
  return siteRoot({ id: site, organizationId: organization, basename });
}
