import { AppError } from '../../../platform/base/errors.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { ArchiveFile } from './archive-file.js';
import type { StartedImport } from './import-actions.js';

/**
 * Finds the unfinished import of an archive; null if there is none. `newIds` selects imports whose objects get new ids.
 * @throws CONFLICT if the organization of the archive exists and has no such import
 */
export async function findUnfinished(
  read: Queries,
  { hash, manifest }: ArchiveFile,
  newIds: boolean,
): Promise<StartedImport | null> {
  const { id } = manifest.organization;
  const query = read.sql
    .selectFrom('OrganizationImport')
    .select(['organizationId', 'archive', 'done', 'idSeed'])
    .where('archive', '=', hash)
    .where('finishedAt', 'is', null);
  const found = newIds
    ? await read.first(query.where('idSeed', 'is not', null).orderBy('startedAt'))
    : await read.first(query.where('organizationId', '=', id).where('idSeed', 'is', null));
  if (!found && !newIds) await requireNewOrganization(read, id);
  return found ?? null;
}

async function requireNewOrganization(read: Queries, id: string): Promise<void> {
  const query = read.sql
    .selectFrom('Organization')
    .leftJoin('OrganizationImport', 'OrganizationImport.organizationId', 'Organization.id')
    .select(['OrganizationImport.startedAt', 'OrganizationImport.finishedAt'])
    .where('Organization.id', '=', id);
  const existing = await read.first(query);
  if (!existing) return;
  const { startedAt, finishedAt } = existing;
  const reason =
    startedAt !== null && finishedAt === null
      ? `an import of another archive of ${id} is not finished. Go on with that archive, or remove the organization.`
      : `the organization ${id} exists on this server. Import it with \`--new-ids\` to create a copy.`;
  throw new AppError('CONFLICT', `Cannot import the archive: ${reason}`);
}
