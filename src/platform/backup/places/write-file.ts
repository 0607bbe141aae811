import { existsSync, rmSync } from 'node:fs';
import { type FileHandle, open, rename } from 'node:fs/promises';
import { dirname } from 'node:path';
import { AppError } from '../../base/errors.js';
import { fileFailure } from './file-failure.js';
import { partialPath } from './unfinished-files.js';

/** Bytes after which the file is synchronized, so that the disk has no long queue when a database writes to it too. */
const syncBytes = 33_554_432;

/**
 * Writes a file that only its owner can read. Until all bytes are on the disk, its name ends with `.partial`. If the
 * chunks or the disk fail, it is removed.
 * @returns its number of bytes
 * @throws AppError if a file has the name, or the file system refuses the file
 */
export async function writeFileAtomically(path: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  if (existsSync(path))
    throw new AppError('CONFLICT', `Cannot write ${JSON.stringify(path)}: the file exists. Use another name.`);
  const partial = partialPath(path);
  try {
    const handle = await open(partial, 'wx', 0o600);
    const bytes = await writeChunks(handle, chunks).finally(() => handle.close());
    await rename(partial, path);
    await syncFolder(dirname(path));
    return bytes;
  } catch (error) {
    rmSync(partial, { force: true });
    throw fileFailure('write', path, error);
  }
}

/** Writes each chunk while the next one is computed. */
async function writeChunks(handle: FileHandle, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  let [bytes, synced] = [0, 0];
  let pending: Promise<unknown> = Promise.resolve();
  for await (const chunk of chunks) {
    await pending;
    pending = writeAll(handle, chunk);
    // A failure is reported by the next await.
    pending.catch(() => {});
    bytes += chunk.length;
    if (bytes - synced < syncBytes) continue;
    pending = pending.then(() => handle.datasync());
    pending.catch(() => {});
    synced = bytes;
  }
  await pending;
  await handle.sync();
  return bytes;
}

async function writeAll(handle: FileHandle, chunk: Uint8Array): Promise<void> {
  for (let written = 0; written < chunk.length; )
    written += (await handle.write(chunk, written, chunk.length - written)).bytesWritten;
}

/** Synchronizes a folder, so that the name of a file survives a power failure. */
export async function syncFolder(path: string): Promise<void> {
  const handle = await open(path, 'r');
  await handle.sync().finally(() => handle.close());
}
