import { readTarHeader, type TarFile, tarBlock, tarEnd, tarHeader, tarPadding } from '../../base/tar.js';
import { unreadableBackup } from '../backup-error.js';
import { type ByteReader, createByteReader } from './byte-reader.js';
import { type BackupHead, headName, parseHead } from './head.js';
import { type BackupManifest, hashBytes, type ManifestEntry, manifestName, parseManifest } from './manifest.js';

/** Maximum number of bytes of an entry; a part of a table has at most 8 MiB and one row. */
const maxEntryBytes = 1_073_741_824;

/** An entry between the head and the manifest. */
export interface StoredEntry {
  name: string;
  bytes: Buffer;
}

/** Reads a backup from its beginning to its end. */
export interface ContainerReader {
  head: BackupHead;
  /**
   * Entries in their order. At the end, the iteration compares all of them with the manifest. Use nothing that was read
   * before it has ended.
   * @throws AppError if the file ends early or a byte differs from the one that was written
   */
  entries(): AsyncGenerator<StoredEntry>;
  /** Returns the manifest. Call it after all entries were read. */
  manifest(): BackupManifest;
}

/**
 * Begins to read a backup.
 * @throws AppError if the bytes are not a backup, or if a newer version wrote it
 */
export async function readContainer(chunks: AsyncIterable<Uint8Array>): Promise<ContainerReader> {
  const reader = createByteReader(chunks);
  const first = await readEntry(reader, notABackup);
  if (first.name !== headName) throw notABackup();
  const head = parseHead(first.bytes);
  let manifest: BackupManifest | undefined;
  return {
    head,
    async *entries() {
      const read = [await describe(first)];
      for (;;) {
        const entry = await readEntry(reader);
        if (entry.name === manifestName) {
          await readEnd(reader);
          manifest = checkedManifest(parseManifest(entry.bytes), read);
          return;
        }
        const description = describe(entry);
        yield entry;
        read.push(await description);
      }
    },
    manifest: () => manifest!,
  };
}

function notABackup(): Error {
  return unreadableBackup(
    'the file is not a backup that `docgraph backup` wrote',
    'Give a file docgraph-….backup.tar or docgraph-….backup.tar.age.',
  );
}

async function describe({ name, bytes }: StoredEntry): Promise<ManifestEntry> {
  return { name, bytes: bytes.length, sha256: await hashBytes(bytes) };
}

const damagedHeader = () => damaged('the header of an entry');

/** Reads the next entry. `refusal` returns the error for bytes that are not the header of a file. */
async function readEntry(reader: ByteReader, refusal: () => Error = damagedHeader): Promise<StoredEntry> {
  const { name, size } = await readHeader(reader, refusal);
  const bytes = await reader.read(size);
  const padding = await reader.read(tarPadding(size).length);
  if (bytes.length < size || padding.length < tarPadding(size).length) throw truncated();
  if (padding.some((byte) => byte !== 0)) throw damaged(name);
  return { name, bytes };
}

async function readHeader(reader: ByteReader, refusal: () => Error): Promise<TarFile> {
  const header = await reader.read(tarBlock);
  if (header.length < tarBlock) throw truncated();
  const file = readTarHeader(header);
  if (typeof file === 'string') throw refusal();
  // The checksum of a header leaves out a byte of its own field.
  if (file.size > maxEntryBytes || !header.equals(tarHeader(file.name, file.size))) throw damaged(file.name);
  return file;
}

/** Reads the end of the tar file: two blocks of zeros, and nothing after them. */
async function readEnd(reader: ByteReader): Promise<void> {
  const end = await reader.read(tarEnd.length + 1);
  if (end.length < tarEnd.length) throw truncated();
  if (end.length > tarEnd.length || !isZero(end)) throw damaged('the end of the file');
}

function checkedManifest(manifest: BackupManifest, read: readonly ManifestEntry[]): BackupManifest {
  const { entries } = manifest;
  if (entries.length !== read.length)
    throw unreadableBackup(`it has ${read.length} entries, and its manifest lists ${entries.length}`);
  read.forEach(({ name, bytes, sha256: hash }, index) => {
    const listed = entries[index]!;
    if (listed.name !== name || listed.bytes !== bytes || listed.sha256 !== hash) throw damaged(name);
  });
  return manifest;
}

function isZero(bytes: Buffer): boolean {
  return bytes.every((byte) => byte === 0);
}

function truncated(): Error {
  return unreadableBackup('the file ends early, so it is not a whole backup');
}

function damaged(name: string): Error {
  return unreadableBackup(`${name} is damaged: its bytes are not those that were written`);
}
