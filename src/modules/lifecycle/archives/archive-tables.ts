import { tableMetadata } from '../../../platform/db/query/columns.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import { tablesParentsFirst, withDependents } from '../../../platform/db/query/table-order.js';
import { sealedColumns } from '../../../platform/secrets/sealed-columns.js';
import { leftOutTables } from './left-out-tables.js';

/** A table of an archive. */
export interface ArchiveTable {
  readonly name: TableName;
  /** Columns of a row, in the order of the archive. */
  readonly columns: readonly string[];
  /** Columns that order the rows: the primary key without `organizationId`, which is the same in all rows. */
  readonly order: readonly string[];
  /** Columns with secrets. They are null in an archive without a passphrase, otherwise sealed with it. */
  readonly secrets: readonly SecretColumn[];
  /** Columns that are always null, because they describe the state of one server. */
  readonly cleared: readonly string[];
  /**
   * Whether an archive without a passphrase has no rows of the table, because a column with secrets is not nullable.
   */
  readonly isSecret: boolean;
}

/** A column with secrets. */
export interface SecretColumn {
  readonly column: string;
  /** Purpose that the values are sealed for. */
  readonly purpose: string;
  /** Whether the database seals the values too. */
  readonly isSealed: boolean;
}

/** Columns that are left out, because the server that imports the archive computes or decides them. */
const leftOutColumns: Partial<Record<TableName, readonly string[]>> = {
  Blob: ['inObjectStorage'],
  User: ['emailVerifiedAt', 'searchKey', 'mutedMails'],
};

/** Columns that are always null: they refer to jobs and deletions of one server. */
const clearedColumns: Partial<Record<TableName, readonly string[]>> = {
  Organization: ['deletedAt'],
  Translation: ['jobId'],
  ConversationAnalysis: ['jobId'],
};

/** Secrets that the database stores without sealing them. */
const unsealedSecrets = [{ table: 'InviteLink', column: 'id', purpose: 'invite-link' }] as const;

/**
 * The tables of an archive, parents first. Memberships and the tables that refer to them come last, so that an
 * organization has no members until the end of its import. The position in this list, from 1, is the number of the
 * table in the names of its entries.
 */
export const archiveTables: readonly ArchiveTable[] = membershipsLast()
  .filter((name) => !leftOutTables[name])
  .map(archiveTableOf);

/** Returns the archive table with the given name; undefined if archives do not contain the table. */
export function archiveTable(name: string): ArchiveTable | undefined {
  return archiveTables.find((table) => table.name === name);
}

function membershipsLast(): TableName[] {
  const memberships = withDependents('Member');
  return [...tablesParentsFirst.filter((table) => !memberships.has(table)), ...memberships];
}

function archiveTableOf(name: TableName): ArchiveTable {
  const { columns, key } = tableMetadata(name);
  const secrets = secretsOf(name);
  const order = key.filter((column) => column !== 'organizationId');
  return {
    name,
    columns: Object.keys(columns).filter((column) => !leftOutColumns[name]?.includes(column)),
    order: order.length > 0 ? order : key,
    secrets,
    cleared: clearedColumns[name] ?? [],
    isSecret: secrets.some(({ column }) => !columns[column]!.nullable),
  };
}

function secretsOf(name: TableName): SecretColumn[] {
  const sealed = sealedColumns.map((secret) => ({ ...secret, isSealed: true }));
  const unsealed = unsealedSecrets.map((secret) => ({ ...secret, isSealed: false }));
  return [...sealed, ...unsealed]
    .filter(({ table }) => table === name)
    .map(({ column, purpose, isSealed }) => ({ column, purpose, isSealed }));
}
