import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { invalidArchive } from './archive-error.js';
import { type ArchiveRow, isIdOf } from './check-row.js';

/** Keys of the rows that were already read. Foreign keys of later rows may refer to them. */
export interface KnownKeys {
  ids: Set<string>;
  /** Ids of users with a membership. */
  members: Set<string>;
  /** Ids that rows of the same table referred to before they were read, with the name of the table. */
  later: Map<string, TableName>;
}

/** Adds the key of a row. */
export function noteKey({ ids, members }: KnownKeys, table: TableName, { id, userId }: ArchiveRow): void {
  if (table === 'Member') members.add(String(userId));
  else if (typeof id === 'string') ids.add(id);
}

/**
 * Returns the reason that a foreign key of a row is invalid; null if all are valid. A foreign key must refer to an
 * earlier row of the archive. Only a row of the same table may come later; `requireLaterKeys` checks those.
 */
export function findReferenceProblem(known: KnownKeys, table: TableName, row: ArchiveRow): string | null {
  for (const reference of tableMetadata(table).references) {
    // `findOwnerProblem` checks the organization of each row. The rest of every key is one id.
    const column = reference.columns.find((name) => name !== 'organizationId');
    const value = column === undefined ? null : row[column];
    if (typeof value !== 'string') continue;
    const isMember = reference.table === 'Member';
    const isKnown = isMember ? known.members.has(value) : known.ids.has(value) && isIdOf(reference.table, value);
    if (isKnown) continue;
    if (reference.table === table && isIdOf(table, value)) known.later.set(value, table);
    else return `\`${column}\` refers to ${value}, which is not in the archive`;
  }
  return null;
}

/** Checks that the archive contained all rows that earlier rows of the same table refer to. @throws BAD_USER_INPUT */
export function requireLaterKeys({ later, ids }: KnownKeys): void {
  for (const [id, table] of later)
    if (!ids.has(id)) throw invalidArchive(`a row of ${table} refers to ${id}, which is not in the archive`);
}
