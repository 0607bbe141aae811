import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { sealedColumns } from '../../../platform/secrets/sealed-columns.js';
import { newShareKey, storedShareKey } from '../site-audience/share-key.js';
import { type Column, readSealed, type SealedRow } from './sealed-rows.js';

/**
 * Replaces every sealed value that neither the current nor the previous secret can open. A share link gets a new key,
 * so its earlier addresses become invalid. A signing key is removed, so its tokens become invalid; the next read
 * creates another key. If another writer changes a row meanwhile, that change is kept.
 * @returns the number of replaced values
 */
export async function replaceUndecryptableValues(store: Store, sealer: Sealer): Promise<number> {
  let replaced = 0;
  for (const column of sealedColumns)
    for await (const rows of readSealed(store.read, column)) {
      const undecryptable = rows.filter(({ value }) => sealer.find(column.purpose, value) === null);
      if (undecryptable.length > 0) await replaceRows(store, { column, rows: undecryptable, sealer });
      replaced += undecryptable.length;
    }
  return replaced;
}

/** Values of one column that neither secret can open. */
interface UndecryptableValues {
  column: Column;
  rows: SealedRow[];
  sealer: Sealer;
}

async function replaceRows(
  store: Store,
  { column: { table, column, purpose }, rows: undecryptable, sealer }: UndecryptableValues,
): Promise<void> {
  await store.transaction(async (tx) => {
    for (const { id, value } of undecryptable) {
      const set: Record<string, string | null> =
        purpose === 'share-key' ? { ...storedShareKey(sealer, newShareKey()) } : { [column]: null };
      bufferUpdate(tx, { table, where: { id, [column]: value }, set });
    }
  });
}
