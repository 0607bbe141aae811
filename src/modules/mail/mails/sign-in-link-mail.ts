import { layOutMail, type MailContent } from './layout.js';

/** A link that signs a person in. */
export interface SignInLink {
  /** E-mail address of the person whom the link signs in. */
  address: string;
  /** The link; valid once, for ten minutes. */
  link: string;
  /** Base address of the server. */
  base: string;
}

/** Returns the mail with a sign-in link. */
export function signInLinkMail({ address, link, base }: SignInLink): MailContent {
  const { host } = new URL(base);
  return layOutMail({
    subject: `Sign in to ${host}`,
    paragraphs: [
      `Someone asked to sign in to ${host} as ${address}.`,
      'The link works once, for ten minutes. Do not pass it on.',
    ],
    button: { label: 'Sign in', href: link },
    closing: ['If this was not you, ignore this mail. Nobody is signed in without the link.'],
  });
}
