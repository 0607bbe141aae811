import type { Hash, ReadBlob } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { ContentWork } from '../../shared/computing.js';
import { type Blobs, blobReader, MissingBlob } from '../content-work/missing-blob.js';
import { type ReadBlobs, readBlobs } from './read-blobs.js';

/** Work on blobs, and the blobs that it needs. */
export interface BlobWork<Result> {
  organizationId: string;
  /** Blobs that the work will probably read; they are loaded in one batch of queries. */
  likely: Iterable<Hash>;
  /** Reads blobs; by default `readBlobs`. */
  reading?: ReadBlobs;
  /**
   * A pure function: it runs again after a missing blob was loaded. `blobs` are the loaded blobs. Work that calls
   * `doWork` passes them to it.
   */
  work(readBlob: ReadBlob, blobs: Blobs): Result | Promise<Result>;
}

/**
 * Runs pure content code, which reads blobs as if they were in memory. Loads the likely blobs first. Each other blob
 * takes one batch of queries. The code then runs again from the start.
 */
export async function withBlobs<Result>(queries: Queries, work: BlobWork<Result>): Promise<Result> {
  const { run } = await loadBlobs(queries, { ...work, weight: 0 });
  return run(queries);
}

/**
 * Loads the blobs that some work will probably read. The weight of the result is the size of these blobs plus the given
 * weight of the input, in bytes.
 */
export async function loadBlobs<Result>(
  queries: Queries,
  { organizationId, likely, work, reading = readBlobs, weight }: BlobWork<Result> & { weight: number },
): Promise<ContentWork<Result>> {
  const known = await reading(queries, organizationId, [...new Set(likely)]);
  const readBlob = blobReader(known);
  return {
    weight: [...known.values()].reduce((sum, { length }) => sum + length, weight),
    async run(read) {
      for (;;) {
        try {
          return await work(readBlob, known);
        } catch (error) {
          if (!(error instanceof MissingBlob)) throw error;
          const found = await reading(read, organizationId, [error.hash]);
          if (found.size === 0) throw error;
          known.set(error.hash, found.get(error.hash)!);
        }
      }
    },
  };
}
