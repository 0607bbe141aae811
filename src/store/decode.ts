import { toObject } from '../arrays/to-object.js';
import type { ColumnKind } from './columns.js';
import type { ResultSet } from './runner.js';

/**
 * Kinds of result columns that are computed. A column that comes from a table, through any alias, join or subquery, is
 * decoded as declared; an expression declares nothing on SQLite, so `exists (…) as isShared` needs
 * `{ isShared: 'boolean' }`. Numbers and text need no entry.
 */
export type Decode<Row> = { readonly [Name in keyof Row]?: ColumnKind };

/** How rows become objects. */
export interface Decoding<Row> {
  decode?: Decode<Row>;
  /** Makes the object that the columns of a row are set on; a plain one unless given. */
  makeRow?: (() => Record<string, unknown>) | undefined;
}

/** Turns the rows of a result into objects, the same on both databases; the only way from row to value. */
export function decodeRows<Row>(result: ResultSet, { decode, makeRow }: Decoding<Row>): Row[] {
  const { names } = result;
  const decoders = names.map(
    (name, index) => decoderOf[decode?.[name as keyof Row] ?? result.kinds[index] ?? 'string'],
  );
  const make = makerOf(names);
  return result.rows.map((values) => {
    const decoded = values.map((value, index) => (value === null ? null : decoders[index]!(value)));
    return (makeRow ? Object.assign(makeRow(), make(decoded)) : make(decoded)) as Row;
  });
}

/** Makers of rows by their columns: the statements of the program have some hundred lists of them. */
const makers = new Map<string, ReturnType<typeof toObject>>();

function makerOf(names: readonly string[]): ReturnType<typeof toObject> {
  const key = names.join();
  const known = makers.get(key) ?? toObject(names);
  makers.set(key, known);
  return known;
}

type Decoder = (value: unknown) => unknown;

const decoderOf: Record<ColumnKind, Decoder> = {
  string: (value) => value,
  int: Number,
  boolean: Boolean,
  datetime: (value) => decodeDatetime(value as string),
  json: (value) => JSON.parse(value as string),
  bytes: (value) => viewOf(value as Uint8Array),
};

/** ISO 8601 in UTC with milliseconds. Postgres drops trailing zeros and the driver adapter writes the offset out. */
function decodeDatetime(text: string): string {
  if (text.length === 24 && text.endsWith('Z')) return text;
  if (text.length === 29 && text.endsWith('+00:00')) return `${text.slice(0, 23)}Z`;
  return new Date(text).toISOString();
}

/** Both drivers give Buffers, whose methods differ from those of the Uint8Array that callers are promised. */
function viewOf(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
