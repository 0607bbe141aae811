import type { Queries } from '../db/query/queries.js';
import { type BlobAddress, examineObject } from './read-blob-objects.js';
import { blobsInObjectStorage } from './stored-blobs.js';

/** A blob whose object is missing or broken. */
export interface BrokenObject extends BlobAddress {
  /** The rest of a sentence, such as `it is missing`. */
  problem: string;
}

/** Number of objects that are read at the same time. */
const parallelReads = 8;

/**
 * Yields the blobs whose bytes are in object storage but cannot be read: the object is missing, has another size, or
 * another hash. Reads each object once, and broken ones twice. At most `parallelReads` blobs are in memory.
 * @param onChecked called with the number of checked blobs
 * @throws AppError UNAVAILABLE if the storage fails, or if none is configured
 */
export async function* findBrokenObjects(
  read: Queries,
  onChecked: (count: number) => void = () => {},
): AsyncGenerator<BrokenObject> {
  let checked = 0;
  for await (const group of groupsOf(blobsInObjectStorage(read))) {
    yield* await findBroken(read, group);
    checked += group.length;
    onChecked(checked);
  }
}

async function findBroken({ blobs }: Queries, group: readonly BlobAddress[]): Promise<BrokenObject[]> {
  const examine = async (blob: BlobAddress): Promise<BrokenObject[]> => {
    const { problem } = await examineObject(blobs, blob);
    return problem ? [{ ...blob, problem }] : [];
  };
  return (await Promise.all(group.map(examine))).flat();
}

async function* groupsOf(blobs: AsyncIterable<BlobAddress>): AsyncGenerator<BlobAddress[]> {
  let group: BlobAddress[] = [];
  for await (const blob of blobs) {
    group.push(blob);
    if (group.length < parallelReads) continue;
    yield group;
    group = [];
  }
  if (group.length > 0) yield group;
}
