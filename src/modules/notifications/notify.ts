import { newId } from '../../platform/base/ids.js';
import { bufferInsertIfFew } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueueLater } from '../../platform/jobs/enqueue.js';
import type { NotificationKind } from './kinds.js';
import { sendNotificationsKind } from './send-kind.js';

/**
 * Delay in milliseconds between the first notification of a person and the mail. The mail contains all notifications of
 * that time.
 */
export const mailDelayMs = 300_000;

/** An event, and the person who caused it. */
export interface Cause {
  organizationId: string;
  kind: NotificationKind;
  actorId: string;
  at: Date;
}

/** A recipient, and the object that the notification is about. */
export interface NotifiedUser {
  userId: string;
  objectId: string;
}

/**
 * Stores notifications and adds the jobs that mail them, in the transaction of their cause. This takes two statements
 * for every few hundred notifications. The actor is not notified. The job checks permissions and settings when it
 * creates the mail.
 */
export async function notify(
  tx: Transaction,
  { at: createdAt, ...cause }: Cause,
  users: readonly NotifiedUser[],
): Promise<void> {
  const others = users.filter(({ userId }) => userId !== cause.actorId);
  if (others.length === 0) return;
  const rows = others.map((user) => ({ id: newId('Notification'), ...cause, ...user, createdAt }));
  await bufferInsertIfFew(tx, { table: 'Notification', rows });
  const { organizationId } = cause;
  const runAt = new Date(createdAt.getTime() + mailDelayMs);
  const recipients = [...new Set(others.map(({ userId }) => userId))];
  await enqueueLater(
    tx,
    recipients.map((userId) => ({
      ...{ kind: sendNotificationsKind, organizationId, payload: { organizationId, userId }, runAt },
      key: `notifications:${organizationId}:${userId}`,
    })),
  );
}
