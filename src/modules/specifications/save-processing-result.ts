import { hashOf } from '../../engine/base/blob.js';
import type { Problem } from '../../engine/openapi/problem.js';
import type { ReadDocument } from '../../engine/openapi/texts/read-document.js';
import { newId } from '../../platform/base/ids.js';
import { jsonText } from '../../platform/db/query/json.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../platform/db/write/insert-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueueComputedUpdate } from '../content/computed/update-computed-actions.js';
import { storeBlobs } from '../content/revisions/store-content.js';
import { lockRow } from './lock-specification.js';

/** Result of processing a specification. */
export type Outcome =
  | { bytes: Uint8Array; reading: Omit<ReadDocument, 'content'> }
  | { code: 'FETCH_TIMEOUT' | 'FETCH_ERROR' | 'PARSE_ERROR'; problems: readonly Problem[] };

type Specification = Row<'OpenAPISpec'>;

/**
 * Stores the result of processing, unless the specification was deleted or got another source in the meantime. Another
 * job processes the other source. Content that equals the newest version creates no new version.
 */
export function saveProcessingResult(store: Store, processed: Specification, outcome: Outcome): Promise<void> {
  return store.transaction(async (tx) => {
    const current = await lockRow({ tx }, processed.id);
    if (!current || current.round !== processed.round || current.processingState === 'complete') return;
    const at = new Date();
    const completion = { processingState: 'complete', lastProcessedAt: at, updatedAt: at, sourceBlobHash: null };
    const result =
      'code' in outcome
        ? {
            lastProcessErrorCode: outcome.code,
            lastProcessedErrors: jsonText(errorRows(outcome)),
            lastProcessedNotices: jsonText([]),
          }
        : {
            lastProcessErrorCode: null,
            lastProcessedErrors: jsonText([]),
            lastProcessedNotices: jsonText(outcome.reading.notices),
            lastVersionId: await storeVersion(tx, current, { ...outcome, at }),
          };
    bufferUpdate(tx, { table: 'OpenAPISpec', where: { id: current.id }, set: { ...completion, ...result } });
    const { organizationId, id, slug, lastVersionId } = current;
    if ('lastVersionId' in result && result.lastVersionId !== lastVersionId)
      await enqueueComputedUpdate(tx, { organizationId, kind: 'openapi', names: [id, slug] });
  });
}

function errorRows({ code, problems }: Extract<Outcome, { code: string }>): object[] {
  return problems.map(({ message }) => ({ message, code }));
}

interface NewVersion extends Extract<Outcome, { bytes: Uint8Array }> {
  at: Date;
}

/** Returns the id of the version with this content: the newest version if it is equal, otherwise a new one. */
async function storeVersion(tx: Transaction, spec: Specification, { bytes, reading, at }: NewVersion): Promise<string> {
  const { id: specId, organizationId, lastVersionId } = spec;
  const { digest, format, openapi, title } = reading;
  if (lastVersionId !== null && (await digestOf(tx, lastVersionId)) === digest) return lastVersionId;
  const [id, blobHash] = [newId('OpenAPISpecVersion'), hashOf(bytes)];
  await storeBlobs(tx, { organizationId, storedAt: at }, new Map([[blobHash, bytes]]));
  const row = { id, organizationId, specId, blobHash, digest, format, openapi, title, createdAt: at };
  bufferInsert(tx, { table: 'OpenAPISpecVersion', rows: [row] });
  return id;
}

async function digestOf({ read }: Transaction, id: string): Promise<string | undefined> {
  const query = read.sql.selectFrom('OpenAPISpecVersion').select('digest').where('id', '=', id);
  return (await read.first(query))?.digest;
}
