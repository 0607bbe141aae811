import { dirname } from 'node:path';
import { packageVersion } from '../../base/package-path.js';
import type { BlobAddress } from '../../blobs/read-blob-objects.js';
import { countBlobsToMove } from '../../blobs/stored-blobs.js';
import { providerOf, sqlitePath } from '../../db/connection/store-url.js';
import { estimateDumpSize } from '../../db/disk/dump-size.js';
import type { Dump } from '../../db/dump/contract/dump.js';
import { openDump } from '../../db/dump/open-dump.js';
import { migrationStatus } from '../../db/migrations/migrate.js';
import type { Queries } from '../../db/query/queries.js';
import { readSnapshot } from '../../db/snapshot.js';
import { type BlobStorage, blobKey } from '../../object-storage/blob-storage.js';
import { cannotBackUp } from '../backup-error.js';
import { type BackupHead, backupFormat, secretProof } from '../container/head.js';
import { writeContainer } from '../container/write-container.js';
import { type BackupKey, encrypt } from '../encryption/encrypt.js';
import { backupName, installationOf } from '../places/backup-name.js';
import type { BackupPlace } from '../places/place.js';
import { dumpEntries, type OnBackupProgress, summaryOf } from './dump-entries.js';
import { removeOldest } from './keep.js';

/** A database to back up, and the place for the file. */
export interface BackupRequest {
  /** URL of the database, without a pooler. */
  url: string;
  /**
   * `SECRET` of the server; null if it has none yet. The backup does not contain it, only a signature that recognizes
   * it.
   */
  secret: string | null;
  /** Secret before the last change; null if there is none. Backups that were made with it count for `keep`. */
  previousSecret: string | null;
  /** `PUBLIC_URL`; null if it is not set. */
  publicUrl: string | null;
  /** Object storage of large blobs, which the backup includes; null if BLOBS is not set. */
  blobs: BlobStorage | null;
  /** Whether objects that are missing or damaged are left out. Otherwise they end the backup. */
  skipsLost?: boolean | undefined;
  place: BackupPlace;
  /** Name of the file; default: a name with the time. */
  name?: string | undefined;
  /** Key that encrypts the backup; undefined for no encryption. */
  key?: BackupKey | undefined;
  /** Number of backups of this installation that stay at the place; all if undefined. */
  keep?: number | undefined;
  onProgress?: OnBackupProgress | undefined;
  /** Ends the backup early. The unfinished file is removed. */
  signal?: AbortSignal | undefined;
}

/** A backup that was made. */
export interface MadeBackup {
  /** Path or address of the file. */
  location: string;
  bytes: number;
  rows: number;
  createdAt: string;
  /** Blobs whose objects were left out, as `organizationId/hash`. */
  lost: string[];
  /** Locations of older backups that were removed. */
  removed: string[];
}

/**
 * Backs up a database, also while servers write: the backup is the state of one moment. The file appears under its name
 * when it is whole. Then the oldest backups are removed.
 * @throws AppError if the database is not migrated, the place has too little space, or one of them fails
 */
export async function makeBackup(request: BackupRequest): Promise<MadeBackup> {
  const { url, place, key, keep } = request;
  const createdAt = new Date();
  const migrations = await checkMigrations(url);
  await place.removeUnfinishedFiles();
  await checkSpace(request);
  const installation = installationOf(request.secret);
  const name = request.name ?? backupName({ createdAt, installation }, key !== undefined);
  const dump = await openDump({ url, copyTo: folderOfCopy(request) });
  const head = { createdAt, migrations };
  const written = await writeDump(dump, { ...request, name, head }).finally(dump.close);
  const installations = [installation, ...(request.previousSecret ? [installationOf(request.previousSecret)] : [])];
  const removed = keep === undefined ? [] : await removeOldest(place, { count: keep, installations });
  const location = `${place.location}/${name}`;
  return { ...written, location, createdAt: createdAt.toISOString(), removed: removed.map((one) => one.location) };
}

/** Returns the migrations of the database. */
async function checkMigrations(url: string): Promise<string[]> {
  const { applied, pending } = await migrationStatus({ url });
  if (pending.length === 0) return applied;
  const next = 'Back up with the version that runs on the database, or run `docgraph migrate` first.';
  throw cannotBackUp(`the database lacks the migration ${pending[0]}`, next);
}

/** A backup takes about the size of the database and of the objects. */
const spaceFactor = 1.1;

async function checkSpace({ url, blobs, place }: BackupRequest): Promise<void> {
  const free = await place.freeBytes();
  if (free === undefined) return;
  const objects = blobs ? await sizeOfObjects(url) : 0;
  const needed = Math.ceil(((await estimateDumpSize(url)) + objects) * spaceFactor);
  if (free >= needed) return;
  const reason = `the backup needs about ${needed} bytes at ${place.location}, and ${free} are free`;
  throw cannotBackUp(reason, 'Free space, or use another disk.');
}

async function sizeOfObjects(url: string): Promise<number> {
  const count = (read: Queries) => countBlobsToMove(read, { to: 'database', threshold: 0 });
  return (await readSnapshot({ provider: providerOf(url), directUrl: url }, count)).bytes;
}

/**
 * Returns the folder for a temporary copy of a SQLite file, beside it. Only a backup to a bucket, or of objects in one,
 * needs the copy: while transfers take long, the write-ahead log would grow. Otherwise, the rows are read in one read
 * transaction, because a copy would double what the disk writes, and slow down the server.
 */
function folderOfCopy({ url, place, blobs }: BackupRequest): string | undefined {
  const usesNetwork = place.location.startsWith('s3://') || blobs !== null;
  return usesNetwork && providerOf(url) === 'sqlite' ? dirname(sqlitePath(url)) : undefined;
}

/** A backup with its name, and what the head says about the database. */
interface NamedBackup extends BackupRequest {
  name: string;
  head: { createdAt: Date; migrations: string[] };
}

async function writeDump(
  dump: Dump,
  { head, ...request }: NamedBackup,
): Promise<Pick<MadeBackup, 'bytes' | 'rows' | 'lost'>> {
  const counters = await dump.counters();
  const lost: string[] = [];
  const onLost = request.skipsLost ? (blob: BlobAddress) => void lost.push(blobKey(blob)) : undefined;
  const dumped = dumpEntries(dump, { ...request, onLost });
  const described: BackupHead = {
    product: 'docgraph',
    format: backupFormat,
    version: packageVersion(),
    createdAt: head.createdAt.toISOString(),
    provider: dump.provider,
    migrations: head.migrations,
    publicUrl: request.publicUrl,
    secret: secretProof(request.secret),
    tables: dump.tables.map((table) => structuredClone(table) as BackupHead['tables'][number]),
  };
  const chunks = writeContainer({
    head: described,
    entries: dumped.entries,
    summary: () => summaryOf(dumped, counters),
  });
  const bytes = await request.place.write(request.name, request.key ? encrypt(request.key, chunks) : chunks);
  return { bytes, rows: dumped.tables().reduce((sum, { rows }) => sum + rows, 0), lost };
}
