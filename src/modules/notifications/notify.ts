import { newId } from '../../platform/base/ids.js';
import { bufferInsertIfFew } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueueLater } from '../../platform/jobs/enqueue.js';
import type { NotificationKind } from './kinds.js';
import { sendNotificationsKind } from './send-kind.js';

/** Milliseconds for which notifications of a person are gathered in one mail. */
export const gatherMs = 300_000;

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
 * Writes notifications in the transaction of their cause, with two statements for some hundred of them. The actor gets
 * none. The job reads rights and settings when it makes the mail.
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
  const runAt = new Date(createdAt.getTime() + gatherMs);
  const recipients = [...new Set(others.map(({ userId }) => userId))];
  await enqueueLater(
    tx,
    recipients.map((userId) => ({
      ...{ kind: sendNotificationsKind, organizationId, payload: { organizationId, userId }, runAt },
      key: `notifications:${organizationId}:${userId}`,
    })),
  );
}
