import type { DumpPart } from '../../db/dump/contract/dump-part.js';
import type { DumpTable } from '../../db/dump/contract/dumped-tables.js';
import { forEachRow, partOf, rowsOf } from '../../db/dump/format/copy-format.js';
import { createPartReader } from '../../db/dump/format/decode-row.js';

/** Values of a row by column, as SQLite stores them: times are ISO texts, and booleans are 0 and 1. */
export type StoredRow = Readonly<Record<string, unknown>>;

/** Functions that report whether a row is restored, by table. Tables without one are restored whole. */
export type RowFilters = Readonly<Record<string, (row: StoredRow) => boolean>>;

/** Returns the function that turns the bytes of an entry into a part without the rows that are not restored. */
export function createPartFilter(table: DumpTable, filters: RowFilters): (bytes: Buffer) => DumpPart {
  const keeps = filters[table.name];
  if (!keeps) return (bytes) => ({ bytes, rows: countRows(table, bytes) });
  const read = createPartReader(table);
  return (bytes) => {
    const kept = read(bytes).filter(({ named }) => keeps(named));
    return partOf(kept.map(({ row }) => row));
  };
}

function countRows(table: DumpTable, bytes: Buffer): number {
  let count = 0;
  forEachRow(rowsOf({ bytes }), table.columns.length, () => {
    count += 1;
  });
  return count;
}
