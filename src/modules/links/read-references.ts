import type { Page } from '../../engine/base/types.js';
import type { Queries } from '../../platform/db/query/queries.js';
import { getDerived, references } from '../content/content-work/derived-cache.js';
import { type ReadBlobs, readBlobs, readBlobsWithCache } from '../content/revisions/read-blobs.js';
import type { KnownReferences } from './link-rows.js';

/** Function that returns the references in the texts of pages or reusable content. */
type ReadReferences = (
  read: Queries,
  organizationId: string,
  pages: readonly Pick<Page, 'blob'>[],
) => Promise<KnownReferences>;

/** Returns the references in texts. Texts whose references are not cached are read in one batch of queries. */
export const readReferences = createReferenceReader(readBlobs);

/** Does the same as `readReferences` in a transaction. It may take texts from the cache. */
export const readReferencesInTransaction = createReferenceReader(readBlobsWithCache);

function createReferenceReader(readTexts: ReadBlobs): ReadReferences {
  return (read, organizationId, pages) =>
    getDerived(references, {
      organizationId,
      blobs: pages.map(({ blob }) => blob).filter((blob) => blob !== undefined),
      read: (missing) => readTexts(read, organizationId, missing),
    });
}
