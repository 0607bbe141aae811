import type { Row } from '../../platform/db/query/rows.js';
import type { Sealer } from '../../platform/secrets/sealed.js';
import type { MailContent } from './mails/layout.js';

/** Body of a mail. */
export type MailBody = Pick<MailContent, 'text' | 'html'>;

/** Seals a body. It may hold a link that signs a person in. */
export function sealBody(sealer: Sealer, { text, html }: MailBody): string {
  return sealer.seal('mail-body', JSON.stringify({ text, html }));
}

/** Opens the body of a mail; returns null if its links have ended. */
export function openBody(
  sealer: Sealer,
  { body, expiresAt }: Pick<Row<'Mail'>, 'body' | 'expiresAt'>,
): MailBody | null {
  const hasEnded = expiresAt !== null && new Date(expiresAt).getTime() <= Date.now();
  return body === null || hasEnded ? null : (JSON.parse(sealer.open('mail-body', body)) as MailBody);
}
