import type { Secrets } from './sealed.js';
import { equalsSignature, signatureOf } from './signatures.js';

/** A person, and the kinds of notifications that a link turns off. */
export interface UnsubscribeLink {
  userId: string;
  kinds: readonly string[];
}

/** Returns a link that turns off mails without a sign-in (RFC 8058). It does not expire. */
export function unsubscribeLink(base: string, secret: string, link: UnsubscribeLink): string {
  const query = { user: link.userId, kinds: link.kinds.join(','), signature: signatureOf(secret, signedParts(link)) };
  return `${base}/mail/unsubscribe?${new URLSearchParams(query)}`;
}

/**
 * Checks the query of an unsubscribe link; returns null if this server did not sign it. Links in mails stay valid after
 * a change of the secret, as long as the previous one is configured.
 */
export function openUnsubscribeLink({ current, previous }: Secrets, query: unknown): UnsubscribeLink | null {
  const given = query as Record<string, unknown>;
  const text = (name: string): string => (typeof given[name] === 'string' ? given[name] : '');
  const link = { userId: text('user'), kinds: text('kinds').split(',') };
  const isSignedWith = (secret: string | null): boolean =>
    secret !== null && equalsSignature(text('signature'), signatureOf(secret, signedParts(link)));
  return isSignedWith(current) || isSignedWith(previous) ? link : null;
}

function signedParts({ userId, kinds }: UnsubscribeLink): string[] {
  return ['unsubscribe', userId, ...kinds];
}
