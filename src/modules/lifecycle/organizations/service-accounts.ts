import { type Expression, type SqlBool, sql } from 'kysely';
import { tableOf } from '../../../platform/db/query/columns.js';
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
  const accounts = await store.read.all(query);
  for (const { id } of accounts) await store.transaction((tx) => removeAccount(tx, id), organizationId);
  return accounts.length > 0;
}

/** The service accounts of an organization. */
interface OwnAccounts {
  store: Store;
  organizationId: string;
}

async function removeAccount(tx: Transaction, id: string): Promise<void> {
  await tx.lock('User', id);
  for (const { table, column } of ownRows) bufferDelete(tx, { table: table as 'AccessToken', where: { [column]: id } });
  if (await isReferredTo(tx, id)) {
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
  tableOf(table)
    .references.filter((reference) => reference.table === 'User')
    .map(({ columns }) => ({ table, column: columns[0]! })),
);

/** Tables with rows that a user has for itself. They are removed with the user. */
const ownTables: readonly TableName[] = ['AccessToken', 'SignInLink', 'Notification'];

const ownRows = userColumns.filter(({ table }) => ownTables.includes(table));

async function isReferredTo({ read }: Transaction, id: string): Promise<boolean> {
  const others = userColumns.filter(({ table }) => !ownTables.includes(table));
  const refers = others.map(
    ({ table, column }): Expression<SqlBool> =>
      sql`exists (select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id})`,
  );
  const found = await read.all(sql<{ found: number }>`select 1 as "found" where ${sql.join(refers, sql` or `)}`);
  return found.length > 0;
}
