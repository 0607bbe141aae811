import '../api/head-followers.js';
import type { Config } from '../config.js';
import { importIntoSpace } from '../domains/folders/import-actions.js';
import { createOrganization } from '../domains/organizations/creation-actions.js';
import { hasOrganizations } from '../domains/organizations/has-organizations.js';
import type { Actor } from '../domains/shared/act.js';
import { packagePath } from '../package-path.js';
import { withMigrationLock } from '../store/migration-lock.js';
import { targetOf } from '../store/store-url.js';
import { readFolder } from './read-folder.js';

/**
 * Fills a database without organizations: the demo organization with the manual as its space, or an empty one. Instances
 * that start at the same time fill it once.
 */
export async function fillDatabase(actor: Actor, config: Pick<Config, 'demo' | 'databaseUrl'>): Promise<void> {
  await withMigrationLock({ provider: actor.store.provider, target: targetOf(config.databaseUrl) }, async () => {
    if (!(await hasOrganizations(actor.store.read))) await fill(actor, config);
  });
}

async function fill(actor: Actor, { demo }: Pick<Config, 'demo'>): Promise<void> {
  const organization = await createOrganization(actor, { title: demo ? 'Demo' : 'My organization' });
  if (!demo) return;
  await importIntoSpace(actor, { organization, title: 'docgraph manual', entries: readFolder(packagePath('docs')) });
}
