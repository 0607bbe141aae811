import type { Manifest } from '../../../engine/base/types.js';
import { type Extent, textsBehind } from '../../../engine/change/diff/extent.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { doWork } from '../../content/content-work/do-work.js';
import { loadBlobs } from '../../content/revisions/with-blobs.js';
import type { ContentWork } from '../../shared/computing.js';

/** Two states of content of an organization. */
export interface Between {
  organizationId: string;
  before: Manifest;
  after: Manifest;
}

/** Computes the extent of the changes between two states of content. */
export async function readExtent(queries: Queries, between: Between): Promise<Extent> {
  const { run } = await loadExtent(queries, between);
  return run(queries);
}

/**
 * Reads the texts that differ between two states of content, in one batch of queries, to compute the extent of the
 * changes.
 */
export function loadExtent(queries: Queries, { organizationId, before, after }: Between): Promise<ContentWork<Extent>> {
  return loadBlobs(queries, {
    ...{ organizationId, weight: 0 },
    likely: textsBehind(before, after),
    work: (_, blobs) => doWork('extent', { before, after }, { tenant: organizationId, weight: 0, blobs }),
  });
}
