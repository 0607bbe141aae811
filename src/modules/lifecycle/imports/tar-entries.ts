import type { FileHandle } from 'node:fs/promises';
import { tarBlock } from '../../../platform/base/tar.js';
import { invalidArchive } from './archive-error.js';

/** A file in a tar file. */
export interface TarEntry {
  name: string;
  /** Position of its first byte in the tar file. */
  offset: number;
  /** Number of its bytes. */
  size: number;
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

/** Position and length of each field of a header, in bytes. */
const headerFields = { name: [0, 100], size: [124, 12], checksum: [148, 8], type: [156, 1], magic: [257, 5] } as const;

function readHeader(header: Buffer): Pick<TarEntry, 'name' | 'size'> {
  const field = (name: keyof typeof headerFields): string => {
    const [start, length] = headerFields[name];
    return header.toString('latin1', start, start + length).replace(/\0.*$/s, '');
  };
  const [name, type] = [field('name'), field('type')];
  if (field('magic') !== 'ustar' || readOctal(field('checksum')) !== checksumOf(header))
    throw invalidArchive('the file is not a tar file that `docgraph org export` wrote');
  const size = readOctal(field('size'));
  if ((type !== '0' && type !== '') || size === null)
    throw invalidArchive('the entry is not a regular file', { entry: name });
  return { name, size };
}

function readOctal(text: string): number | null {
  const digits = text.trim();
  return /^[0-7]+$/.test(digits) ? Number.parseInt(digits, 8) : null;
}

/** Returns the sum of the bytes of a header. The bytes of the checksum itself count as spaces. */
function checksumOf(header: Buffer): number {
  const [start, length] = headerFields.checksum;
  const space = 32;
  return header.reduce((sum, byte, index) => sum + (index >= start && index < start + length ? space : byte), 0);
}
