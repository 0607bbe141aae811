import type { FileHandle } from 'node:fs/promises';
import { readTarHeader, type TarFile, tarBlock } from '../../../platform/base/tar.js';
import { invalidArchive } from './archive-error.js';

/** A file in a tar file. */
export interface TarEntry extends TarFile {
  /** Position of its first byte in the tar file. */
  offset: number;
}

/**
 * Reads the headers of a tar file (POSIX ustar), in order. Refuses entries other than regular files with short names,
 * because an archive has no others.
 * @throws BAD_USER_INPUT for a file that is not such a tar file, or ends early
 */
export async function readTarEntries(file: FileHandle): Promise<TarEntry[]> {
  const { size: fileSize } = await file.stat();
  const entries: TarEntry[] = [];
  const header = Buffer.alloc(tarBlock);
  for (let position = 0; ; ) {
    const { bytesRead } = await file.read(header, 0, tarBlock, position);
    if (bytesRead < tarBlock) throw invalidArchive('the file ends early; copy or export it again');
    if (header.every((byte) => byte === 0)) return entries;
    const entry = { ...readHeader(header), offset: position + tarBlock };
    position = entry.offset + Math.ceil(entry.size / tarBlock) * tarBlock;
    if (position > fileSize)
      throw invalidArchive('the file ends early; copy or export it again', { entry: entry.name });
    entries.push(entry);
  }
}

function readHeader(header: Buffer): TarFile {
  const entry = readTarHeader(header);
  if (entry === 'not a header') throw invalidArchive('the file is not a tar file that `docgraph org export` wrote');
  if (entry === 'not a file') throw invalidArchive('it has an entry that is not a regular file');
  return entry;
}
