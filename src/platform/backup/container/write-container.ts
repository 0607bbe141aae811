import { tarEnd, tarHeader, tarPadding } from '../../base/tar.js';
import { type BackupHead, headName } from './head.js';
import { type BackupManifest, formatManifest, hashBytes, type ManifestEntry, manifestName } from './manifest.js';

/** An entry to write. `rows` is its number of rows, if it holds rows. */
export interface ContainerEntry {
  name: string;
  bytes: Uint8Array;
  rows?: number;
}

/** Content of a backup: its entries in order, and a summary, which is complete after all entries were read. */
export interface ContainerContent {
  head: BackupHead;
  entries: AsyncIterable<ContainerEntry>;
  summary(): Omit<BackupManifest, 'entries'>;
}

/**
 * Returns the bytes of a backup: a tar file (POSIX ustar) whose first entry is the head and whose last one is the
 * manifest. The bytes of an entry are returned as they are, without a copy, and are hashed while the caller writes them.
 */
export async function* writeContainer({ head, entries, summary }: ContainerContent): AsyncGenerator<Uint8Array> {
  const listed: ManifestEntry[] = [];
  const write = async function* ({ name, bytes, rows }: ContainerEntry): AsyncGenerator<Uint8Array> {
    const hash = hashBytes(bytes);
    yield* tarEntry(name, bytes);
    listed.push({ name, bytes: bytes.length, sha256: await hash, ...(rows !== undefined && { rows }) });
  };
  yield* write({ name: headName, bytes: Buffer.from(JSON.stringify(head, null, 2)) });
  for await (const entry of entries) yield* write(entry);
  yield* tarEntry(manifestName, formatManifest({ entries: listed, ...summary() }));
  yield tarEnd;
}

function* tarEntry(name: string, bytes: Uint8Array): Generator<Uint8Array> {
  yield tarHeader(name, bytes.length);
  yield bytes;
  yield tarPadding(bytes.length);
}
