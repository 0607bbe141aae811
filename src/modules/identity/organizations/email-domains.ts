import { badInput } from '../../../platform/base/errors.js';
import { normalizeDomain } from '../users/email-domain.js';

/** Maximum number of e-mail domains of one organization. */
const maxDomains = 100;

/**
 * Returns e-mail domains as they are stored: in normal form, without duplicates.
 * @throws BAD_USER_INPUT for more than 100, and for an invalid e-mail domain
 */
export function checkedDomains(domains: readonly string[]): string[] {
  if (domains.length > maxDomains)
    throw badInput('emailDomains', `\`emailDomains\` must have at most ${maxDomains} items (got ${domains.length})`);
  return [...new Set(domains.map(checkedDomain))];
}

function checkedDomain(text: string, index: number): string {
  const domain = normalizeDomain(text);
  if (domain) return domain;
  const field = `emailDomains[${index}]`;
  throw badInput(field, `\`${field}\` must be a domain of e-mail addresses (got ${JSON.stringify(text)})`);
}
