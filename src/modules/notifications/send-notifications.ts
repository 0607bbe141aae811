import type { Queries } from '../../platform/db/query/queries.js';
import type { Store } from '../../platform/db/write/store.js';
import type { JobKind } from '../../platform/jobs/job-kind.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import { unsubscribeLink } from '../../platform/secrets/unsubscribe-link.js';
import { queueMail } from '../mail/queue-mail.js';
import { newsFor } from './news.js';
import { notificationMail } from './notification-mail.js';
import { findRecipient, type Membership } from './recipient.js';
import { sendNotificationsKind } from './send-kind.js';
import type { StoredNotification } from './subjects.js';

/** Dependencies of the job that creates mails from notifications. */
export interface NotificationSender {
  store: Store;
  sealer: Sealer;
  /** Signs the links that turn off mails. */
  secret: string;
  /** Base address of the server. */
  base: string;
}

/** Returns the job kind that combines the notifications of a person in an organization into one mail. */
export function sendNotificationsJob(sender: NotificationSender): JobKind {
  return { name: sendNotificationsKind, run: (payload) => send(sender, payload as unknown as Membership) };
}

/**
 * Deletes the notifications and queues the mail, in one transaction, so that a second attempt finds no notifications.
 * Notifications that are stored in the meantime have their own job.
 */
function send({ store, sealer, secret, base }: NotificationSender, membership: Membership): Promise<void> {
  return store.transaction(async (tx) => {
    const notifications = await takeNotifications(tx.read, membership);
    const recipient = notifications.length > 0 ? await findRecipient(tx.read, membership) : null;
    if (!recipient) return;
    const news = await newsFor(tx.read, recipient, notifications);
    if (news.length === 0) return;
    const { organizationId, userId } = membership;
    const linkFor = (kinds: readonly string[]): string => unsubscribeLink(base, secret, { userId, kinds });
    const content = notificationMail({ organization: recipient.organizationTitle, news, base, linkFor });
    const { address } = recipient;
    await queueMail(
      { tx, sealer },
      { kind: 'notification', address, userId, organizationId, expiresAt: null, ...content },
    );
  });
}

/** Deletes the notifications of a person in an organization. Returns them, oldest first. */
async function takeNotifications(read: Queries, membership: Membership): Promise<StoredNotification[]> {
  const { organizationId, userId } = membership;
  const deletion = read.sql
    .deleteFrom('Notification')
    .where('userId', '=', userId)
    .where('organizationId', '=', organizationId);
  const rows = await read.all(deletion.returning(['id', 'kind', 'objectId', 'actorId']));
  return rows.sort((one, other) => (one.id < other.id ? -1 : 1)) as StoredNotification[];
}
