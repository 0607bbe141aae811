import { sql } from 'kysely';
import { chunksOf } from '../../../platform/arrays/chunks-of.js';
import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { tablesParentsFirst } from '../../../platform/db/query/table-order.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { formerMemberColumns, newFormerName } from '../../identity/users/former-member.js';

/**
 * Removes the service accounts of an organization whose other rows are removed. A service account that another
 * organization refers to, as the author of a space that was transferred, stays as a former member without its name.
 * @returns whether there were any
 */
export async function removeServiceAccounts({ store, organizationId }: OwnAccounts): Promise<boolean> {
  const query = store.sql.selectFrom('User').select('id').where('organizationId', '=', organizationId).orderBy('id');
  const ids = (await store.read.all(query)).map(({ id }) => id);
  for (const some of chunksOf(ids, accountsAtOnce)) {
    const referred = await findReferred(store.read, some);
    for (const id of some)
      await store.transaction((tx) => removeAccount(tx, { id, isReferredTo: referred.has(id) }), organizationId);
  }
  return ids.length > 0;
}

/** Number of accounts whose references one query looks up. Some columns with users have no index. */
const accountsAtOnce = 500;

/** The service accounts of an organization. */
interface OwnAccounts {
  store: Store;
  organizationId: string;
}

/** A service account to remove, and whether another organization refers to it. */
interface Account {
  id: string;
  isReferredTo: boolean;
}

async function removeAccount(tx: Transaction, { id, isReferredTo }: Account): Promise<void> {
  await tx.lock('User', id);
  for (const { table, column } of ownRows) bufferDelete(tx, { table: table as 'AccessToken', where: { [column]: id } });
  if (isReferredTo) {
    const set = { ...formerMemberColumns(newFormerName(), new Date()), organizationId: null };
    bufferUpdate(tx, { table: 'User', where: { id }, set });
  } else bufferDelete(tx, { table: 'User', where: { id } });
}

/** A column that refers to users. */
interface UserColumn {
  table: TableName;
  column: string;
}

const userColumns: readonly UserColumn[] = tablesParentsFirst.flatMap((table) =>
  tableMetadata(table)
    .references.filter((reference) => reference.table === 'User')
    .map(({ columns }) => ({ table, column: columns[0]! })),
);

/** Tables with rows that a user has for itself. They are removed with the user. */
const ownTables: readonly TableName[] = ['AccessToken', 'SignInLink', 'Notification'];

const ownRows = userColumns.filter(({ table }) => ownTables.includes(table));

const otherRows = userColumns.filter(({ table }) => !ownTables.includes(table));

/**
 * Returns the accounts to which a row refers. A reference that follows meanwhile fails the removal of the account, by its
 * foreign key.
 */
async function findReferred(read: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const selects = otherRows.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as "id" from ${sql.table(table)} where ${read.inList(column, ids)}`,
  );
  const rows = await read.all(sql<{ id: string }>`${sql.join(selects, sql` union `)}`);
  return new Set(rows.map(({ id }) => id));
}
