import { sql } from 'kysely';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { AppError } from '../../../platform/base/errors.js';
import { idKind } from '../../../platform/base/ids.js';
import { tableNames } from '../../../platform/db/query/columns.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { invalidArchive } from './archive-error.js';
import type { Inspection } from './inspect-archive.js';

/** Maximum number of ids per query. */
const idsPerQuery = 5000;

/**
 * Refuses an archive whose organization or objects exist on this server.
 * @throws CONFLICT that names one of them
 */
export async function requireNewObjects(read: Queries, { ids }: Inspection): Promise<void> {
  for (const [table, all] of ids) {
    const id = await findExistingId(read, table, all);
    if (id !== undefined)
      throw new AppError(
        'CONFLICT',
        `Cannot import the archive: ${id} exists on this server. Import it with \`--new-ids\` to create a copy.`,
      );
  }
}

/**
 * Refuses an archive whose rows refer to objects of another organization of this server.
 * @throws BAD_USER_INPUT that names one of them
 */
export async function requireNoForeignObjects(read: Queries, { references, ownIds }: Inspection): Promise<void> {
  const byTable = new Map<TableName, string[]>();
  for (const id of references) {
    const table = ownIds.has(id) ? undefined : tableNames.find((name) => name === tableOfKind(id));
    if (!table) continue;
    byTable.set(table, byTable.get(table) ?? []);
    byTable.get(table)!.push(id);
  }
  for (const [table, ids] of byTable) {
    const id = await findExistingId(read, table, ids);
    if (id !== undefined) throw invalidArchive(`it refers to ${id}, which is an object of another organization`);
  }
}

function tableOfKind(id: string): string | null {
  const kind = idKind(id);
  return kind === 'CommentReply' ? 'Comment' : kind;
}

/** Returns one of the ids that exist in a table; undefined if none does. */
async function findExistingId(read: Queries, table: TableName, ids: readonly string[]): Promise<string | undefined> {
  for (const chunk of chunksOf(ids, idsPerQuery)) {
    const row = await read.first(
      sql<{ id: string }>`select "id" from ${sql.table(table)} where ${read.inList('id', chunk)} limit 1`,
    );
    if (row) return row.id;
  }
  return undefined;
}
