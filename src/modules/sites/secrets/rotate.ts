import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { sealedColumns } from '../../../platform/secrets/sealed-columns.js';
import { type Column, countUndecryptable, readSealed, type SealedRow, type UndecryptableCount } from './sealed-rows.js';

/** Result of a rotation of the secret. */
export interface RotationResult {
  /** Number of values that the rotation sealed with the current secret. */
  sealed: number;
  /** Whether the last pass found nothing to seal. Otherwise, some servers still seal with the previous secret. */
  isComplete: boolean;
  /** Numbers of values that neither secret can decrypt, by kind; the values are unchanged. */
  undecryptable: UndecryptableCount[];
}

/**
 * Maximum number of passes over all rows. Several are needed, because servers that still have the earlier secret as
 * `SECRET` may seal with it during the rotation.
 */
const maxPasses = 5;

/**
 * Opens every value that the previous secret sealed, and seals it with the current secret, in transactions of up to 500
 * rows. It can be interrupted and run again, and can run while servers are running. If another writer changes a row
 * meanwhile, that change is kept.
 * @param onSealed called after each transaction with the number of values sealed so far
 */
export async function rotateSealed(
  store: Store,
  sealer: Sealer,
  onSealed: (sealed: number) => void,
): Promise<RotationResult> {
  let sealed = 0;
  let isComplete = false;
  for (let pass = 0; pass < maxPasses && !isComplete; pass++) {
    const before = sealed;
    for (const column of sealedColumns)
      for await (const rows of readSealed(store.read, column)) {
        const count = await sealRows(store, { column, rows, sealer });
        sealed += count;
        if (count > 0) onSealed(sealed);
      }
    isComplete = sealed === before;
  }
  return { sealed, isComplete, undecryptable: await countUndecryptable(store.read, sealer) };
}

/** Rows of one column to seal again. */
interface RowBatch {
  column: Column;
  rows: SealedRow[];
  sealer: Sealer;
}

async function sealRows(store: Store, { column: { table, column, purpose }, rows, sealer }: RowBatch): Promise<number> {
  const outdated = rows.flatMap(({ id, value }) => {
    const opened = sealer.find(purpose, value);
    return opened === null || opened.isCurrent ? [] : [{ id, value, next: sealer.seal(purpose, opened.text) }];
  });
  if (outdated.length === 0) return 0;
  await store.transaction(async (tx) => {
    for (const { id, value, next } of outdated)
      bufferUpdate(tx, { table, where: { id, [column]: value }, set: { [column]: next } });
  });
  return outdated.length;
}
