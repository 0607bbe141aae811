import { driverTarget, providerOf } from '../../db/connection/store-url.js';
import { openLoad } from '../../db/dump/open-load.js';
import { migrate } from '../../db/migrations/migrate.js';
import { withMigrationLock } from '../../db/migrations/migration-lock.js';
import type { MigrationsFolder } from '../../db/migrations/migrations-folder.js';
import { cannotRestore } from '../backup-error.js';
import type { ContainerReader } from '../container/read-container.js';
import { checkTarget } from './check-target.js';
import { migrationsOf } from './migrations.js';
import { type ReadTables, type RowTarget, readTables } from './read-tables.js';
import { replaceFile, restoringPath } from './replace-file.js';

/** Where a backup is restored to. */
export interface RestoreRequest extends Pick<RowTarget, 'filters' | 'objects' | 'onProgress'> {
  /** URL of the database, without a pooler. It must be empty, or not exist. */
  url: string;
  /** Whether damaged content is restored as it is. Otherwise it ends the restore. */
  acceptsDamage: boolean;
  /**
   * Changes the restored rows. On SQLite, the file gets its final name after this call. On Postgres, the rows are
   * already committed.
   */
  prepare(url: string): Promise<void>;
}

/**
 * Checks that a backup can be restored into a database.
 * @throws AppError if a newer version made the backup, or the database is not empty
 */
export async function checkRestorable({ head }: ContainerReader, url: string): Promise<void> {
  await checkTarget(url, migrationsOf(head, providerOf(url)));
}

/**
 * Restores a backup into an empty database. The database has all rows or none, also if the process is killed.
 * @throws AppError if the backup is damaged, a newer version made it, or the database is not empty
 */
export async function restoreBackup(reader: ContainerReader, request: RestoreRequest): Promise<ReadTables> {
  const { url } = request;
  const provider = providerOf(url);
  const folder = migrationsOf(reader.head, provider);
  await checkTarget(url, folder);
  const restore = provider === 'sqlite' ? restoreFile : restoreServer;
  return restore(reader, { ...request, folder });
}

/** A restore, and the migrations that the database needs before the rows. */
interface PlannedRestore extends RestoreRequest {
  folder: MigrationsFolder;
}

/** Milliseconds to wait for a server that migrates the database. */
const patience = 1_000;

async function restoreFile(reader: ContainerReader, request: PlannedRestore): Promise<ReadTables> {
  const target = driverTarget(request.url);
  return replaceFile(target, patience, async () => {
    const url = `file:${restoringPath(target)}`;
    await migrate({ url, folder: request.folder });
    const read = await loadRows(reader, { ...request, url });
    await migrate({ url });
    await request.prepare(url);
    // A server may have started on an empty database since the first check: it needs no lock if nothing is pending.
    await checkTarget(request.url, request.folder);
    return read;
  });
}

async function restoreServer(reader: ContainerReader, request: PlannedRestore): Promise<ReadTables> {
  const { url, folder } = request;
  await migrate({ url, folder });
  const read = await withMigrationLock({ provider: 'postgresql', target: url, patience }, async () => {
    // A server may have filled the database since the first check.
    await checkTarget(url, folder);
    return loadRows(reader, request);
  });
  await migrate({ url });
  await request.prepare(url);
  return read;
}

async function loadRows(reader: ContainerReader, request: RestoreRequest): Promise<ReadTables> {
  const { url, filters, objects, onProgress, acceptsDamage } = request;
  const load = await openLoad({ url, commits: 'atEnd' });
  try {
    const read = await readTables(reader, { write: load.write, filters, objects, onProgress });
    if (read.damaged.length > 0 && !acceptsDamage) throw damaged(read);
    await load.finish(reader.manifest().counters);
    return read;
  } catch (error) {
    await load.abort();
    throw error;
  }
}

function damaged({ damaged: [first] }: ReadTables): Error {
  return cannotRestore(
    `content was already damaged in the database that was backed up, such as ${first!.hash} of ${first!.organizationId}`,
    'Restore an earlier backup, or accept the loss with --accept-damage.',
  );
}
