import { isGenuine, signatureOf } from './signatures.js';

/** An e-mail address that is to be shown to be a user's. */
export interface Verification {
  userId: string;
  email: string;
}

const day = 86_400_000;

/** The address that shows, within a day, that whoever opens it reads mail to the user's address. */
export function verificationLink(base: string, secret: string, verification: Verification): string {
  const { userId, email } = verification;
  const expires = String(Date.now() + day);
  const signature = signatureOf(secret, partsOf(verification, expires));
  return `${base}/verify-email?${new URLSearchParams({ user: userId, email, expires, signature })}`;
}

/** Checks the query of such an address; null where it was not signed by this server or is out of time. */
export function openVerification(secret: string, query: unknown, now = Date.now()): Verification | null {
  const given = query as Record<string, unknown>;
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const verification = { userId: text('user'), email: text('email') };
  const expires = text('expires');
  const genuine = isGenuine(text('signature'), signatureOf(secret, partsOf(verification, expires)));
  return genuine && now < Number(expires) ? verification : null;
}

/** The address is part of it: a link to one that the user had before is worth nothing. */
function partsOf({ userId, email }: Verification, expires: string): string[] {
  return ['verify-email', userId, email, expires];
}
