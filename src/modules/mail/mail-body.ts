import type { Row } from '../../platform/db/query/rows.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import type { MailContent } from './mails/layout.js';

/** Body of a mail. */
export interface MailBody extends Pick<MailContent, 'text' | 'html'> {
  /** Address for the header `List-Unsubscribe`; absent for mails that cannot be turned off. */
  unsubscribe?: string;
}

/** Seals a body. It may hold a link that signs a person in. */
export function sealBody(sealer: Sealer, { text, html, unsubscribe }: MailBody): string {
  return sealer.seal('mail-body', JSON.stringify({ text, html, unsubscribe }));
}

/** Opens the body of a mail; returns null if its links have ended. */
export function openBody(
  sealer: Sealer,
  { body, expiresAt }: Pick<Row<'Mail'>, 'body' | 'expiresAt'>,
): MailBody | null {
  const hasEnded = expiresAt !== null && new Date(expiresAt).getTime() <= Date.now();
  return body === null || hasEnded ? null : (JSON.parse(sealer.open('mail-body', body)) as MailBody);
}
