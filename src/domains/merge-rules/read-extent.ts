import { type Extent, textsBehind } from '../../content/diff/extent.js';
import type { Manifest } from '../../content/types.js';
import type { Queries } from '../../store/queries.js';
import { doWork } from '../content-work/do-work.js';
import { withBlobs } from '../revisions/with-blobs.js';

/** Two states of content, and where their texts are read. */
export interface Between {
  queries: Queries;
  organizationId: string;
  before: Manifest;
  after: Manifest;
}

/** Finds how much differs between two states of content, reading the texts that differ in one batch. */
export function readExtent({ queries, organizationId, before, after }: Between): Promise<Extent> {
  return withBlobs(queries, {
    organizationId,
    likely: textsBehind(before, after),
    work: (_, blobs) => doWork('extent', { before, after }, { weight: 0, blobs }),
  });
}
