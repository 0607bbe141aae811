import { canonicalJson } from '../../../engine/base/canonical-json.js';
import { type ColumnKind, columnMetadata } from '../../../platform/db/query/columns.js';
import type { AnyRow } from '../../../platform/db/query/ordered-rows.js';
import type { ArchiveTable, SecretColumn } from './archive-tables.js';

/** Function that converts a secret of the database to its value in the archive. */
export type SealSecret = (secret: SecretColumn, value: string) => string;

/**
 * Returns a row as one line of JSON, with the columns in the order of the table. Bytes are base64, and the members of
 * JSON values are sorted. If `seal` is null, secrets are null.
 */
export function rowText(table: ArchiveTable, row: AnyRow, seal: SealSecret | null): string {
  const { name, secrets, cleared } = table;
  let line = '';
  for (const column of table.columns) {
    const value = cleared.includes(column) ? null : row[column];
    const secret = secrets.find((one) => one.column === column);
    const text = secret ? secretText(secret, value, seal) : printers[columnMetadata(name, column).kind](value);
    // `join` would copy the text, which may have megabytes. Appending does not.
    line += `${line === '' ? '{' : ','}${JSON.stringify(column)}:${text}`;
  }
  return `${line}}\n`;
}

function secretText(secret: SecretColumn, value: unknown, seal: SealSecret | null): string {
  return JSON.stringify(seal && value !== null ? seal(secret, value as string) : null);
}

/** Functions that print a value as JSON, by the kind of its column. */
const printers: Record<ColumnKind, (value: unknown) => string> = {
  string: JSON.stringify,
  int: JSON.stringify,
  boolean: JSON.stringify,
  datetime: JSON.stringify,
  json: canonicalJson,
  bytes: (value) => (value === null ? 'null' : `"${base64(value as Uint8Array)}"`),
};

function base64({ buffer, byteOffset, byteLength }: Uint8Array): string {
  return Buffer.from(buffer, byteOffset, byteLength).toString('base64');
}
