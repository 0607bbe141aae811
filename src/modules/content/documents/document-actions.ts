import type { Queries } from '../../../platform/db/query/queries.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import type { Manifest } from './manifest.js';

/**
 * Replaces the persisted GraphQL documents of a client.
 * @returns the number of documents
 */
export function uploadDocuments(actor: Actor, client: string, manifest: Manifest): Promise<number> {
  return runAction(actor, async ({ tx, at }) => {
    await tx.read.all(tx.read.sql.deleteFrom('PersistedDocument').where('client', '=', client));
    const rows = [...manifest].map(([key, text]) => ({ client, key, text, createdAt: at }));
    if (rows.length > 0) await insertRows(tx, { table: 'PersistedDocument', rows });
    return rows.length;
  });
}

/** Returns the clients that have persisted documents, with the number of documents of each. */
export async function listClients(read: Queries): Promise<{ client: string; documents: number }[]> {
  const { fn } = read.sql;
  const query = read.sql.selectFrom('PersistedDocument').select(['client', fn.countAll<number>().as('documents')]);
  return read.all(query.groupBy('client').orderBy('client'), { documents: 'int' });
}
