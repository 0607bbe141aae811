import { requireRecentSignIn } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import { jsonText } from '../../../platform/db/query/json.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { checkRules } from '../merge-rule-settings/check-rules.js';
import { checkedDomains } from './email-domains.js';

/** Changes of an organization's settings. Absent fields are unchanged. */
export interface OrganizationChanges {
  title?: string | null;
  emailDomains?: string[] | null;
  hostname?: string | null;
  defaultRole?: string | null;
  /** The site that the organization shows first; null for none. */
  defaultContent?: { type: string; site: string } | null;
  logo?: string | null;
  sso?: boolean | null;
  ai?: boolean | null;
  inviteLinks?: boolean | null;
  mergeRules?: Json;
  /** Maximum age of access tokens, in days; null for no limit. */
  maxTokenDays?: number | null;
}

/**
 * Changes an organization's settings. E-mail domains are stored in normal form.
 * @throws NOT_FOUND; FORBIDDEN, also with the reason SIGN_IN_TOO_OLD
 * @throws BAD_USER_INPUT for a default site that is not in the organization, an invalid e-mail domain, and invalid
 * merge rules
 */
export function updateOrganization(actor: Actor, id: string, given: OrganizationChanges): Promise<void> {
  const changes = given.emailDomains ? { ...given, emailDomains: checkedDomains(given.emailDomains) } : given;
  return runAction(actor, async (unit) => {
    const { mergeRules: stored } = await lockTarget(unit, 'Organization', id, 'organization.update');
    if (changesSignIn(given)) requireRecentSignIn(unit.viewer, 'organization.update');
    await checkRules(unit, { organizationId: id, given: changes.mergeRules, stored });
    const { defaultContent, emailDomains, mergeRules, ...columns } = changes;
    const texts = { emailDomains: jsonText(emailDomains), mergeRules: jsonText(mergeRules) };
    const set = { ...columns, ...texts, ...(await defaultSiteColumn(unit, id, defaultContent)), updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Organization', where: { id }, set });
    unit.record({
      organizationId: id,
      action: 'updateOrganizationById',
      targetId: id,
      changes: omitUndefined(changes) as { [name: string]: Json },
    });
  });
}

/** Reports whether a change affects the access of users to the organization, or their rights there. */
function changesSignIn({ sso, emailDomains, defaultRole, maxTokenDays }: OrganizationChanges): boolean {
  return [sso, emailDomains, defaultRole, maxTokenDays].some((change) => change !== undefined);
}

async function defaultSiteColumn(
  { tx }: UnitOfWork,
  organizationId: string,
  content: OrganizationChanges['defaultContent'],
): Promise<object> {
  if (content === undefined) return {};
  if (content === null) return { defaultSiteId: null };
  const query = tx.read.sql
    .selectFrom('Site')
    .select('id')
    .where('id', '=', content.site)
    .where('organizationId', '=', organizationId);
  if (!(await tx.read.first(query))) {
    throw badInput(
      'defaultContent.site',
      `\`defaultContent.site\` must be a site of the organization (got ${JSON.stringify(content.site)})`,
    );
  }
  return { defaultSiteId: content.site };
}
