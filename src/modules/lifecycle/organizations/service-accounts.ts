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
 * Removes the service accounts of an organization whose other rows were removed. Another organization may refer to an
 * account, for example as the author of a transferred space. Such an account becomes a former member without its name.
 * @returns whether there were any
 */
export async function removeServiceAccounts({ store, organizationId }: AccountRemoval): Promise<boolean> {
  const query = store.sql.selectFrom('User').select('id').where('organizationId', '=', organizationId).orderBy('id');
  const ids = (await store.read.all(query)).map(({ id }) => id);
  for (const chunk of chunksOf(ids, accountsPerQuery)) {
    const referencedIds = await findReferencedIds(store.read, chunk);
    for (const id of chunk)
      await store.transaction((tx) => removeAccount(tx, { id, isReferredTo: referencedIds.has(id) }), organizationId);
  }
  return ids.length > 0;
}

/**
 * Maximum number of accounts whose references one query reads. Some columns that refer to users have no index, so a
 * query may scan a table.
 */
const accountsPerQuery = 500;

/** Input of `removeServiceAccounts`. */
interface AccountRemoval {
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
  for (const { table, column } of ownedRowColumns)
    bufferDelete(tx, { table: table as 'AccessToken', where: { [column]: id } });
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

/** Tables whose rows belong to one user and are removed together with the user. */
const ownedTables: readonly TableName[] = ['AccessToken', 'SignInLink', 'Notification'];

const ownedRowColumns = userColumns.filter(({ table }) => ownedTables.includes(table));

const referringColumns = userColumns.filter(({ table }) => !ownedTables.includes(table));

/**
 * Returns the ids of the accounts that a row refers to. If a reference is added after this read, its foreign key makes
 * the removal of the account fail.
 */
async function findReferencedIds(read: Queries, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const selects = referringColumns.map(
    ({ table, column }) =>
      sql`select ${sql.ref(column)} as "id" from ${sql.table(table)} where ${read.inList(column, ids)}`,
  );
  const rows = await read.all(sql<{ id: string }>`${sql.join(selects, sql` union `)}`);
  return new Set(rows.map(({ id }) => id));
}
