import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobRun } from '../../platform/jobs/job-kind.js';
import type { FetchBytes } from '../../platform/outbound/fetch-bytes.js';
import { fetchDocument } from './fetch-document.js';
import { lockRow } from './lock-specification.js';
import { readInThread } from './read-document.js';
import { type Outcome, saveProcessingResult } from './save-processing-result.js';

/** Dependencies of `processSpecification`. */
export interface ProcessingDependencies {
  store: Store;
  /** Fetches documents from addresses that clients chose. */
  fetch: FetchBytes;
}

/**
 * Processes a specification: fetches its document, parses it, and stores a version if the content differs from the
 * newest version. Problems of the host or the document are stored on the specification. Processing can be restarted at
 * any point, and does nothing if no processing is pending.
 * @throws only errors that the document did not cause, such as an unavailable database.
 */
export async function processSpecification(
  { store, fetch }: ProcessingDependencies,
  id: string,
  { progress, signal }: Pick<JobRun, 'progress' | 'signal'>,
): Promise<void> {
  const specification = await startProcessing(store, id);
  if (!specification) return;
  await progress(0, 3);
  const fetched = await fetchDocument(store, specification, (url, field) => fetch(url, field, signal));
  signal.throwIfAborted();
  await progress(1, 3);
  const outcome = fetched instanceof Uint8Array ? await readOutcome(fetched, specification.organizationId) : fetched;
  await progress(2, 3);
  await saveProcessingResult(store, specification, outcome);
  await progress(3, 3);
}

/** Marks the specification as in progress; returns null if it no longer exists or is already complete. */
function startProcessing(store: Store, id: string): Promise<Row<'OpenAPISpec'> | null> {
  return store.transaction(async (tx) => {
    const specification = await lockRow({ tx }, id);
    if (!specification || specification.processingState === 'complete') return null;
    const set = { processingState: 'progress' };
    bufferUpdate(tx, { table: 'OpenAPISpec', where: { id }, set });
    return specification;
  });
}

async function readOutcome(bytes: Uint8Array, tenant: string): Promise<Outcome> {
  const reading = await readInThread(bytes, tenant);
  return 'problems' in reading ? { code: 'PARSE_ERROR', problems: reading.problems } : { bytes, reading };
}
