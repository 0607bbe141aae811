import type { Hash, ReadBlob } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { ContentWork } from '../../shared/computing.js';
import { type Blobs, MissingBlob, readerOf } from '../content-work/missing-blob.js';
import { type ReadBlobs, readBlobs } from './read-blobs.js';

/** What is to be done with which blobs at hand. */
export interface BlobWork<Result> {
  organizationId: string;
  /** Blobs that the work will probably ask for, read in one batch. */
  likely: Iterable<Hash>;
  /** How they are read; default `readBlobs`. */
  reading?: ReadBlobs;
  /** Pure: it runs again where it asked for another blob. `doWork` takes the blobs at hand. */
  work(readBlob: ReadBlob, blobs: Blobs): Result | Promise<Result>;
}

/**
 * Runs pure content code, which reads blobs as if they were in memory. Those named as likely are read first; each other
 * one costs a batch, after which the work starts again.
 */
export async function withBlobs<Result>(queries: Queries, work: BlobWork<Result>): Promise<Result> {
  const { run } = await loadBlobs(queries, { ...work, weight: 0 });
  return run(queries);
}

/** Reads the blobs that some work will probably ask for. Its weight is theirs and what its input weighs, in bytes. */
export async function loadBlobs<Result>(
  queries: Queries,
  { organizationId, likely, work, reading = readBlobs, weight }: BlobWork<Result> & { weight: number },
): Promise<ContentWork<Result>> {
  const known = await reading(queries, organizationId, [...new Set(likely)]);
  const readBlob = readerOf(known);
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
