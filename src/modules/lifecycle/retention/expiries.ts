import { sql } from 'kysely';
import type { Store } from '../../../platform/db/write/store.js';
import type { JobKind } from '../../../platform/jobs/job-kind.js';
import { sendLinkKind } from '../../identity/sign-in/sign-in-link.js';
import { sendKind } from '../../mail/send-kind.js';
import { pdfLifetimeMs } from '../../pdf/pdf-store.js';

const hour = 3_600_000;
const day = 24 * hour;

/** A table with rows that expire. */
type ExpiringTable =
  | ('IdempotencyKey' | 'AccessToken' | 'SamlLogin' | 'OidcLogin' | 'SignInLink')
  | ('RenderedPdf' | 'Mail' | 'Job' | 'FieldUse' | 'RateWindow');

/** Rows that are removed a fixed time after the time in one of their columns. */
interface Expiry {
  table: ExpiringTable;
  /** Column that selects the rows to delete. Several rows may have the same value. */
  key: string;
  /** `column` holds the start of the retention; `retentionMs` is its length in milliseconds. */
  column: string;
  retentionMs: number;
  /** Maximum number of keys that one transaction removes; 1,000 unless rows are large. */
  batchSize?: number;
  /** If set, only rows with this status expire. */
  status?: string;
  /** If set, only jobs of this kind expire. */
  kind?: string;
}

/** Expiries by the kind of the job that removes the rows. */
const expiries: Readonly<Record<string, Expiry>> = {
  'idempotencyKeys.expire': { table: 'IdempotencyKey', key: 'hash', column: 'expiresAt', retentionMs: 0 },
  // For a while, users can still see which token has expired.
  'accessTokens.expire': { table: 'AccessToken', key: 'id', column: 'expiresAt', retentionMs: 30 * day },
  'samlLogins.expire': { table: 'SamlLogin', key: 'id', column: 'expiresAt', retentionMs: 0 },
  'signInLinks.expire': { table: 'SignInLink', key: 'hash', column: 'expiresAt', retentionMs: 0 },
  'oidcLogins.expire': { table: 'OidcLogin', key: 'id', column: 'expiresAt', retentionMs: 0 },
  'pdfs.expire': { table: 'RenderedPdf', key: 'hash', column: 'createdAt', retentionMs: pdfLifetimeMs, batchSize: 1 },
  'mails.expire': { table: 'Mail', key: 'id', column: 'createdAt', retentionMs: 30 * day },
  // The payload is an e-mail address that anyone may have typed.
  'linkRequests.expire': {
    table: 'Job',
    key: 'id',
    column: 'finishedAt',
    retentionMs: 0,
    status: 'done',
    kind: sendLinkKind,
  },
  // Jobs that no process with a mail server took for a day. Jobs that wait for a retry are not among them, because they
  // wait only for hours.
  'mailJobs.expire': {
    table: 'Job',
    key: 'id',
    column: 'runAt',
    retentionMs: day,
    status: 'waiting',
    kind: sendKind.kind,
  },
  'fieldUses.expire': { table: 'FieldUse', key: 'day', column: 'day', retentionMs: 400 * day, batchSize: 10 },
  // Windows end by the clock of the database, which may be slow.
  'rateWindows.expire': { table: 'RateWindow', key: 'hash', column: 'endsAt', retentionMs: hour },
  // Jobs that were given up stay until they are replayed or removed.
  'jobs.expire': { table: 'Job', key: 'id', column: 'finishedAt', retentionMs: 7 * day, status: 'done' },
};

/** Returns the kinds of jobs that remove expired rows. */
export function expiryKinds(store: Store): JobKind[] {
  return Object.entries(expiries).map(([name, expiry]) => ({
    name,
    run: (_payload, { signal }) => removeExpired(store, expiry, signal),
  }));
}

/** Removes expired rows in short transactions. Starts no transaction if no row has expired. */
async function removeExpired(store: Store, expiry: Expiry, signal: AbortSignal): Promise<void> {
  const { table, key, column, retentionMs, batchSize = 1000, status, kind } = expiry;
  const end = new Date(Date.now() - retentionMs).toISOString();
  const isExpired = sql<boolean>`${sql.ref(column)} <= ${end}
    ${status ? sql`and "status" = ${status}` : sql``} ${kind ? sql`and "kind" = ${kind}` : sql``}`;
  const { read } = store;
  for (;;) {
    signal.throwIfAborted();
    const expiredKeys = sql<{ key: string }>`select distinct ${sql.ref(key)} as "key" from ${sql.table(table)}
      where ${isExpired} limit ${batchSize}`;
    const keys = (await read.all(expiredKeys)).map((row) => row.key);
    if (keys.length === 0) return;
    await store.transaction((tx) =>
      tx.read.all(sql`delete from ${sql.table(table)} where ${isExpired} and ${tx.read.inList(key, keys)}`),
    );
  }
}
