import { newId } from '../../platform/base/ids.js';
import { bufferInsertIfFew } from '../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../platform/db/write/transaction.js';
import { enqueueAll } from '../../platform/jobs/enqueue.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import { type MailBody, sealBody } from './mail-body.js';
import type { MailContent } from './mails/layout.js';
import { sendKind } from './send-kind.js';

/** Kind of a mail. */
type MailKind = 'invitation' | 'notification' | 'signInLink' | 'verification';

/** A mail to send to one person. */
export interface NewMail extends MailContent, Pick<MailBody, 'unsubscribe'> {
  kind: MailKind;
  /** E-mail address of the recipient. */
  address: string;
  /** Recipient; null if the address has no user. */
  userId: string | null;
  /** Organization that the mail is about; null for mails about the account. */
  organizationId: string | null;
  /** Time when the links in the mail expire; null if they contain no secret. A mail is not sent after this time. */
  expiresAt: Date | null;
}

/** The transaction that stores mails, and the sealer that encrypts their bodies. */
export interface MailQueue {
  tx: Transaction;
  sealer: Sealer;
}

/**
 * Stores a mail in the outbox and adds the job that sends it, in the transaction of the caller. The job waits for a
 * process that has `SMTP_URL`, for at most a day.
 * @returns the id of the mail
 */
export async function queueMail(queue: MailQueue, mail: NewMail): Promise<string> {
  const [id] = await queueMails(queue, [mail]);
  return id!;
}

/** Stores several mails as `queueMail` does, with one statement for every few hundred mails. Returns their ids. */
export async function queueMails({ tx, sealer }: MailQueue, mails: readonly NewMail[]): Promise<string[]> {
  if (mails.length === 0) return [];
  const createdAt = new Date();
  const rows = mails.map(({ text, html, unsubscribe, ...mail }) => ({
    ...{ id: newId('Mail'), ...mail, createdAt },
    body: sealBody(sealer, { text, html, unsubscribe }),
  }));
  await bufferInsertIfFew(tx, { table: 'Mail', rows });
  const jobs = rows.map(({ id, organizationId }) => ({ ...sendKind, payload: { id }, organizationId }));
  await enqueueAll(tx, jobs);
  return rows.map(({ id }) => id);
}
