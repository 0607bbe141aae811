import type { Hash } from '../../../engine/base/types.js';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { ContentWork } from '../../shared/computing.js';
import { type Derived, derivedOf } from './derived.js';
import type { Blobs } from './missing-blob.js';

/** Texts of an organization, some of which are at hand. */
export interface TextsToDerive {
  organizationId: string;
  blobs: Iterable<Hash>;
  /** Reads texts in one batch. */
  reading(read: Queries, missing: Hash[]): Promise<Blobs>;
}

/** Texts that are read to find out how much work they are; more are much work, whatever is in them. */
const few = 8;

/** Texts that are in memory at once, up to a megabyte each. */
const atOnce = 50;

/** Reads what of some texts is not in the cache; the work puts it there. */
export async function loadDerived<Result extends object>(
  queries: Queries,
  derived: Derived<Result>,
  { organizationId, blobs, reading }: TextsToDerive,
): Promise<ContentWork<void>> {
  const missing = [...new Set(blobs)].filter((blob) => derived.known(blob) === undefined);
  const derive = async (some: readonly Hash[], read: (missing: Hash[]) => Promise<Blobs>): Promise<void> =>
    void (await derivedOf(derived, { organizationId, blobs: some, read }));
  if (missing.length === 0) return { weight: 0, run: async () => {} };
  if (missing.length <= few) {
    const texts = await reading(queries, missing);
    const weight = [...texts.values()].reduce((sum, { length }) => sum + length, 0);
    return { weight, run: () => derive(missing, async () => texts) };
  }
  return {
    weight: Number.POSITIVE_INFINITY,
    async run(read) {
      for (const some of chunksOf(missing, atOnce)) await derive(some, (blobs) => reading(read, blobs));
    },
  };
}
