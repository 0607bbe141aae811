import { updateComputedJob } from '../modules/content/computed/update-computed-actions.js';
import { contentGarbageCollection } from '../modules/content/content-garbage-collection/collect-content.js';
import { conversationJobs } from '../modules/conversations/analyse.js';
import { type LinkSender, sendLinkJob } from '../modules/identity/sign-in/sign-in-link.js';
import { eraseUsersKind } from '../modules/lifecycle/erasures/erase-job.js';
import { organizationPurge } from '../modules/lifecycle/organizations/removal-actions.js';
import { spacePurge } from '../modules/lifecycle/purges/purge-actions.js';
import { expireEventsKind } from '../modules/lifecycle/retention/expire-events.js';
import { expireRevisionsKind } from '../modules/lifecycle/retention/expire-revisions.js';
import { expiryKinds } from '../modules/lifecycle/retention/expiries.js';
import { expireBodiesKind } from '../modules/mail/expire-bodies.js';
import { type MailSender, sendMailKind } from '../modules/mail/send-mail.js';
import { type NotificationSender, sendNotificationsJob } from '../modules/notifications/send-notifications.js';
import { refreshKind, specificationJobs } from '../modules/specifications/job-kinds.js';
import { translationJobs } from '../modules/translations/job-kinds.js';
import { translatorOf } from '../modules/translations/translator-of.js';
import type { Ai } from '../platform/ai/ai.js';
import { backupJob } from '../platform/backup/schedule/backup-job.js';
import type { BackupConfig } from '../platform/config/backup-config.js';
import { defaultRetention, type RetentionConfig } from '../platform/config/retention-config.js';
import type { Store } from '../platform/db/write/store.js';
import type { JobKind } from '../platform/jobs/job-kind.js';
import type { Schedule } from '../platform/jobs/schedules.js';
import type { Outbound } from '../platform/outbound/outbound.js';

/** Dependencies of the jobs. */
export interface JobParts {
  store: Store;
  /** Client for requests to other hosts. */
  outbound: Outbound;
  /** AI service that computes embeddings and generates text; absent or null if none is configured. */
  ai?: Ai | null;
  /**
   * Function that sends mails; absent or null if no mail server is configured. This process then runs no jobs that send
   * mails.
   */
  mail?: MailSender | null;
  /** Maximum number of days that rows are kept, by kind; by default that of a server without settings. */
  retention?: RetentionConfig;
  /** Secrets and base URL for the links in mails; absent in processes that create no mails. */
  links?: Omit<LinkSender & NotificationSender, 'store'>;
  /** Configuration of backups; absent in processes that make none. */
  backup?: BackupConfig;
}

/** Returns the job kinds of all modules that this process can run. */
export function jobKinds(parts: JobParts): JobKind[] {
  const { store, outbound, ai = null, mail = null, links, backup } = parts;
  const specifications = specificationJobs({ store, fetch: outbound.specification });
  const conversations = conversationJobs({ store, ai });
  const translations = translationJobs({ store, translator: translatorOf(ai) });
  const removals = [
    spacePurge(store),
    organizationPurge(store),
    contentGarbageCollection(store),
    ...retentionKinds(store, parts.retention ?? defaultRetention),
  ];
  const mails = [
    // Without a mail server in this process, these jobs wait for a process that has one.
    ...(mail ? [sendMailKind(store, mail)] : []),
    expireBodiesKind(store),
    ...(links ? [sendLinkJob({ store, ...links }), sendNotificationsJob({ store, ...links })] : []),
    ...(links ? [eraseUsersKind({ store, sealer: links.sealer })] : []),
  ];
  const backups = backup?.everyMs === undefined ? [] : [backupJob(backup)];
  return [
    ...[...specifications, updateComputedJob(store), ...conversations, ...translations],
    ...[...mails, ...removals, ...backups],
  ];
}

/** Returns the kinds of jobs that remove rows whose retention is over. */
function retentionKinds(store: Store, retention: RetentionConfig): JobKind[] {
  return [...expiryKinds(store, retention), expireEventsKind(store, retention), expireRevisionsKind(store, retention)];
}

const minute = 60_000;
const hour = 60 * minute;

/** Jobs that run at intervals, in milliseconds. */
export const schedules: readonly Schedule[] = [
  { kind: refreshKind, every: 5 * minute },
  { kind: 'mailBodies.expire', every: 5 * minute },
  { kind: 'spaces.purge', every: hour },
  { kind: 'organizations.purge', every: hour },
  { kind: 'content.sweep', every: 24 * hour },
  { kind: 'idempotencyKeys.expire', every: hour },
  { kind: 'accessTokens.expire', every: 24 * hour },
  { kind: 'samlLogins.expire', every: hour },
  { kind: 'signInLinks.expire', every: hour },
  { kind: 'linkRequests.expire', every: hour },
  { kind: 'oidcLogins.expire', every: hour },
  { kind: 'pdfs.expire', every: 6 * hour },
  { kind: 'mails.expire', every: 24 * hour },
  { kind: 'mailJobs.expire', every: hour },
  { kind: 'jobs.expire', every: 24 * hour },
  { kind: 'events.expire', every: 24 * hour },
  { kind: 'revisions.expire', every: 24 * hour },
  { kind: 'fieldUses.expire', every: 24 * hour },
  { kind: 'rateWindows.expire', every: hour },
];
