import type { Manifest } from '../../../engine/base/types.js';
import { type DiffSize, textsToCompare } from '../../../engine/change/diff/diff-size.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { doWork } from '../../content/content-work/do-work.js';
import { loadBlobs } from '../../content/revisions/with-blobs.js';
import type { ContentWork } from '../../shared/computing.js';

/** Two states of the content of an organization, to be compared. */
export interface Between {
  organizationId: string;
  before: Manifest;
  after: Manifest;
}

/** Computes the extent of the changes between two states of content. */
export async function computeChangeSize(queries: Queries, between: Between): Promise<DiffSize> {
  const { run } = await loadChangeSize(queries, between);
  return run(queries);
}

/**
 * Reads the texts that differ between two states of content, in one batch of queries, to compute the extent of the
 * changes.
 */
export function loadChangeSize(
  queries: Queries,
  { organizationId, before, after }: Between,
): Promise<ContentWork<DiffSize>> {
  return loadBlobs(queries, {
    ...{ organizationId, weight: 0 },
    likely: textsToCompare(before, after),
    work: (_, blobs) => doWork('extent', { before, after }, { tenant: organizationId, weight: 0, blobs }),
  });
}
