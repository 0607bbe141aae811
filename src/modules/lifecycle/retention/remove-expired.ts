import { type RawBuilder, sql } from 'kysely';
import type { RetentionConfig } from '../../../platform/config/retention-config.js';
import type { Store } from '../../../platform/db/write/store.js';
import { daysAgo, readCutoffs, runRoundRobin } from './organization-retention.js';

/** A table with rows that expire. */
type ExpiringTable =
  | ('IdempotencyKey' | 'AccessToken' | 'SamlLogin' | 'OidcLogin' | 'SignInLink')
  | ('RenderedPdf' | 'Mail' | 'Job' | 'FieldUse' | 'RateWindow');

/** Rows that are removed some time after the time in one of their columns. */
export type Expiry = {
  table: ExpiringTable;
  /** Column that selects the rows to delete. Several rows may have the same value. */
  key: string;
  /** Column that holds the start of the retention. */
  column: string;
  /** Maximum number of keys that one transaction removes; 1,000 unless rows are large. */
  batchSize?: number;
  /** If set, only rows with this status expire. */
  status?: string;
  /** If set, only jobs of this kind expire. */
  kind?: string;
} & (
  | { /** Length of the retention in milliseconds. */ retentionMs: number }
  | { /** Kind with a setting of the server, which organizations may shorten. */ retention: 'pdfs' | 'mails' | 'jobs' }
);

/** Removes expired rows in short transactions. Starts no transaction if no row has expired. */
export async function removeExpired(
  store: Store,
  expiry: Expiry,
  { retention, signal }: { retention: RetentionConfig; signal: AbortSignal },
): Promise<void> {
  const removeAll = async (cutoff: string): Promise<void> =>
    runRoundRobin([expiredRows(expiry, cutoff)], signal, (isExpired) => removeBatch(store, expiry, isExpired));
  if ('retentionMs' in expiry) return removeAll(new Date(Date.now() - expiry.retentionMs).toISOString());
  await removeAll(daysAgo(retention[expiry.retention]!));
  const cutoffs = await readCutoffs(store, { kind: expiry.retention, retention, ownOnly: true });
  const rows = cutoffs.map(({ organizationId, cutoff }) => expiredRows(expiry, cutoff, organizationId));
  await runRoundRobin(rows, signal, (isExpired) => removeBatch(store, expiry, isExpired));
}

/** SQL condition of the expired rows of all organizations, or of one. */
function expiredRows({ column, status, kind }: Expiry, cutoff: string, organizationId?: string): RawBuilder<boolean> {
  return sql<boolean>`${sql.ref(column)} <= ${cutoff}
    ${organizationId ? sql`and "organizationId" = ${organizationId}` : sql``}
    ${status ? sql`and "status" = ${status}` : sql``} ${kind ? sql`and "kind" = ${kind}` : sql``}`;
}

/** Removes some expired rows. Returns whether there were any. */
async function removeBatch(
  store: Store,
  { table, key, batchSize = 1000 }: Expiry,
  isExpired: RawBuilder<boolean>,
): Promise<boolean> {
  const expiredKeys = sql<{ key: string }>`select distinct ${sql.ref(key)} as "key" from ${sql.table(table)}
    where ${isExpired} limit ${batchSize}`;
  const keys = (await store.read.all(expiredKeys)).map((row) => row.key);
  if (keys.length === 0) return false;
  await store.transaction((tx) =>
    tx.read.all(sql`delete from ${sql.table(table)} where ${isExpired} and ${tx.read.inList(key, keys)}`),
  );
  return true;
}
