import { badInput } from '../../../base/errors.js';
import type { ColumnKind } from '../../query/columns.js';
import type { DumpPart } from '../contract/dump-part.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import { forEachRow, rowsOf } from '../format/copy-format.js';
import { createRowDecoder, describeKey } from '../format/decode-row.js';

/**
 * Checks the texts of a part. Postgres stores no text with U+0000, and SQLite does.
 * @throws AppError that names table, column and key
 */
export function requireStorable(table: DumpTable, part: DumpPart): void {
  const { columns, name } = table;
  const texts = columns.flatMap(({ kind }, index) => (kind === 'string' || kind === 'json' ? [index] : []));
  const rows = rowsOf(part);
  forEachRow(rows, columns.length, (row) => {
    for (const index of texts) {
      const [start, length] = [row.offsets[index]!, row.lengths[index]!];
      if (length <= 0 || !hasNul(rows.subarray(start, start + length), columns[index]!.kind)) continue;
      const key = describeKey(table, createRowDecoder(table)(rows, row));
      const place = `\`${columns[index]!.name}\` of the row ${key} in ${name}`;
      throw badInput('part', `${place} must have no character U+0000, which Postgres cannot store. Correct the row`);
    }
  });
}

function hasNul(text: Buffer, kind: ColumnKind): boolean {
  if (kind === 'string') return text.includes(0);
  return text.includes(escapedNul) && /(?<!\\)(?:\\\\)*\\u0000/.test(text.toString('utf8'));
}

const escapedNul = Buffer.from('\\u0000');
