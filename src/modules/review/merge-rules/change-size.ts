import type { Manifest } from '../../../engine/base/types.js';
import { type DiffSize, textsToCompare } from '../../../engine/change/diff/diff-size.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { doWork } from '../../content/content-work/do-work.js';
import { loadBlobs } from '../../content/revisions/with-blobs.js';
import type { ContentWork } from '../../shared/computing.js';

/** Two states of content to compare, and the id of its organization. */
export interface ContentStates {
  organizationId: string;
  before: Manifest;
  after: Manifest;
}

/** Computes the size of the changes between two states of content. */
export async function computeChangeSize(queries: Queries, states: ContentStates): Promise<DiffSize> {
  const { run } = await loadChangeSize(queries, states);
  return run(queries);
}

/**
 * Reads the texts that differ between two states of content, in one batch of queries. The returned work computes the
 * size of the changes.
 */
export function loadChangeSize(
  queries: Queries,
  { organizationId, before, after }: ContentStates,
): Promise<ContentWork<DiffSize>> {
  return loadBlobs(queries, {
    ...{ organizationId, weight: 0 },
    likely: textsToCompare(before, after),
    work: (_, blobs) => doWork('extent', { before, after }, { tenant: organizationId, weight: 0, blobs }),
  });
}
