import type { Row } from '../../platform/db/query/rows.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import type { MailContent } from './mails/layout.js';

/** Body of a mail, before it is encrypted. */
export interface MailBody extends Pick<MailContent, 'text' | 'html'> {
  /** Address for the header `List-Unsubscribe`; absent for mails that cannot be turned off. */
  unsubscribe?: string;
}

/** Encrypts the body of a mail, because it may contain a link that signs a person in. */
export function sealBody(sealer: Sealer, { text, html, unsubscribe }: MailBody): string {
  return sealer.seal('mail-body', JSON.stringify({ text, html, unsubscribe }));
}

/** Decrypts the body of a mail. Returns null if its links have expired. */
export function openBody(
  sealer: Sealer,
  { body, expiresAt }: Pick<Row<'Mail'>, 'body' | 'expiresAt'>,
): MailBody | null {
  const hasExpired = expiresAt !== null && new Date(expiresAt).getTime() <= Date.now();
  return body === null || hasExpired ? null : (JSON.parse(sealer.open('mail-body', body)) as MailBody);
}
