import { createHash } from 'node:crypto';
import { type FileHandle, open } from 'node:fs/promises';
import { AppError } from '../../../platform/base/errors.js';
import { type ArchiveTable, archiveTables } from '../archives/archive-tables.js';
import { type ArchiveManifest, type ManifestEntry, manifestName } from '../archives/manifest.js';
import { invalidArchive } from './archive-error.js';
import { parseManifest } from './archive-manifest.js';
import { readTarEntries, type TarEntry } from './tar-entries.js';

/** Rows of one table in an archive. */
export interface ArchiveEntry extends TarEntry {
  table: ArchiveTable;
  /** SHA-256 of its bytes as listed in the manifest. */
  sha256: string;
}

/** An open archive whose manifest matches its entries. */
export interface ArchiveFile {
  manifest: ArchiveManifest;
  /** SHA-256 of the manifest, which identifies the archive. */
  hash: string;
  entries: readonly ArchiveEntry[];
  /**
   * Reads the bytes of an entry.
   * @throws BAD_USER_INPUT if their hash differs from the one in the manifest
   */
  read(entry: ArchiveEntry): Promise<Buffer>;
}

/**
 * Maximum number of bytes of an entry. Entries with several rows have at most 4 MiB; only an entry with one row may be
 * larger.
 */
const maxEntryBytes = 268_435_456;

/** Maximum number of bytes of a manifest: about 500,000 entries. */
const maxManifestBytes = 67_108_864;

/**
 * Opens an archive, runs `work` with it, and closes it.
 * @throws BAD_USER_INPUT for a file that is not an archive, or whose manifest lists other entries; NOT_FOUND if the
 * file cannot be opened
 */
export async function withArchive<Result>(
  path: string,
  work: (archive: ArchiveFile) => Promise<Result>,
): Promise<Result> {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    throw new AppError('NOT_FOUND', `Cannot read ${JSON.stringify(path)}: ${error.message}`);
  });
  try {
    return await work(await readArchive(file));
  } finally {
    await file.close();
  }
}

async function readArchive(file: FileHandle): Promise<ArchiveFile> {
  const stored = await readTarEntries(file);
  const last = stored.pop();
  if (last?.name !== manifestName) throw invalidArchive(`its last entry must be ${manifestName}`);
  if (last.size > maxManifestBytes) throw invalidArchive('it is too large', { entry: last.name });
  const bytes = await readBytes(file, last);
  const manifest = parseManifest(bytes.toString('utf8'));
  const entries = combineEntries(stored, manifest.entries);
  return { manifest, hash: sha256Hex(bytes), entries, read: (entry) => readVerified(file, entry) };
}

async function readVerified(file: FileHandle, entry: ArchiveEntry): Promise<Buffer> {
  const bytes = await readBytes(file, entry);
  if (sha256Hex(bytes) === entry.sha256) return bytes;
  throw invalidArchive('its bytes are not those that the manifest describes', { entry: entry.name });
}

async function readBytes(file: FileHandle, { name, offset, size }: TarEntry): Promise<Buffer> {
  const bytes = Buffer.allocUnsafe(size);
  const { bytesRead } = await file.read(bytes, 0, size, offset);
  if (bytesRead < size) throw invalidArchive('the file ends early; copy or export it again', { entry: name });
  return bytes;
}

/**
 * Combines the entries of the file with the entries of the manifest. Both must list the same entries in the same order.
 */
function combineEntries(stored: readonly TarEntry[], listed: readonly ManifestEntry[]): ArchiveEntry[] {
  if (stored.length !== listed.length)
    throw invalidArchive(`it has ${stored.length} entries and its manifest lists ${listed.length}`);
  let previous: Position = { table: -1, part: 0 };
  return listed.map(({ name, bytes, sha256 }, index) => {
    const entry = stored[index]!;
    if (entry.name !== name || entry.size !== bytes)
      throw invalidArchive(`the manifest lists ${name} with ${bytes} bytes in its place`, { entry: entry.name });
    if (bytes > maxEntryBytes) throw invalidArchive('it is too large', { entry: name });
    const position = parsePosition(name);
    const isNext = position.table > previous.table ? position.part === 1 : isNextPart(previous, position);
    if (!isNext) throw invalidArchive('it is not in its place', { entry: name });
    previous = position;
    return { ...entry, sha256, table: archiveTables[position.table]! };
  });
}

/** Position of an entry: the index of its table, and the number of its part from 1. */
interface Position {
  table: number;
  part: number;
}

function isNextPart(previous: Position, { table, part }: Position): boolean {
  return table === previous.table && part === previous.part + 1;
}

/** Reads the position from the name of an entry, such as `rows/0004-Space-0001.jsonl`. */
function parsePosition(name: string): Position {
  const [, table, part] = /^rows\/\d{4}-([A-Za-z]+)-(\d{4,})\.jsonl$/.exec(name) ?? [];
  const index = archiveTables.findIndex((known) => known.name === table);
  if (index === -1) throw invalidArchive('it has rows of an unknown table', { entry: name });
  return { table: index, part: Number(part) };
}

function sha256Hex(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}
