import { equalsSignature, signatureOf } from './signatures.js';

/** An e-mail address to verify for a user. */
export interface Verification {
  userId: string;
  email: string;
}

/** Number of milliseconds that a verification link is valid: a day. */
export const verificationLifetimeMs = 86_400_000;

/** Returns a link that is valid for a day. Opening it proves that the user receives e-mail at the address. */
export function verificationLink(base: string, secret: string, verification: Verification): string {
  const { userId, email } = verification;
  const expires = String(Date.now() + verificationLifetimeMs);
  const signature = signatureOf(secret, signedParts(verification, expires));
  return `${base}/verify-email?${new URLSearchParams({ user: userId, email, expires, signature })}`;
}

/** Checks the query of a verification link; returns null if this server did not sign it or it has expired. */
export function openVerification(secret: string, query: unknown, now = Date.now()): Verification | null {
  const given = query as Record<string, unknown>;
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const verification = { userId: text('user'), email: text('email') };
  const expires = text('expires');
  const genuine = equalsSignature(text('signature'), signatureOf(secret, signedParts(verification, expires)));
  return genuine && now < Number(expires) ? verification : null;
}

/** Returns the signed texts. They include the address, so that a link to a former address of the user is invalid. */
function signedParts({ userId, email }: Verification, expires: string): string[] {
  return ['verify-email', userId, email, expires];
}
