import type { MailConfig } from '../../platform/config/mail-config.js';
import type { Row } from '../../platform/db/query/rows.js';
import { bufferUpdate } from '../../platform/db/write/change-rows.js';
import type { Store } from '../../platform/db/write/store.js';
import { FinalFailure, type JobKind, type JobRun } from '../../platform/jobs/job-kind.js';
import { MailRefused } from '../../platform/mail/failures.js';
import { createMailTransport, type MailTransport } from '../../platform/mail/transport.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import { type MailBody, openBody } from './mail-body.js';
import { messageIdOf } from './message-id.js';
import { sendKind } from './send-kind.js';

/** The connection to the mail server, and the sealer that decrypts the bodies of mails. */
export interface MailSender {
  transport: MailTransport;
  sealer: Sealer;
}

/** Creates the mail sender of a process. Returns null if `SMTP_URL` is not set. */
export function createMailSender(config: MailConfig, sealer: Sealer): MailSender | null {
  const transport = createMailTransport(config);
  return transport && { transport, sealer };
}

/**
 * Maximum number of attempts to send a mail. The last attempt is about seven hours after the first, so a mail is sent
 * even after the mail server was down for some hours.
 */
const attempts = 8;

/**
 * Returns the job kind that sends a mail. The lease of a job prevents a second process from sending the same mail. If a
 * process stops after it sent the mail but before it stored `sentAt`, the next attempt sends the mail again, with the
 * same `Message-ID`.
 */
export function sendMailKind(store: Store, sender: MailSender): JobKind {
  return {
    name: sendKind.kind,
    attempts,
    run: (payload, run) => sendMail(store, sender, { id: (payload as { id: string }).id, run }),
  };
}

/** Id of a mail to send, and the attempt of the job that sends it. */
interface Sending {
  id: string;
  run: JobRun;
}

/** Sends a mail, unless it was already sent, was removed, or its links have expired. */
async function sendMail(store: Store, { transport, sealer }: MailSender, { id, run }: Sending): Promise<void> {
  const mail = await store.read.first(store.sql.selectFrom('Mail').selectAll().where('id', '=', id));
  const body = mail && mail.sentAt === null ? openBody(sealer, mail) : null;
  if (!body) return;
  run.signal.throwIfAborted();
  await deliver(transport, { mail: mail!, body, signal: run.signal });
  await store.transaction(async (tx) =>
    bufferUpdate(tx, { table: 'Mail', where: { id }, set: { sentAt: new Date() } }),
  );
}

/** A mail, its body, and the signal that aborts the attempt. */
interface Delivery {
  mail: Row<'Mail'>;
  body: MailBody;
  signal: AbortSignal;
}

async function deliver(transport: MailTransport, { mail, body, signal }: Delivery): Promise<void> {
  const { address: to, subject } = mail;
  try {
    await transport.send({ messageId: messageIdOf(mail, transport.from), to, subject, ...body }, signal);
  } catch (error) {
    if (error instanceof MailRefused) throw new FinalFailure(error.code, error.message);
    throw error;
  }
}
