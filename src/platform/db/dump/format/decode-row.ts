import type { ColumnKind } from '../../query/columns.js';
import type { RowKey } from '../contract/dump.js';
import type { DumpTable } from '../contract/dumped-tables.js';
import type { RowPosition } from './copy-format.js';
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

/** Returns a text that names a row in an error: its key as JSON. */
export function describeKey({ columns, key }: DumpTable, values: readonly unknown[]): string {
  return JSON.stringify(key.map((name) => values[columns.findIndex((column) => column.name === name)]));
}

/** Converts the values of a key to those that SQLite stores. */
export function sqliteKey({ columns, key }: DumpTable, values: RowKey): (string | number)[] {
  return key.map((name, index) => {
    const value = values[index]!;
    const kind = columns.find((column) => column.name === name)!.kind;
    if (kind === 'datetime') return new Date(value as number).toISOString();
    return typeof value === 'boolean' ? Number(value) : value;
  });
}

const decoderByKind: Record<ColumnKind, (rows: Buffer, start: number, end: number) => SqliteValue> = {
  string: (rows, start, end) => rows.toString('utf8', start, end),
  int: (rows, start) => rows.readInt32BE(start),
  boolean: (rows, start) => rows[start]!,
  datetime: (rows, start) => new Date(Number(rows.readBigInt64BE(start) / 1000n) + postgresEpoch).toISOString(),
  json: (rows, start, end) => rows.toString('utf8', start + 1, end),
  bytes: (rows, start, end) => rows.subarray(start, end),
};
