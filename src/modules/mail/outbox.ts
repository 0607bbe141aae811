import { notFound } from '../../platform/base/errors.js';
import type { Mailbox } from '../../platform/config/mail-config.js';
import type { Row } from '../../platform/db/query/rows.js';
import type { Store } from '../../platform/db/write/store.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import { type MailBody, openBody } from './mail-body.js';
import { messageIdOf } from './message-id.js';

/** A mail in a list, without its body. */
export type ListedMail = Omit<Row<'Mail'>, 'body'>;

/** Reads the newest mails, at most `limit`. */
export function latestMails({ read, sql }: Store, limit: number): Promise<ListedMail[]> {
  const columns = [
    ...(['id', 'kind', 'organizationId', 'userId', 'address', 'subject'] as const),
    ...(['createdAt', 'sentAt', 'expiresAt'] as const),
  ] as const;
  const query = sql.selectFrom('Mail').select(columns).orderBy('createdAt', 'desc').orderBy('id', 'desc');
  return read.all(query.limit(limit));
}

/** A mail with its `Message-ID` and its decrypted body. */
export interface OpenedMail extends ListedMail {
  messageId: string;
  /** Null if the links in the mail have expired. */
  body: MailBody | null;
}

/**
 * Settings for reading mails: the sealer that decrypts bodies, and the sender address, which determines `messageId`.
 */
export interface MailOpener {
  sealer: Sealer;
  from: Mailbox;
}

/**
 * Reads a mail and decrypts its body.
 * @throws NOT_FOUND
 */
export async function openMail({ read, sql }: Store, id: string, { sealer, from }: MailOpener): Promise<OpenedMail> {
  const mail = await read.first(sql.selectFrom('Mail').selectAll().where('id', '=', id));
  if (!mail) throw notFound('mail', id);
  return { ...mail, messageId: messageIdOf(mail, from), body: openBody(sealer, mail) };
}
