import { hashOf } from '../../engine/base/blob.js';
import { chunksOf } from '../arrays/chunks-of.js';
import { AppError } from '../base/errors.js';
import type { Queries } from '../db/query/queries.js';
import { type BlobStorage, blobKey } from '../object-storage/blob-storage.js';
import type { ObjectRange } from '../object-storage/object-storage.js';
import { ObjectStorageError } from '../object-storage/storage-errors.js';

/** Row of a blob, with its bytes if they are in the database. */
export interface BlobRow {
  organizationId: string;
  hash: string;
  size: number;
  bytes: Uint8Array;
  inObjectStorage: boolean;
}

/** Address and size of a blob. */
export type BlobAddress = Pick<BlobRow, 'organizationId' | 'hash' | 'size'>;

/** Error for an object that is missing, or whose bytes are not those of its hash. For operators: it names the bucket. */
export class BrokenObjectError extends Error {
  override readonly name = 'BrokenObjectError';
}

/** Number of objects that one call reads at the same time. */
const parallelReads = 16;

/**
 * Returns the bytes of blobs, in the order of the rows. Reads those in object storage, several at a time.
 * @throws errors of `readBlobObject`
 */
export async function readBytes(read: Pick<Queries, 'blobs'>, rows: readonly BlobRow[]): Promise<Uint8Array[]> {
  if (!rows.some(({ inObjectStorage }) => inObjectStorage)) return rows.map(({ bytes }) => bytes);
  const result: Uint8Array[] = [];
  for (const group of chunksOf(rows, parallelReads))
    result.push(
      ...(await Promise.all(group.map((row) => (row.inObjectStorage ? readBlobObject(read, row) : row.bytes)))),
    );
  return result;
}

/**
 * Reads the bytes of a blob from object storage, and checks their hash.
 * @throws AppError UNAVAILABLE if the storage cannot be used now
 * @throws BrokenObjectError if the object is missing or its bytes are not those of the hash
 */
export async function readBlobObject({ blobs }: Pick<Queries, 'blobs'>, blob: BlobAddress): Promise<Buffer> {
  const { bytes, problem } = await examineObject(blobs, blob);
  if (bytes) return bytes;
  throw brokenObject(blobs, blob, problem);
}

/** Bytes of an object, or its problem as the rest of a sentence, such as `it is missing`. */
type ExaminedObject = { bytes: Buffer; problem?: never } | { bytes?: never; problem: string };

/**
 * Reads a blob from object storage, and checks its hash. An object with a problem is read once more, because its bytes
 * may have changed on the way.
 * @throws AppError UNAVAILABLE if the storage cannot be used now
 */
export async function examineObject(blobs: BlobStorage | null, blob: BlobAddress): Promise<ExaminedObject> {
  const first = await readOnce(blobs, blob);
  return first.bytes ? first : readOnce(blobs, blob);
}

async function readOnce(blobs: BlobStorage | null, blob: BlobAddress): Promise<ExaminedObject> {
  const bytes = await usingStorage(blobs, ({ storage }) => storage.get(blobKey(blob)));
  if (bytes === null) return { problem: 'it is missing' };
  if (bytes.length !== blob.size) return { problem: `it has ${bytes.length} of ${blob.size} bytes` };
  return hashOf(bytes) === blob.hash ? { bytes } : { problem: 'its bytes changed' };
}

/**
 * Reads a range of a blob from object storage. The hash of a range cannot be checked.
 * @throws as `readBlobObject`
 */
export async function readBlobRange(
  { blobs }: Pick<Queries, 'blobs'>,
  blob: BlobAddress,
  range: ObjectRange,
): Promise<Buffer> {
  const bytes = await usingStorage(blobs, ({ storage }) => storage.get(blobKey(blob), range));
  if (bytes === null) throw brokenObject(blobs, blob, 'it is missing');
  const expected = range.last - range.first + 1;
  if (bytes.length === expected) return bytes;
  throw brokenObject(blobs, blob, `a range of it has ${bytes.length} of ${expected} bytes`);
}

/**
 * Calls the object storage.
 * @throws AppError UNAVAILABLE if it cannot be used now, or if none is configured; its `cause` has the details
 */
export async function usingStorage<Result>(
  blobs: BlobStorage | null,
  call: (blobs: BlobStorage) => Promise<Result>,
): Promise<Result> {
  try {
    if (!blobs) throw new Error('Cannot read content: it is in object storage, and BLOBS is not set. Set BLOBS.');
    return await call(blobs);
  } catch (error) {
    if (blobs && !(error instanceof ObjectStorageError)) throw error;
    throw storageUnavailable(error);
  }
}

/** Seconds after which a client repeats a request that needs the object storage. */
const retryAfter = 5;

/** Creates the error for clients. Its `cause` is for the log: it names the bucket. */
function storageUnavailable(cause: unknown): AppError {
  const message = 'The object storage cannot be used now. Repeat the request later.';
  const error = new AppError('UNAVAILABLE', message, { reason: 'OBJECT_STORAGE_UNAVAILABLE', retryAfter });
  return Object.defineProperty(error, 'cause', { value: cause, configurable: true, writable: true });
}

function brokenObject(blobs: BlobStorage | null, blob: BlobAddress, reason: string): BrokenObjectError {
  const nextStep = 'Run `docgraph verify`, and restore the object from a backup.';
  return new BrokenObjectError(
    `Cannot read the object ${blobKey(blob)} of ${blobs?.storage.url}: ${reason}. ${nextStep}`,
  );
}
