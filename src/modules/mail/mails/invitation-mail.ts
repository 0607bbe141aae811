import { layOutMail, type MailContent, nameInMail } from './layout.js';

/** An invitation into an organization. */
export interface InvitationMail {
  /** E-mail address of the invited person. */
  address: string;
  /** Title of the organization. */
  organization: string;
  /** Display name of the person who sent the invitation. */
  inviter: string;
  /** Base address of the server. */
  base: string;
}

/** Returns the mail for an invitation. Its link contains no secret: the person signs in as usual. */
export function invitationMail({ address, organization, inviter, base }: InvitationMail): MailContent {
  const { host } = new URL(base);
  const [title, name] = [nameInMail(organization), nameInMail(inviter)];
  return layOutMail({
    subject: `${name} invited you to ${title}`,
    paragraphs: [`${name} made you a member of ${title} on ${host}.`, `Sign in as ${address}.`],
    button: { label: 'Sign in', href: `${base}/login?${new URLSearchParams({ email: address })}` },
    closing: ['If you do not know this organization, ignore this mail.'],
  });
}
