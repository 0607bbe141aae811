import { createHash, type Hash } from 'node:crypto';
import { canonicalJson } from '../../../engine/base/canonical-json.js';
import type { DumpPart } from './contract/dump-part.js';
import type { DumpTable } from './contract/dumped-tables.js';
import { forEachRow, type RowPosition, rowsOf } from './format/copy-format.js';
import { jsonbVersion } from './format/encode-row.js';

/** Number and checksum of the rows of a table. Databases with equal rows have equal summaries. */
export interface TableSummary {
  rows: number;
  /**
   * Hexadecimal SHA-256 of the rows in binary COPY format, in the order of the key, without headers and trailers. JSON
   * values are hashed in canonical form: without spaces, with sorted keys.
   */
  sha256: string;
}

/** Computes the summary of a table from its parts. */
export interface TableChecksum {
  /** Adds the next part. @throws AppError if the part is damaged */
  add(part: DumpPart): void;
  /** Returns the summary of all added parts; may be called once. */
  summary(): TableSummary;
}

/** Creates a checksum for the parts of a table. */
export function createChecksum(table: DumpTable): TableChecksum {
  const hash = createHash('sha256');
  const json = table.columns.flatMap(({ kind }, index) => (kind === 'json' ? [index] : []));
  let rows = 0;
  return {
    add(part) {
      const bytes = rowsOf(part);
      if (json.length === 0) hash.update(bytes);
      else forEachRow(bytes, table.columns.length, (row) => hashRow(hash, { bytes, row, json }));
      rows += part.rows;
    },
    summary: () => ({ rows, sha256: hash.digest('hex') }),
  };
}

/** A row, and the indexes of its JSON columns. */
interface JsonRow {
  bytes: Buffer;
  row: RowPosition;
  json: readonly number[];
}

function hashRow(hash: Hash, { bytes, row, json }: JsonRow): void {
  let at = row.start;
  for (const index of json) {
    const [start, length] = [row.offsets[index]!, row.lengths[index]!];
    if (length < 0) continue;
    const text = canonicalJson(JSON.parse(bytes.toString('utf8', start + 1, start + length)));
    const size = Buffer.alloc(4);
    size.writeInt32BE(Buffer.byteLength(text) + 1);
    // The length before the value is that of the canonical text.
    hash
      .update(bytes.subarray(at, start - 4))
      .update(size)
      .update(jsonbVersion)
      .update(text);
    at = start + length;
  }
  hash.update(bytes.subarray(at, row.end));
}
