import type { Sealer } from '../../../platform/secrets/sealed.js';
import { type Verification, verificationLifetimeMs } from '../../../platform/secrets/verification-link.js';
import { verificationMail } from '../../mail/mails/verification-mail.js';
import { queueMail } from '../../mail/queue-mail.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';

/** The operator, with the sealer that encrypts mails and the base address of the server. */
type MailingOperator = Actor & { sealer: Sealer; base: string };

/**
 * Queues the mail with the link that verifies an address.
 * @returns the id of the mail
 */
export function mailVerification(
  actor: MailingOperator,
  { userId, email: address }: Verification,
  link: string,
): Promise<string> {
  const { sealer, base } = actor;
  return runAction(actor, ({ tx, at }) => {
    const expiresAt = new Date(at.getTime() + verificationLifetimeMs);
    const mail = { kind: 'verification', address, userId, organizationId: null, expiresAt } as const;
    return queueMail({ tx, sealer }, { ...mail, ...verificationMail({ address, link, base }) });
  });
}
