import { hasTextReferences } from '../../content/links/text-references.js';
import type { Hash, Page } from '../../content/types.js';
import type { Queries } from '../../store/queries.js';
import { readBlobs } from '../revisions/read-blobs.js';

/** Reads the texts of pages whose references are not in memory: one batch, none where all are. */
export async function readTexts(
  read: Queries,
  organizationId: string,
  pages: readonly Page[],
): Promise<Map<Hash, Uint8Array>> {
  const blobs = pages.map(({ blob }) => blob).filter((blob) => blob !== undefined);
  const hashes = [...new Set(blobs)].filter((hash) => !hasTextReferences(hash));
  return readBlobs(read, organizationId, hashes);
}
