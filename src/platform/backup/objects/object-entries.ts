import { chunksWithin } from '../../arrays/chunks-of.js';
import { type BlobAddress, examineObject } from '../../blobs/read-blob-objects.js';
import { type BlobStorage, blobKey } from '../../object-storage/blob-storage.js';
import { cannotBackUp } from '../backup-error.js';
import type { ContainerEntry } from '../container/write-container.js';
import { objectEntryName } from './object-entry-name.js';

/** Object storage that a backup reads. */
export interface ObjectSource {
  /** Null if BLOBS is not set. */
  blobs: BlobStorage | null;
  /** Called for an object that is missing or damaged, which the backup leaves out. By default, it ends the backup. */
  onLost?: ((blob: BlobAddress) => void) | undefined;
}

/** Number and size of objects that are read at the same time. Two such groups are in memory. */
const limits = { items: 16, bytes: 16_777_216 };

/**
 * Reads the objects of blobs as entries of a backup. The next objects are read while the caller writes the former ones.
 * @throws AppError if an object is missing or damaged, or if the storage cannot be used
 */
export async function* objectEntries(
  blobs: Iterable<BlobAddress>,
  source: ObjectSource,
): AsyncGenerator<ContainerEntry> {
  const groups = chunksWithin(blobs, limits, ({ size }) => size);
  const begin = (): Promise<ContainerEntry[]> | undefined => {
    const { value, done } = groups.next();
    if (done) return undefined;
    const reading = readGroup(value, source);
    // The failure is thrown when the caller reaches this group.
    reading.catch(() => {});
    return reading;
  };
  for (let pending = begin(); pending; ) {
    const entries = await pending;
    pending = begin();
    yield* entries;
  }
}

async function readGroup(group: readonly BlobAddress[], source: ObjectSource): Promise<ContainerEntry[]> {
  return (await Promise.all(group.map((blob) => readEntry(blob, source)))).flat();
}

/** Returns the entry of a blob; none if it is lost and left out. */
async function readEntry(blob: BlobAddress, { blobs, onLost }: ObjectSource): Promise<ContainerEntry[]> {
  const { bytes, problem } = await examineObject(blobs, blob);
  if (bytes) return [{ name: objectEntryName(blob), bytes }];
  if (!onLost) throw lostObject(blobs, blob, problem);
  onLost(blob);
  return [];
}

function lostObject(blobs: BlobStorage | null, blob: BlobAddress, problem: string): Error {
  const reason = `the object ${blobKey(blob)} of ${blobs?.storage.url} cannot be read: ${problem}`;
  const next =
    'Run `docgraph verify`, which names the pages and files that use it, or leave it out with `--skip-lost`.';
  return cannotBackUp(reason, next);
}
