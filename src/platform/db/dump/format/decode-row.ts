import type { ColumnKind } from '../../query/columns.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import { forEachRow, type RowPosition, rowsOf } from './copy-format.js';
import { postgresEpoch } from './encode-row.js';

/** A value as SQLite stores it. */
type SqliteValue = string | number | Buffer | null;

/** Creates a function that decodes a row to the values that SQLite stores. */
export function createRowDecoder({ columns }: DumpTable): (rows: Buffer, row: RowPosition) => SqliteValue[] {
  const decoders = columns.map(({ kind }) => decoderByKind[kind]);
  return (rows, { offsets, lengths }) =>
    decoders.map((decode, index) => {
      const [start, length] = [offsets[index]!, lengths[index]!];
      return length < 0 ? null : decode(rows, start, start + length);
    });
}

/** A decoded row of a part. */
interface DecodedRow {
  /** Values as SQLite stores them, in the order of the columns. */
  values: readonly SqliteValue[];
  /** The same values by column. */
  named: Readonly<Record<string, SqliteValue>>;
  /** The encoded row, a view of the part. */
  row: Buffer;
}

/** Creates a function that decodes all rows of a part. */
export function createPartReader(table: DumpTable): (bytes: Buffer) => DecodedRow[] {
  const decode = createRowDecoder(table);
  return (bytes) => {
    const rows = rowsOf({ bytes });
    const decoded: DecodedRow[] = [];
    forEachRow(rows, table.columns.length, (row) => {
      const values = decode(rows, row);
      const named = Object.fromEntries(table.columns.map(({ name }, index) => [name, values[index]!]));
      decoded.push({ values, named, row: rows.subarray(row.start, row.end) });
    });
    return decoded;
  };
}

/** Returns a text that names a row in an error: its key as JSON. */
export function describeKey({ columns, key }: DumpTable, values: readonly unknown[]): string {
  return JSON.stringify(key.map((name) => values[columns.findIndex((column) => column.name === name)]));
}

const decoderByKind: Record<ColumnKind, (rows: Buffer, start: number, end: number) => SqliteValue> = {
  string: (rows, start, end) => rows.toString('utf8', start, end),
  int: (rows, start) => rows.readInt32BE(start),
  boolean: (rows, start) => rows[start]!,
  datetime: (rows, start) => new Date(Number(rows.readBigInt64BE(start) / 1000n) + postgresEpoch).toISOString(),
  json: (rows, start, end) => rows.toString('utf8', start + 1, end),
  bytes: (rows, start, end) => rows.subarray(start, end),
};
