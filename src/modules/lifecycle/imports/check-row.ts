import { type IdKind, idKind } from '../../../platform/base/ids.js';
import type { Column, ColumnKind } from '../../../platform/db/query/columns.js';
import { columnMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { ArchiveTable } from '../archives/archive-tables.js';

/** A row of an archive: values by column, as JSON has them. */
export type ArchiveRow = Record<string, unknown>;

/** The archive that a row belongs to. */
interface RowContext {
  organizationId: string;
  /** Whether an older version wrote the archive, so that columns may be missing. */
  isOlder: boolean;
}

/**
 * Returns the problem of a row; null if there is none. A row may have an unknown or missing column, or a value of another
 * kind. It may also have a value that archives clear, an id of another kind of object, or another organization.
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
  return kinds[kind].is(value) ? null : `must be ${kinds[kind].name} (got ${shown(value)})`;
}

/**
 * U+0000 or half of a surrogate pair in JSON: an escape that no backslash escapes. `JSON.stringify` escapes a surrogate
 * only if its other half is missing.
 */
const refusedCharacter = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/;

const time = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/;

/** The values of each kind of column. */
const kinds: Record<ColumnKind, { name: string; is(value: unknown): boolean }> = {
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

/** Kinds of ids in the column `id`, for tables whose name is not the kind. */
const idKinds: Partial<Record<TableName, readonly IdKind[]>> = { Comment: ['Comment', 'CommentReply'] };

/** Reports whether a text is the id of a row of a table. */
export function isIdOf(table: TableName, id: string): boolean {
  const kind = idKind(id);
  return kind !== null && (idKinds[table] ?? [table as IdKind]).includes(kind);
}

/** Requires ids of the right kind. A secret id is sealed, and is checked after it was opened. */
function findIdProblem({ name, secrets }: ArchiveTable, { id }: ArchiveRow): string | null {
  if (id === undefined || secrets.some(({ column }) => column === 'id')) return null;
  if (isIdOf(name, String(id))) return null;
  return `\`id\` must be an id of the type ${name} (got ${shown(id)})`;
}

function findOwnerProblem(table: TableName, row: ArchiveRow, { organizationId }: RowContext): string | null {
  const column = table === 'Organization' ? 'id' : 'organizationId';
  const owner = row[column];
  if (owner === organizationId || (table === 'User' && owner === null)) return null;
  return `\`${column}\` must be ${organizationId} (got ${shown(owner)})`;
}

/** Shows a value in a message, shortened. */
function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > 60 ? `${text.slice(0, 60)}…` : text;
}
