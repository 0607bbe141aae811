import { createHash } from 'node:crypto';
import { tarEnd, tarHeader, tarPadding } from '../../../platform/base/tar.js';
import type { RowsEntry } from './archive-entries.js';
import { type ArchiveManifest, type ManifestEntry, manifestName, manifestText } from './manifest.js';

/** Destination of an archive: receives the bytes in order, and is notified of each entry. */
export interface ArchiveTarget {
  write(bytes: Uint8Array): Promise<void>;
  /** Called after each entry with the name of its table and the number of rows written so far. */
  onProgress?: ((table: string, rows: number) => void) | undefined;
}

/** Summary of a written archive. */
export interface WrittenArchive {
  /** Number of entries, without the manifest. */
  entries: number;
  rows: number;
  /** Size of the archive. */
  bytes: number;
  /** SHA-256 of the manifest, hexadecimal. The same state of an organization gives the same value. */
  sha256: string;
}

/** Writes a tar file with the entries, followed by the manifest, which contains their hashes. */
export async function writeArchive(
  target: ArchiveTarget,
  description: Omit<ArchiveManifest, 'entries'>,
  source: AsyncIterable<RowsEntry>,
): Promise<WrittenArchive> {
  const entries: ManifestEntry[] = [];
  let [rows, bytes] = [0, 0];
  for await (const entry of source) {
    bytes += await writeFile(target, entry.name, entry.bytes);
    rows += entry.rows;
    entries.push({ name: entry.name, rows: entry.rows, bytes: entry.bytes.length, sha256: sha256(entry.bytes) });
    target.onProgress?.(entry.table.name, rows);
  }
  const manifest = Buffer.from(manifestText({ ...description, entries }));
  bytes += await writeFile(target, manifestName, manifest);
  await target.write(tarEnd);
  return { entries: entries.length, rows, bytes: bytes + tarEnd.length, sha256: sha256(manifest) };
}

/** Writes one file into the tar file. Returns the number of bytes, including header and padding. */
async function writeFile({ write }: ArchiveTarget, name: string, content: Uint8Array): Promise<number> {
  const parts = [tarHeader(name, content.length), content, tarPadding(content.length)];
  for (const part of parts) await write(part);
  return parts.reduce((sum, part) => sum + part.length, 0);
}

function sha256(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}
