import { Readable } from 'node:stream';
import { AppError } from '../../base/errors.js';
import type { ObjectStorage } from '../../object-storage/object-storage.js';
import { openObjectStorage } from '../../object-storage/open-object-storage.js';
import { ObjectStorageError } from '../../object-storage/storage-errors.js';
import { parseBackupName } from './backup-name.js';
import type { BackupPlace, StoredBackup } from './place.js';

/** Bytes that one request reads. */
const readBytes = 16_777_216;

/** Returns a prefix of an S3-compatible bucket as a place for backups; `url` is `s3://bucket/prefix`. */
export function objectPlace(url: string): BackupPlace {
  const storage = openObjectStorage(url);
  return {
    location: storage.url,
    list: () => listObjects(storage).catch(refuse),
    write: (name, chunks) => writeObject(storage, name, chunks).catch(refuse),
    read: (name) => readObject(storage, name),
    remove: (name) => storage.delete([name]).catch(refuse),
    // The storage lists an object only after its upload is complete.
    removeUnfinishedFiles: async () => 0,
    freeBytes: async () => undefined,
    close: () => storage.close(),
  };
}

/** Throws a failure of the storage as an error that commands report as a sentence. */
function refuse(error: unknown): never {
  throw error instanceof ObjectStorageError ? new AppError('UNAVAILABLE', error.message) : error;
}

async function listObjects(storage: ObjectStorage): Promise<StoredBackup[]> {
  const stored: StoredBackup[] = [];
  for await (const entries of storage.list('docgraph-'))
    for (const { key: name, size: bytes } of entries) {
      const parsed = parseBackupName(name);
      if (parsed) stored.push({ name, location: `${storage.url}/${name}`, bytes, ...parsed });
    }
  return stored;
}

async function writeObject(storage: ObjectStorage, name: string, chunks: AsyncIterable<Uint8Array>): Promise<number> {
  const location = `${storage.url}/${name}`;
  if (await storage.head(name))
    throw new AppError('CONFLICT', `Cannot write ${location}: the object exists. Use another name.`);
  const source = countBytes(chunks);
  await storage.putStream(name, Readable.from(source.chunks)).catch((error) => {
    // The storage reports only that its stream ended.
    throw source.failure() ?? error;
  });
  const written = await storage.head(name);
  if (written?.size === source.bytes()) return written.size;
  await storage.delete([name]);
  const reason = `the storage has ${written?.size ?? 0} of ${source.bytes()} bytes`;
  throw new AppError('UNAVAILABLE', `Cannot write ${location}: ${reason}. Run the command again.`);
}

/** Counts the bytes of a stream, and stores its error. */
function countBytes(chunks: AsyncIterable<Uint8Array>) {
  let bytes = 0;
  let failure: unknown;
  const count = async function* (): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of chunks) {
        bytes += chunk.length;
        // A stream of bytes ends at an empty chunk.
        if (chunk.length > 0) yield chunk;
      }
    } catch (error) {
      failure = error;
      throw error;
    }
  };
  return { chunks: count(), bytes: () => bytes, failure: () => failure };
}

/** Reads an object in ranges, each with its own request, so that a slow reader loses no connection. */
async function* readObject(storage: ObjectStorage, name: string): AsyncGenerator<Uint8Array> {
  const object = await storage.head(name).catch(refuse);
  if (!object)
    throw new AppError(
      'NOT_FOUND',
      `Cannot read ${storage.url}/${name}: it does not exist. Run \`docgraph backup list ${storage.url}\`.`,
    );
  const readRange = async (first: number): Promise<Buffer> => {
    const bytes = await storage.get(name, { first, last: Math.min(first + readBytes, object.size) - 1 }).catch(refuse);
    return bytes ?? Buffer.alloc(0);
  };
  let next = object.size > 0 ? readRange(0) : undefined;
  for (let first = 0; next; first += readBytes) {
    const bytes: Buffer = await next;
    next = first + readBytes < object.size ? readRange(first + readBytes) : undefined;
    // A failure is reported when the range is used.
    next?.catch(() => {});
    yield bytes;
  }
}
