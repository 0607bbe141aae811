import { type IdKind, idKind } from '../../../platform/base/ids.js';
import type { Column, ColumnKind } from '../../../platform/db/query/columns.js';
import { columnMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { ArchiveTable } from '../archives/archive-tables.js';

/** A row of an archive: JSON values by column. */
export type ArchiveRow = Record<string, unknown>;

/** Facts about the archive that contains a row. */
interface RowContext {
  organizationId: string;
  /** Whether an older version wrote the archive, so that columns may be missing. */
  isOlder: boolean;
}

/**
 * Returns the first problem of a row; null if there is none. A problem is an unknown or missing column, a value of the
 * wrong kind, or a value in a column that archives clear. Other problems are an id of another kind of object, and
 * another organization.
 */
export function findProblem(table: ArchiveTable, row: ArchiveRow, context: RowContext): string | null {
  const unknown = Object.keys(row).find((column) => !table.columns.includes(column));
  if (unknown !== undefined) return `${table.name} has no column ${JSON.stringify(unknown)}`;
  for (const name of table.columns) {
    const column = columnMetadata(table.name, name);
    const problem = findValueProblem(column, row[name], context);
    if (problem) return `\`${name}\` ${problem}`;
  }
  const cleared = table.cleared.find((name) => row[name] != null);
  if (cleared !== undefined) return `\`${cleared}\` must be null`;
  return findIdProblem(table, row) ?? findOwnerProblem(table.name, row, context);
}

function findValueProblem({ kind, nullable }: Column, value: unknown, { isOlder }: RowContext): string | null {
  if (value === undefined) return nullable && isOlder ? null : 'is missing';
  if (value === null) return nullable ? null : 'must not be null';
  return validValues[kind].is(value) ? null : `must be ${validValues[kind].name} (got ${formatValue(value)})`;
}

/**
 * Pattern for U+0000 or an unpaired surrogate in a text that `JSON.stringify` returned, which escapes a surrogate only
 * if it is unpaired. The backslash of the escape must not be escaped itself.
 */
const refusedCharacter = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** Valid values of each kind of column, with their description in error messages. */
const validValues: Record<ColumnKind, { name: string; is(value: unknown): boolean }> = {
  string: { name: 'a text without the character U+0000', is: (value) => typeof value === 'string' && isText(value) },
  int: {
    name: 'an integer of 32 bits',
    is: (value) => Number.isInteger(value) && (value as number) === ((value as number) | 0),
  },
  boolean: { name: 'true or false', is: (value) => typeof value === 'boolean' },
  datetime: {
    name: 'a time such as 2026-01-31T12:00:00.000Z',
    is: (value) => typeof value === 'string' && time.test(value) && !Number.isNaN(Date.parse(value)),
  },
  json: {
    name: 'JSON without the character U+0000',
    is: (value) => !refusedCharacter.test(JSON.stringify(value)),
  },
  bytes: { name: 'base64', is: (value) => typeof value === 'string' && /^[A-Za-z0-9+/]*={0,2}$/.test(value) },
};

/** Reports whether Postgres can store a text. It cannot store U+0000 or unpaired surrogates. */
function isText(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

/** Kinds of ids in the column `id`, for tables that are not named after the kind of their ids. */
const idKinds: Partial<Record<TableName, readonly IdKind[]>> = { Comment: ['Comment', 'CommentReply'] };

/** Reports whether a text is the id of a row of a table. */
export function isIdOf(table: TableName, id: string): boolean {
  const kind = idKind(id);
  return kind !== null && (idKinds[table] ?? [table as IdKind]).includes(kind);
}

/**
 * Returns the problem of the id of a row; null if its kind is right. A secret id is sealed, so `findSecretProblem`
 * checks it.
 */
function findIdProblem({ name, secrets }: ArchiveTable, { id }: ArchiveRow): string | null {
  if (id === undefined || secrets.some(({ column }) => column === 'id')) return null;
  if (isIdOf(name, String(id))) return null;
  return `\`id\` must be an id of the type ${name} (got ${formatValue(id)})`;
}

function findOwnerProblem(table: TableName, row: ArchiveRow, { organizationId }: RowContext): string | null {
  const column = table === 'Organization' ? 'id' : 'organizationId';
  const owner = row[column];
  if (owner === organizationId || (table === 'User' && owner === null)) return null;
  return `\`${column}\` must be ${organizationId} (got ${formatValue(owner)})`;
}

/** Returns a value as JSON for a message, shortened to 60 characters. */
function formatValue(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
