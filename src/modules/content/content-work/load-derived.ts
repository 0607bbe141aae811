import type { Hash } from '../../../engine/base/types.js';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { ContentWork } from '../../shared/computing.js';
import { type DerivedCache, getDerived } from './derived-cache.js';
import type { Blobs } from './missing-blob.js';

/** Texts of an organization, some of which may be cached. */
export interface TextsToDerive {
  organizationId: string;
  blobs: Iterable<Hash>;
  /** Reads texts in one batch of queries. */
  readTexts(read: Queries, missing: Hash[]): Promise<Blobs>;
}

/** Maximum number of texts that are read first to measure the work. For more texts, the weight counts as unlimited. */
const maxMeasuredTexts = 8;

/** Maximum number of texts in memory at the same time, of up to a megabyte each. */
const maxTextsInMemory = 50;

/** Reads the texts whose results are not cached. The returned work computes and caches the results. */
export async function loadDerived<Result extends object>(
  queries: Queries,
  cache: DerivedCache<Result>,
  { organizationId, blobs, readTexts }: TextsToDerive,
): Promise<ContentWork<void>> {
  const missing = [...new Set(blobs)].filter((blob) => cache.get(blob) === undefined);
  const derive = async (chunk: readonly Hash[], read: (missing: Hash[]) => Promise<Blobs>): Promise<void> =>
    void (await getDerived(cache, { organizationId, blobs: chunk, read }));
  if (missing.length === 0) return { weight: 0, run: async () => {} };
  if (missing.length <= maxMeasuredTexts) {
    const texts = await readTexts(queries, missing);
    const weight = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
    return { weight, run: () => derive(missing, async () => texts) };
  }
  return {
    weight: Number.POSITIVE_INFINITY,
    async run(read) {
      for (const chunk of chunksOf(missing, maxTextsInMemory)) await derive(chunk, (blobs) => readTexts(read, blobs));
    },
  };
}
