import { AppError } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import { timeoutReason } from '../../platform/outbound/failures.js';
import type { FetchBytes } from '../../platform/outbound/fetch-bytes.js';
import { readBlobs } from '../content/revisions/read-blobs.js';
import { keepOutcome, type Outcome } from './keep-outcome.js';
import { lockRow } from './lock-specification.js';
import { readInThread } from './read-document.js';

/** What processing needs. */
export interface Processing {
  store: Store;
  /** Fetches the addresses that clients gave. */
  fetch: FetchBytes;
}

/**
 * Processes a specification: gets its document, reads it, and keeps a version where the content differs from the newest one. What is
 * wrong with the host or the document is told on the specification. It can be begun again at any point, and does nothing
 * where nothing waits.
 * @throws only what is no fault of the document, such as a database that is away.
 */
export async function processSpecification(
  { store, fetch }: Processing,
  id: string,
  { progress, signal }: Pick<JobRun, 'progress' | 'signal'>,
): Promise<void> {
  const specification = await begin(store, id);
  if (!specification) return;
  await progress(0, 3);
  const got = await documentOf(store, specification, (url, field) => fetch(url, field, signal));
  signal.throwIfAborted();
  await progress(1, 3);
  const outcome = got instanceof Uint8Array ? await readOutcome(got, specification.organizationId) : got;
  await progress(2, 3);
  await keepOutcome(store, specification, outcome);
  await progress(3, 3);
}

/** Says that it is in progress; null where it is no more, or complete already. */
function begin(store: Store, id: string): Promise<Row<'OpenAPISpec'> | null> {
  return store.transaction(async (tx) => {
    const specification = await lockRow({ tx }, id);
    if (!specification || specification.processingState === 'complete') return null;
    const set = { processingState: 'progress' };
    bufferUpdate(tx, { table: 'OpenAPISpec', where: { id }, set });
    return specification;
  });
}

async function documentOf(
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
