import { domainToASCII } from 'node:url';

/**
 * Characters that a domain may contain before normalization: letters, digits and hyphens of any script, and the dots of
 * IDNA. The pattern excludes characters that a URL parser would interpret.
 */
const allowedCharacters = /^[\p{L}\p{M}\p{N}\-.\u3002\uff0e\uff61]+$/u;

/** One label of a domain, in ASCII. */
const label = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

/**
 * Returns the normal form of a domain: ASCII (IDNA for other scripts), lower case, without a dot at the end.
 * @returns null for an invalid e-mail domain: without a dot, an IP address, a malformed label, over 253 characters
 */
export function normalizeDomain(text: string): string | null {
  if (!allowedCharacters.test(text)) return null;
  const domain = domainToASCII(text).replace(/\.$/, '');
  const labels = domain.split('.');
  if (domain.length > 253 || labels.length < 2 || !labels.every((part) => label.test(part))) return null;
  return /^\d+$/.test(labels.at(-1)!) ? null : domain;
}

/** Returns the domain of an e-mail address in normal form; null if it is invalid, or if the address has several `@`. */
export function emailDomainOf(email: string): string | null {
  const [local, domain, ...otherParts] = email.split('@');
  return local && domain && otherParts.length === 0 ? normalizeDomain(domain) : null;
}
