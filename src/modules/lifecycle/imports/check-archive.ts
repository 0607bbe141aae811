import { randomBytes } from 'node:crypto';
import { AppError } from '../../../platform/base/errors.js';
import { newestMigration } from '../../../platform/db/migrations/migrations-folder.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { createPassphraseSealer } from '../../../platform/secrets/passphrase.js';
import type { ArchiveFile } from './archive-file.js';
import type { StartedImport } from './import-actions.js';
import { type Inspection, inspectArchive } from './inspect-archive.js';
import { requireNewObjects, requireNoForeignObjects } from './known-objects.js';
import { deriveId } from './new-ids.js';
import type { OpenSecret } from './secrets.js';
import { findUnfinished } from './unfinished-imports.js';

/** Input of `checkArchive`. */
export interface ArchiveChecks {
  archive: ArchiveFile;
  /** Whether the import gives new ids to all objects. */
  newIds: boolean;
  /** Passphrase that opens the secrets of the archive; null to leave them out. */
  passphrase: string | null;
  /** Called after each entry with the numbers of checked entries and of all entries. */
  onProgress(done: number, total: number): void;
}

/** An archive that can be imported. */
export interface CheckedArchive {
  inspection: Inspection;
  /** The unfinished import that continues, or a new one. */
  startedImport: StartedImport;
  /** Opens the secrets; null if they are left out. */
  openSecret: OpenSecret | null;
}

/**
 * Checks that an archive is valid, and that its organization can be imported.
 * @throws BAD_USER_INPUT for an invalid archive, for one that a later version wrote, and for a wrong passphrase
 * @throws CONFLICT if the organization or one of its objects exists on this server
 */
export async function checkArchive(read: Queries, checks: ArchiveChecks): Promise<CheckedArchive> {
  const { archive, newIds, onProgress } = checks;
  const isOlder = isOlderVersion(archive);
  const unfinished = await findUnfinished(read, archive, newIds);
  const openSecret = secretOpener(checks);
  const inspection = await inspectArchive(archive, {
    isOlder,
    openSecret,
    onProgress: (done) => onProgress(done, archive.entries.length),
  });
  if (!unfinished && !newIds) await requireNewObjects(read, inspection);
  await requireNoForeignObjects(read, inspection);
  return { inspection, openSecret, startedImport: unfinished ?? newImport(archive, newIds) };
}

/** Reports whether an older version wrote the archive. @throws BAD_USER_INPUT if a later one did */
function isOlderVersion({ manifest: { docgraph } }: ArchiveFile): boolean {
  const newest = newestMigration();
  if (docgraph <= newest) return docgraph < newest;
  const versions = `it has the state of the database after ${docgraph}, and this version of docgraph knows ${newest}`;
  throw new AppError('BAD_USER_INPUT', `Cannot import the archive: ${versions}. Upgrade this server first.`);
}

function secretOpener({ archive: { manifest }, passphrase }: ArchiveChecks): OpenSecret | null {
  if (passphrase === null || manifest.secrets !== 'sealed') return null;
  return createPassphraseSealer(passphrase, manifest.organization.id).open;
}

function newImport({ hash, manifest }: ArchiveFile, newIds: boolean): StartedImport {
  const { id } = manifest.organization;
  if (!newIds) return { organizationId: id, archive: hash, done: 0, idSeed: null };
  const idSeed = randomBytes(32).toString('hex');
  return { organizationId: deriveId(idSeed, id), archive: hash, done: 0, idSeed };
}
