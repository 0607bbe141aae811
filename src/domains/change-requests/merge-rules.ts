import { AppError } from '../../errors.js';
import type { Row } from '../../store/rows.js';
import type { Rule, RuleSet } from '../organizations/merge-rule-types.js';
import type { Act } from '../shared/act.js';
import { baseRevisionOf } from './targets.js';

/** What a change request is judged by. */
interface Case {
  space: Row<'Space'>;
  changeRequest: Row<'ChangeRequest'>;
}

/** The rules that need no review; every other rule needs one, so that until reviews are served it is never met. */
const isMet: Record<string, (given: Case) => boolean> = {
  require_up_to_date_change_request: ({ space, changeRequest }) => space.revisionId === baseRevisionOf(changeRequest),
  require_change_request_subject: ({ changeRequest }) => changeRequest.subject.trim() !== '',
  require_change_request_description: ({ changeRequest }) => changeRequest.description !== null,
};

/**
 * Holds a merge against the rules of its space, or of the organization where the space inherits them. Who may bypass
 * the rules is not held against them.
 * @throws CONFLICT naming the first rule that is not met.
 */
export async function requireMergeRules(
  under: Act,
  space: Row<'Space'>,
  changeRequest: Row<'ChangeRequest'>,
): Promise<void> {
  const rules = await mergeRulesOf(under, space);
  if (mayBypass(under, rules)) return;
  const unmet = rules.find(({ rule }) => rule !== 'allow_bypass' && !isMet[rule]?.({ space, changeRequest }));
  if (!unmet) return;
  throw new AppError('CONFLICT', `The merge rule ${unmet.rule} is not met by change request ${changeRequest.number}`, {
    reason: 'MERGE_RULE_UNMET',
  });
}

/**
 * Refuses what writes the head of a space itself where merge rules hold for it: they say how content comes there. Who may bypass
 * them does not need a change request.
 * @throws CONFLICT naming the rules.
 */
export async function requireDirectWrite(under: Act, space: Row<'Space'>): Promise<void> {
  const rules = await mergeRulesOf(under, space);
  if (rules.length === 0 || mayBypass(under, rules)) return;
  const names = rules.map(({ rule }) => rule).filter((rule) => rule !== 'allow_bypass');
  const message = `The space ${space.id} has merge rules (${names.join(', ')}): open a change request and merge it`;
  if (names.length > 0) throw new AppError('CONFLICT', message, { reason: 'MERGE_RULE_UNMET' });
}

function mayBypass({ actorId }: Act, rules: readonly Rule[]): boolean {
  return rules.some(({ rule, users }) => rule === 'allow_bypass' && users?.includes(actorId));
}

/** The rules that hold for merging into a space: its own, or those of the organization that it inherits. */
export async function mergeRulesOf({ tx }: Act, space: Row<'Space'>): Promise<Rule[]> {
  const own = space.mergeRules as unknown as RuleSet;
  if (own.type !== 'inherit') return (own.type === 'rules' && own.rules) || [];
  const query = tx.read.sql.selectFrom('Organization').select('mergeRules').where('id', '=', space.organizationId);
  const inherited = (await tx.read.first(query))?.mergeRules as unknown as RuleSet;
  return (inherited.type === 'rules' && inherited.rules) || [];
}
