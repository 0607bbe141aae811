import { badInput } from '../../../platform/base/errors.js';
import { normalDomain } from '../users/email-domain.js';

/** Domains that one organization takes at most. */
const mostDomains = 100;

/**
 * The e-mail domains of an organization as they are kept: each in its one form and once.
 * @throws BAD_USER_INPUT for more than 100 and for what is no domain that mail goes to.
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
