import { sendLinkKind } from '../../modules/identity/sign-in/sign-in-link.js';
import { sendKind } from '../../modules/mail/send-kind.js';
import { sendNotificationsKind } from '../../modules/notifications/send-kind.js';
import type { RowFilters, StoredRow } from '../../platform/backup/restore/filter-part.js';
import { backupKind } from '../../platform/backup/schedule/backup-job.js';

/** Kinds of jobs that send mails, or create mails to send. */
const mailKinds: readonly unknown[] = [sendKind.kind, sendNotificationsKind, sendLinkKind];

const never = () => false;

/**
 * Returns functions that select the rows that a restore writes.
 *
 * Sessions and unfinished sign-ins are not restored, because people may have signed out since. Jobs and notifications
 * that send mails are restored only with `sendsMails`: the server has probably sent the mails after the backup.
 */
export function restoredRows({ sendsMails }: { sendsMails: boolean }): RowFilters {
  const sessions = new Set<unknown>();
  const isKeptToken = ({ id, issuer }: StoredRow): boolean => {
    if (issuer === 'session') sessions.add(id);
    return issuer !== 'session';
  };
  // The backup contains the running job that made it.
  const isKeptJob = ({ kind }: StoredRow): boolean => kind !== backupKind && (sendsMails || !mailKinds.includes(kind));
  return {
    Job: isKeptJob,
    AccessToken: isKeptToken,
    // Tokens are restored first.
    BlockedToken: ({ tokenId }) => !sessions.has(tokenId),
    SignInLink: never,
    SamlLogin: never,
    OidcLogin: never,
    ...(!sendsMails && { Notification: never }),
  };
}
