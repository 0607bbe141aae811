import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { findMembers } from '../users/find-members.js';
import { parseCustomRule } from './custom-rule.js';
import type { Rule, RuleSet } from './merge-rule-types.js';

/** New and stored merge rules of an organization, or of one of its spaces. */
export interface NewRules {
  organizationId: string;
  given: Json | undefined;
  stored: Json;
}

/**
 * Checks new merge rules. Users in them must be members of the organization, or be in the stored rules. Expressions in
 * them must be valid.
 * @throws BAD_USER_INPUT that names the position of the invalid rule
 */
export async function checkRules({ tx }: UnitOfWork, { organizationId, given, stored }: NewRules): Promise<void> {
  const rules = rulesOf(given);
  for (const [index, rule] of rules.entries()) checkExpression(rule, `mergeRules.rules[${index}].expression`);
  const storedUsers = new Set(rulesOf(stored).flatMap(usersOf));
  const named = [...new Set(rules.flatMap(usersOf))].filter((user) => !storedUsers.has(user));
  if (named.length === 0) return;
  const members = await findMembers(tx, organizationId, { ids: named });
  for (const [index, rule] of rules.entries()) {
    const position = usersOf(rule).findIndex((user) => !storedUsers.has(user) && !members.has(user));
    if (position >= 0) throw noMemberError(`mergeRules.rules[${index}].users[${position}]`, usersOf(rule)[position]!);
  }
}

function checkExpression({ rule, expression }: Rule, field: string): void {
  if (rule !== 'custom') return;
  const parsed = parseCustomRule(expression ?? '');
  if ('fault' in parsed) throw badInput(field, `\`${field}\` must be an expression: ${parsed.fault}`);
}

const rulesOf = (stored: Json | undefined): Rule[] => ((stored ?? {}) as unknown as RuleSet).rules ?? [];

const usersOf = ({ users }: Rule): string[] => users ?? [];

function noMemberError(field: string, got: string) {
  return badInput(field, `\`${field}\` must be the id of a member of the organization (got ${JSON.stringify(got)})`);
}
