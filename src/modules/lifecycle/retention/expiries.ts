import type { RetentionConfig } from '../../../platform/config/retention-config.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { JobKind } from '../../../platform/jobs/job-kind.js';
import { sendLinkKind } from '../../identity/sign-in/sign-in-link.js';
import { sendKind } from '../../mail/send-kind.js';
import { type Expiry, removeExpired } from './remove-expired.js';

const hour = 3_600_000;
const day = 24 * hour;

/** Expiries by the kind of the job that removes the rows. */
const expiries: Readonly<Record<string, Expiry>> = {
  'idempotencyKeys.expire': { table: 'IdempotencyKey', key: 'hash', column: 'expiresAt', retentionMs: 0 },
  // For a while, users can still see which token has expired.
  'accessTokens.expire': { table: 'AccessToken', key: 'id', column: 'expiresAt', retentionMs: 30 * day },
  'samlLogins.expire': { table: 'SamlLogin', key: 'id', column: 'expiresAt', retentionMs: 0 },
  'signInLinks.expire': { table: 'SignInLink', key: 'hash', column: 'expiresAt', retentionMs: 0 },
  'oidcLogins.expire': { table: 'OidcLogin', key: 'id', column: 'expiresAt', retentionMs: 0 },
  'pdfs.expire': { table: 'RenderedPdf', key: 'hash', column: 'createdAt', retention: 'pdfs', batchSize: 1 },
  'mails.expire': { table: 'Mail', key: 'id', column: 'createdAt', retention: 'mails' },
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
  'jobs.expire': { table: 'Job', key: 'id', column: 'finishedAt', retention: 'jobs', status: 'done' },
};

/** Returns the kinds of jobs that remove expired rows. */
export function expiryKinds(store: Store, retention: RetentionConfig): JobKind[] {
  return Object.entries(expiries).map(([name, expiry]) => ({
    name,
    run: (_payload, { signal }) => removeExpired(store, expiry, { retention, signal }),
  }));
}
