import pg from 'pg';
import type { ColumnKind } from '../query/columns.js';
import type { ResultSet } from '../query/runner.js';

/** A column of a result, as described by Postgres. */
export interface Column {
  name: string;
  dataTypeID: number;
}

/** Columns of a result, and the parsers of their values. */
export interface ResultShape extends Pick<ResultSet, 'names' | 'kinds'> {
  parsers: readonly ((text: string) => unknown)[];
}

/** Returns the shape of a result with these columns. */
export function resultShape(columns: readonly Column[]): ResultShape {
  return {
    names: columns.map(({ name }) => name),
    kinds: columns.map(({ dataTypeID }) => kindByType.get(dataTypeID) ?? null),
    parsers: columns.map(({ dataTypeID }) => parsers.get(dataTypeID) ?? pg.types.getTypeParser(dataTypeID, 'text')),
  };
}

const { builtins } = pg.types;

/** Column kinds by Postgres type. They must equal those in `adapter-result.ts`. */
const kindByType = new Map<number, ColumnKind>([
  [builtins.BOOL, 'boolean'],
  [builtins.TIMESTAMP, 'datetime'],
  [builtins.TIMESTAMPTZ, 'datetime'],
  [builtins.JSON, 'json'],
  [builtins.JSONB, 'json'],
  [builtins.BYTEA, 'bytes'],
  [builtins.INT8, 'int'],
  [builtins.NUMERIC, 'int'],
]);

const asText = (text: string): string => text;

/** Parsers that return text for the types that the row decoder expects as text. */
const parsers = new Map<number, (text: string) => unknown>([
  [
    builtins.TIMESTAMP,
    (text) => `${text.replace(' ', 'T')}${text.includes('.') ? '' : '.'}`.padEnd(23, '0').concat('Z'),
  ],
  [builtins.TIMESTAMPTZ, (text) => new Date(text).toISOString()],
  [builtins.JSON, asText],
  [builtins.JSONB, asText],
  [builtins.INT8, asText],
  [builtins.NUMERIC, asText],
]);
