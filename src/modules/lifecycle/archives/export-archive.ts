import { requireOperator } from '../../../access/policy.js';
import { AppError, notFound } from '../../../platform/base/errors.js';
import { newestMigration } from '../../../platform/db/migrations/migrations-folder.js';
import { isBeingImported } from '../../../platform/db/query/live-organizations.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { readSnapshot } from '../../../platform/db/snapshot.js';
import { createPassphraseSealer } from '../../../platform/secrets/passphrase.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Purpose } from '../../../platform/secrets/sealed-columns.js';
import type { Actor } from '../../shared/unit-of-work.js';
import { readEntries } from './archive-entries.js';
import { type ArchiveManifest, archiveFormat } from './manifest.js';
import type { SealSecret } from './row-text.js';
import { type ArchiveTarget, type WrittenArchive, writeArchive } from './write-archive.js';

/** A request for an archive. */
export interface ArchiveRequest extends ArchiveTarget {
  /** Id of the organization. */
  organization: string;
  /** How to seal the secrets in the archive; null to leave them out. */
  secrets: SecretsRequest | null;
}

/** A request for an archive with secrets. */
interface SecretsRequest {
  /** Passphrase that seals the secrets in the archive. */
  passphrase: string;
  /** Sealer that opens the secrets in the database. */
  sealer: Sealer;
}

/**
 * Writes an organization as one archive, a tar file in the format of docs/archives.md. All rows come from one snapshot
 * of the database, and a few MiB of them are in memory at a time. Records no event, so that two exports of the same
 * state are equal.
 * @throws NOT_FOUND if the organization does not exist
 * @throws FORBIDDEN for everyone except the operator
 * @throws CONFLICT if neither secret of this server opens a secret of the organization, if its import is not finished,
 * or if its removal has begun
 */
export async function exportArchive({ store, viewer }: Actor, request: ArchiveRequest): Promise<WrittenArchive> {
  requireOperator(viewer, 'exportOrganization', 'Organizations are exported');
  const seal = request.secrets && secretSealer(request.organization, request.secrets);
  return readSnapshot(store, async (read) => {
    const organization = await findOrganization(read, request.organization);
    const secrets = seal ? 'sealed' : 'left out';
    const description = { format: archiveFormat, docgraph: newestMigration(), organization, secrets } as const;
    return writeArchive(request, description, readEntries({ read, organizationId: organization.id, seal }));
  });
}

async function findOrganization(read: Queries, id: string): Promise<ArchiveManifest['organization']> {
  const row = await read.first(read.sql.selectFrom('Organization').select(['id', 'title']).where('id', '=', id));
  if (!row) throw notFound('organization', id);
  await requireComplete(read, id);
  return row;
}

/** Refuses an organization that is being imported or removed, because some of its rows are missing. @throws CONFLICT */
async function requireComplete(read: Queries, id: string): Promise<void> {
  const removals = read.sql.selectFrom('OrganizationDeletion').select('startedAt').where('startedAt', 'is not', null);
  const isBeingRemoved = await read.first(removals.where('organizationId', '=', id));
  const reason = isBeingRemoved ? 'its removal has begun' : 'its import is not finished';
  if (isBeingRemoved || (await isBeingImported(read, id)))
    throw new AppError('CONFLICT', `Cannot export ${id}: ${reason}`);
}

function secretSealer(organization: string, { passphrase, sealer }: SecretsRequest): SealSecret {
  const target = createPassphraseSealer(passphrase, organization);
  return ({ purpose, isSealed }, value) => {
    const text = isSealed ? sealer.find(purpose as Purpose, value)?.text : value;
    if (text === undefined) throw cannotOpen(purpose);
    return target.seal(purpose, text);
  };
}

function cannotOpen(purpose: string): AppError {
  const reason = 'neither SECRET nor SECRET_PREVIOUS opens it';
  const next = 'Set SECRET_PREVIOUS to the secret that sealed it, or export without a passphrase.';
  return new AppError('CONFLICT', `Cannot export a sealed ${purpose}: ${reason}. ${next}`);
}
