import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';
import { timeoutReason } from '../../platform/outbound/failures.js';
import type { FetchBytes } from '../../platform/outbound/fetch-bytes.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import type { Outcome } from './save-processing-result.js';

/**
 * Returns the document of a specification: the stored blob, or the response of its URL. If the URL cannot be fetched,
 * returns an outcome with the problem. The caller stores it on the specification.
 */
export async function fetchDocument(
  { read }: Store,
  { organizationId, sourceUrl, sourceBlobHash }: Row<'OpenAPISpec'>,
  fetch: FetchBytes,
): Promise<Uint8Array | Outcome> {
  if (sourceBlobHash !== null) {
    const bytes = (await readBlobs(read, organizationId, [sourceBlobHash])).get(sourceBlobHash);
    if (!bytes) throw new Error(`The blob ${sourceBlobHash} is missing from the store`);
    return bytes;
  }
  try {
    return await fetch(sourceUrl!, 'source.url');
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'BAD_USER_INPUT') throw error;
    const code = error.detail.reason === timeoutReason ? 'FETCH_TIMEOUT' : 'FETCH_ERROR';
    return { code, problems: [{ message: error.message }] };
  }
}
