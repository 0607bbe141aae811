import { type ColumnKind, columnMetadata } from '../../../platform/db/query/columns.js';
import { jsonText } from '../../../platform/db/query/json.js';
import { selfReferences } from '../../../platform/db/query/table-order.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import type { Purpose } from '../../../platform/secrets/sealed-columns.js';
import { storedAddress } from '../../identity/users/email-address.js';
import { searchKeyOf } from '../../identity/users/search-key.js';
import { newShareKey, storedShareKey } from '../../sites/site-audience/share-key.js';
import type { ArchiveTable, SecretColumn } from '../archives/archive-tables.js';
import type { ArchiveRow } from './check-row.js';
import { deriveCredential } from './new-ids.js';
import type { PeoplePlan } from './people.js';
import { type Renaming, rename, renameBytes } from './renaming.js';
import type { OpenSecret } from './secrets.js';

/** Settings for the conversion of archive rows to database rows. */
export interface RowPlan {
  renaming: Renaming;
  people: PeoplePlan;
  /** Seed of new ids; null if the objects keep the ids of the archive. */
  idSeed: string | null;
  openSecret: OpenSecret | null;
  sealer: Sealer;
}

/** Statement parameters of a row, by column. */
export type StoredRow = Record<string, unknown>;

/**
 * Returns the row that is stored for a line of an archive; null if the row is left out. References to rows of the same
 * table are null, because these rows may come later.
 */
export function storedRow(plan: RowPlan, table: ArchiveTable, line: string): StoredRow | null {
  const row = parseLine(plan, line);
  if (isLeftOut(plan, table, row)) return null;
  if (table.name === 'Blob') row.bytes = renameBytes(Buffer.from(String(row.bytes), 'base64'), plan.renaming.ids);
  for (const column of selfReferences(table.name)) row[column] = null;
  for (const secret of table.secrets) row[secret.column] = storedSecret(plan, secret, row[secret.column]);
  if (table.name === 'ShareLink') Object.assign(row, newKeyColumns(plan));
  if (table.name === 'User') Object.assign(row, personColumns(row));
  return Object.fromEntries(Object.entries(row).map(([name, value]) => [name, storedValue(table, name, value)]));
}

/**
 * Returns the id of the row in a line and its references to rows of the same table; null if it has no such references.
 */
export function readSelfReferences(plan: RowPlan, table: ArchiveTable, line: string): StoredRow | null {
  const row = parseLine(plan, line);
  const columns = selfReferences(table.name).filter((column) => row[column] != null);
  return columns.length === 0 ? null : Object.fromEntries(['id', ...columns].map((column) => [column, row[column]]));
}

function parseLine({ renaming }: RowPlan, line: string): ArchiveRow {
  return JSON.parse(rename(line, renaming)) as ArchiveRow;
}

/** Tables whose rows a user may have only as a member of the organization. */
const memberships = new Set(['Member', 'Grant', 'TeamMember']);

/**
 * Reports whether a row is left out. Secrets that are not opened, people who are users already, and memberships of
 * people who cannot be members are left out.
 */
function isLeftOut({ people, openSecret }: RowPlan, table: ArchiveTable, row: ArchiveRow): boolean {
  const { id, organizationId, userId } = row;
  if (table.isSecret && !openSecret) return true;
  if (table.name === 'User') return organizationId === null && !people.createdIds.has(String(id));
  return memberships.has(table.name) && people.outsiders.has(String(userId));
}

/**
 * Opens a secret of the archive and returns the value to store. It is sealed for this server, or derived from the old
 * value if the column is not sealed and ids are new. Returns null if secrets are not opened.
 */
function storedSecret({ openSecret, sealer, idSeed }: RowPlan, secret: SecretColumn, value: unknown): string | null {
  const opened = openSecret && typeof value === 'string' ? openSecret(secret.purpose, value) : null;
  if (opened === null) return null;
  if (secret.isSealed) return sealer.seal(secret.purpose as Purpose, opened);
  return idSeed === null ? opened : deriveCredential(idSeed, opened);
}

/**
 * Returns the columns with a new key for a share link if ids are new, because the old key opens the original site.
 * Otherwise returns no columns.
 */
function newKeyColumns({ idSeed, sealer }: RowPlan): ArchiveRow {
  return idSeed === null ? {} : storedShareKey(sealer, newShareKey());
}

/** Returns the columns of a user that archives do not contain, and the e-mail address in its stored form. */
function personColumns({ displayName, email }: ArchiveRow): ArchiveRow {
  const identity = { displayName: String(displayName), email: typeof email === 'string' ? storedAddress(email) : null };
  return { email: identity.email, emailVerifiedAt: null, searchKey: searchKeyOf(identity), mutedMails: null };
}

function storedValue(table: ArchiveTable, name: string, value: unknown): unknown {
  return value == null ? null : toParameter[columnMetadata(table.name, name).kind](value);
}

/** Functions that convert a value of an archive to a statement parameter, by kind of column. */
const toParameter: Record<ColumnKind, (value: unknown) => unknown> = {
  string: (value) => value,
  int: (value) => value,
  boolean: (value) => value,
  datetime: (value) => new Date(String(value)),
  json: jsonText,
  bytes: (value) => (typeof value === 'string' ? Buffer.from(value, 'base64') : value),
};
