import type { Config } from '../config.js';
import { createOrganization } from '../domains/organizations/create-organization.js';
import { importIntoSpace } from '../domains/revisions/import-action.js';
import type { Actor } from '../domains/shared/act.js';
import { packagePath } from '../package-path.js';
import { readFolder } from './read-folder.js';

/** Fills a database without organizations: the demo organization with the manual as its space, or an empty one. */
export async function ensureContent(actor: Actor, { demo }: Pick<Config, 'demo'>): Promise<void> {
  const { read } = actor.store;
  if (await read.first(read.sql.selectFrom('Organization').select('id').limit(1))) return;
  const organization = await createOrganization(actor, { title: demo ? 'Demo' : 'My organization' });
  if (!demo) return;
  await importIntoSpace(actor, { organization, title: 'docgraph manual', entries: readFolder(packagePath('docs')) });
}
