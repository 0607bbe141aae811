import type { Hash, Page } from '../../engine/base/types.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { getDerived, references } from '../content/content-work/derived-cache.js';
import { readBlobs, readKeptBlobs } from '../content/revisions/read-blobs.js';
import type { KnownReferences } from './link-rows.js';

/** References in the texts of pages or reusable content. Texts whose references are not cached are read in one batch. */
export function readReferences(
  read: Queries,
  organizationId: string,
  pages: readonly Pick<Page, 'blob'>[],
): Promise<KnownReferences> {
  const readMissing = (missing: Hash[]) => readBlobs(read, organizationId, missing);
  return getDerived(references, { organizationId, blobs: blobsOf(pages), read: readMissing });
}

/** The same in a transaction, which may use cached texts. */
export function readReferencesInTransaction(
  read: Queries,
  organizationId: string,
  pages: readonly Pick<Page, 'blob'>[],
): Promise<KnownReferences> {
  const readMissing = (missing: Hash[]) => readKeptBlobs(read, organizationId, missing);
  return getDerived(references, { organizationId, blobs: blobsOf(pages), read: readMissing });
}

function blobsOf(pages: readonly Pick<Page, 'blob'>[]): Hash[] {
  return pages.map(({ blob }) => blob).filter((blob) => blob !== undefined);
}
