import { layOutMail, type MailContent } from './layout.js';

/** A link that verifies an e-mail address. */
export interface VerificationMail {
  address: string;
  /** Link from `platform/secrets/verification-link.ts`; valid for a day. */
  link: string;
  /** Base address of the server. */
  base: string;
}

/** Returns the mail with the link that verifies an e-mail address. */
export function verificationMail({ address, link, base }: VerificationMail): MailContent {
  const { host } = new URL(base);
  return layOutMail({
    subject: `Confirm your e-mail address for ${host}`,
    paragraphs: [`Confirm that ${address} is your e-mail address on ${host}.`, 'The link works for a day.'],
    button: { label: 'Confirm the address', href: link },
    closing: ['If you have no account there, ignore this mail.'],
  });
}
