import type { Page } from '../../content/types.js';
import type { Queries } from '../../store/queries.js';
import { derivedOf, references } from '../content-work/derived.js';
import { readBlobs } from '../revisions/read-blobs.js';
import type { KnownReferences } from './link-rows.js';

/** What the texts of pages, or of what they share, point at; those that are not in memory are read in one batch. */
export function knownReferences(
  read: Queries,
  organizationId: string,
  pages: readonly Pick<Page, 'blob'>[],
): Promise<KnownReferences> {
  const blobs = pages.map(({ blob }) => blob).filter((blob) => blob !== undefined);
  return derivedOf(references, blobs, (missing) => readBlobs(read, organizationId, missing));
}
