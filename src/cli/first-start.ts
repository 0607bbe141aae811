import type { Config } from '../config.js';
import { createOrganization } from '../domains/organizations/create-organization.js';
import { importIntoSpace } from '../domains/revisions/import-action.js';
import type { Actor } from '../domains/shared/act.js';
import { packagePath } from '../package-path.js';
import { withMigrationLock } from '../store/migration-lock.js';
import { targetOf } from '../store/store-url.js';
import { readFolder } from './read-folder.js';

/**
 * Fills a database without organizations: the demo organization with the manual as its space, or an empty one. Instances
 * that start at the same time fill it once.
 */
export async function ensureContent(actor: Actor, config: Pick<Config, 'demo' | 'databaseUrl'>): Promise<void> {
  if (await hasOrganizations(actor)) return;
  await withMigrationLock(actor.store.provider, targetOf(config.databaseUrl), async () => {
    if (!(await hasOrganizations(actor))) await fill(actor, config);
  });
}

async function hasOrganizations({ store: { read } }: Actor): Promise<boolean> {
  return (await read.first(read.sql.selectFrom('Organization').select('id').limit(1))) !== undefined;
}

async function fill(actor: Actor, { demo }: Pick<Config, 'demo'>): Promise<void> {
  const organization = await createOrganization(actor, { title: demo ? 'Demo' : 'My organization' });
  if (!demo) return;
  await importIntoSpace(actor, { organization, title: 'docgraph manual', entries: readFolder(packagePath('docs')) });
}
