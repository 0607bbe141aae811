import type { Hash, Page } from '../../engine/base/types.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { derivedOf, references } from '../content/content-work/derived.js';
import { readBlobs, readKeptBlobs } from '../content/revisions/read-blobs.js';
import type { KnownReferences } from './link-rows.js';

/** What the texts of pages, or of what they share, point at; those that are not in memory are read in one batch. */
export function knownReferences(
  read: Queries,
  organizationId: string,
  pages: readonly Pick<Page, 'blob'>[],
): Promise<KnownReferences> {
  const readMissing = (missing: Hash[]) => readBlobs(read, organizationId, missing);
  return derivedOf(references, { organizationId, blobs: blobsOf(pages), read: readMissing });
}

/** The same for those who write, with what is in memory of the texts. */
export function knownReferencesInside(
  read: Queries,
  organizationId: string,
  pages: readonly Pick<Page, 'blob'>[],
): Promise<KnownReferences> {
  const readMissing = (missing: Hash[]) => readKeptBlobs(read, organizationId, missing);
  return derivedOf(references, { organizationId, blobs: blobsOf(pages), read: readMissing });
}

function blobsOf(pages: readonly Pick<Page, 'blob'>[]): Hash[] {
  return pages.map(({ blob }) => blob).filter((blob) => blob !== undefined);
}
