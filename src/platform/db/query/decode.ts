import { type ToObject, toObject, toObjectWithPrototype } from '../../arrays/to-object.js';
import type { ColumnKind } from './columns.js';
import type { ResultSet } from './runner.js';

/**
 * Kinds of computed result columns. A column of a table is decoded by its declared type, even through an alias, join or
 * subquery. An expression has no declared type on SQLite, so `exists (…) as isShared` needs `{ isShared: 'boolean' }`.
 * Numbers and text need no entry.
 */
export type Decode<Row> = { readonly [Name in keyof Row]?: ColumnKind };

/** How rows are converted to objects. */
export interface Decoding<Row> {
  decode?: Decode<Row>;
  /** Returns the prototype of the row objects. Called after the query is built. By default, they are plain objects. */
  prototype?: (() => object | undefined) | undefined;
}

/** Converts the rows of a result to objects, in the same way for both databases. All rows are decoded here. */
export function decodeRows<Row>(result: ResultSet, { decode, prototype }: Decoding<Row>): Row[] {
  const { names } = result;
  const decoders = names.map(
    (name, index) => decoderByKind[decode?.[name as keyof Row] ?? result.kinds[index] ?? 'string'],
  );
  const make = objectMaker(names, prototype?.());
  return result.rows.map((values) => {
    // A row may have more values than names, because the position of its key is an additional last value.
    const decoded = decoders.map((decode, index) => (values[index] === null ? null : decode(values[index])));
    return make(decoded) as Row;
  });
}

/**
 * Functions that create row objects, by prototype and columns. The statements of the program have a few hundred
 * combinations of columns.
 */
const objectMakers = new WeakMap<object, Map<string, ToObject>>();

function objectMaker(names: readonly string[], prototype: object = Object.prototype): ToObject {
  const ofPrototype = objectMakers.get(prototype) ?? new Map<string, ToObject>();
  const key = names.join();
  const make =
    ofPrototype.get(key) ??
    (prototype === Object.prototype ? toObject(names) : toObjectWithPrototype(prototype, names));
  objectMakers.set(prototype, ofPrototype.set(key, make));
  return make;
}

type Decoder = (value: unknown) => unknown;

const decoderByKind: Record<ColumnKind, Decoder> = {
  string: (value) => value,
  int: Number,
  boolean: Boolean,
  datetime: (value) => decodeDatetime(value as string),
  json: (value) => JSON.parse(value as string),
  bytes: (value) => toPlainUint8Array(value as Uint8Array),
};

/**
 * Returns a time as ISO 8601 in UTC with milliseconds. Postgres omits trailing zeros, and the driver adapter adds the
 * time zone offset.
 */
function decodeDatetime(text: string): string {
  if (text.length === 24 && text.endsWith('Z')) return text;
  if (text.length === 29 && text.endsWith('+00:00')) return `${text.slice(0, 23)}Z`;
  return new Date(text).toISOString();
}

/** Returns a plain Uint8Array, because both drivers return Buffers, whose methods behave differently. */
function toPlainUint8Array(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
