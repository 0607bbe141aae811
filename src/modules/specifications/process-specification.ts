import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { timeoutReason } from '../../platform/outbound/failures.js';
import type { FetchBytes } from '../../platform/outbound/fetch-bytes.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { lockRow } from './lock-specification.js';
import { readInThread } from './read-document.js';
import { type Outcome, saveProcessingResult } from './save-processing-result.js';

/** Dependencies of processing. */
export interface Processing {
  store: Store;
  /** Fetches addresses from clients. */
  fetch: FetchBytes;
}

/**
 * Processes a specification: gets its document, reads it, and stores a version if the content differs from the newest
 * one. Problems of the host or the document are stored on the specification. It can be restarted at any point, and does
 * nothing if nothing is pending.
 * @throws only errors that the document did not cause, such as an unavailable database.
 */
export async function processSpecification(
  { store, fetch }: Processing,
  id: string,
  { progress, signal }: Pick<JobRun, 'progress' | 'signal'>,
): Promise<void> {
  const specification = await begin(store, id);
  if (!specification) return;
  await progress(0, 3);
  const got = await loadDocument(store, specification, (url, field) => fetch(url, field, signal));
  signal.throwIfAborted();
  await progress(1, 3);
  const outcome = got instanceof Uint8Array ? await readOutcome(got, specification.organizationId) : got;
  await progress(2, 3);
  await saveProcessingResult(store, specification, outcome);
  await progress(3, 3);
}

/** Marks the specification as in progress; returns null if it no longer exists or is already complete. */
function begin(store: Store, id: string): Promise<Row<'OpenAPISpec'> | null> {
  return store.transaction(async (tx) => {
    const specification = await lockRow({ tx }, id);
    if (!specification || specification.processingState === 'complete') return null;
    const set = { processingState: 'progress' };
    bufferUpdate(tx, { table: 'OpenAPISpec', where: { id }, set });
    return specification;
  });
}

async function loadDocument(
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

async function readOutcome(bytes: Uint8Array, tenant: string): Promise<Outcome> {
  const reading = await readInThread(bytes, tenant);
  return 'problems' in reading ? { code: 'PARSE_ERROR', problems: reading.problems } : { bytes, reading };
}
