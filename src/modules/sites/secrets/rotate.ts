import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { sealedColumns } from '../../../platform/secrets/sealed-columns.js';
import { type Column, countUnreadable, readSealed, type SealedRow, type Unreadable } from './sealed-rows.js';

/** Result of a rotation. */
export interface Rotated {
  /** Values that were sealed with the current secret. */
  sealed: number;
  /** Whether the last pass found nothing to seal; otherwise servers still seal with the previous secret. */
  isComplete: boolean;
  /** Values that neither secret opens; they are unchanged. */
  unreadable: Unreadable[];
}

/** Most passes over all rows: servers with the earlier secret as `SECRET` may seal with it during the rotation. */
const maxPasses = 5;

/**
 * Seals every value of the previous secret with the current one, in transactions of up to 500 rows. It can be
 * interrupted and run again, and can run next to servers. If a row changes meanwhile, the other write wins.
 * @param onSealed called after each transaction with the number of values so far
 */
export async function rotateSealed(store: Store, sealer: Sealer, onSealed: (sealed: number) => void): Promise<Rotated> {
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
  return { sealed, isComplete, unreadable: await countUnreadable(store.read, sealer) };
}

/** Rows of one column. */
interface Portion {
  column: Column;
  rows: SealedRow[];
  sealer: Sealer;
}

async function sealRows(store: Store, { column: { table, column, purpose }, rows, sealer }: Portion): Promise<number> {
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
