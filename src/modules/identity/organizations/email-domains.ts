import { badInput } from '../../../platform/base/errors.js';
import { normalDomain } from '../users/email-domain.js';

/** Maximum number of e-mail domains of one organization. */
const mostDomains = 100;

/**
 * Returns e-mail domains as they are stored: in normal form, without duplicates.
 * @throws BAD_USER_INPUT for more than 100, and for an invalid e-mail domain
 */
export function checkedDomains(domains: readonly string[]): string[] {
  if (domains.length > mostDomains)
    throw badInput('emailDomains', `\`emailDomains\` must have at most ${mostDomains} items (got ${domains.length})`);
  return [...new Set(domains.map(checked))];
}

function checked(text: string, index: number): string {
  const domain = normalDomain(text);
  if (domain) return domain;
  const field = `emailDomains[${index}]`;
  throw badInput(field, `\`${field}\` must be a domain of e-mail addresses (got ${JSON.stringify(text)})`);
}
