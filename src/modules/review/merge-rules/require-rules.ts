import { AppError } from '../../../platform/base/errors.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import { createLoaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Rule, RuleSet } from '../../identity/merge-rule-settings/merge-rule-types.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { evaluateRules, type RuleResult } from './evaluate-rules.js';
import { type RuleSubject, readRuleInput } from './read-rule-input.js';

/**
 * Checks the merge rules of a space, or those of its organization if the space inherits them. Users who may bypass the
 * rules are not checked.
 * @throws CONFLICT with the result of every rule, and the users who could meet it.
 */
export async function requireMergeRules(
  unit: UnitOfWork,
  { inherited, ...judged }: Omit<RuleSubject, 'rules' | 'now'> & { inherited: InheritedRules },
): Promise<void> {
  const rules = await effectiveRules(judged.space, () => inherited);
  if (rules.length === 0 || mayBypass(unit, rules)) return;
  const subject = { ...judged, rules, now: () => new Date() };
  const found = evaluateRules(rules, await readRuleInput(createLoaders(unit.tx.read), subject));
  if (found.every(({ holds }) => holds)) return;
  throw refused(found, judged.changeRequest);
}

function refused(judged: RuleResult[], { number }: Row<'ChangeRequest'>): AppError {
  const unmet = judged
    .filter(({ holds }) => !holds)
    .map(({ rule, needs, users }) => {
      const who = users.length > 0 ? ` (${users.join(', ')})` : '';
      return `${rule.rule} takes ${needs}${who}`;
    });
  const met = judged.filter(({ holds }) => holds).map(({ rule }) => rule.rule);
  const rest = met.length > 0 ? `; met: ${met.join(', ')}` : '';
  const message = `The merge rules are not met by change request ${number}: ${unmet.join('; ')}${rest}`;
  const rules = judged.map(({ rule: { rule }, holds, needs, users }) => ({ rule, holds, needs, users }));
  return new AppError('CONFLICT', message, { reason: 'MERGE_RULE_UNMET', rules });
}

/**
 * Refuses direct writes to the head of a space with merge rules: its content must come from change requests. Users who
 * may bypass the rules do not need a change request.
 * @throws CONFLICT that names the rules.
 */
export async function requireDirectWrite(unit: UnitOfWork, space: Row<'Space'>): Promise<void> {
  const rules = await mergeRulesOf(unit, space);
  if (rules.length === 0 || mayBypass(unit, rules)) return;
  const names = rules.map(({ rule }) => rule).filter((rule) => rule !== 'allow_bypass');
  const message = `The space ${space.id} has merge rules (${names.join(', ')}): open a change request and merge it`;
  if (names.length > 0) throw new AppError('CONFLICT', message, { reason: 'MERGE_RULE_UNMET' });
}

function mayBypass({ actorId }: UnitOfWork, rules: readonly Rule[]): boolean {
  return rules.some(({ rule, users }) => rule === 'allow_bypass' && users?.includes(actorId));
}

/** The merge rules of the organization of a space, which the space may inherit. */
export type InheritedRules = Promise<Ruled | undefined>;

/**
 * Starts to read the organization's rules before it is known whether the space inherits them. The query runs in one
 * batch with the locks of an action. It runs after them, so it sees changes that were committed while the action waited
 * for the locks.
 */
export function readInheritedRules({ tx }: UnitOfWork, spaceId: string): InheritedRules {
  const reading = tx.read.first(rulesAroundSpace(tx.read, [spaceId]));
  // If the action ends before it needs the rules, an error of the read does not matter.
  reading.catch(() => {});
  return reading;
}

const rulesAroundSpace = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Space')
    .innerJoin('Organization', 'Organization.id', 'Space.organizationId')
    .select('Organization.mergeRules')
    .where(inKeys('Space.id')),
);

/** Reads the rules for merges into a space, in the transaction. */
export function mergeRulesOf(unit: UnitOfWork, space: Row<'Space'>): Promise<Rule[]> {
  return effectiveRules(space, () => readInheritedRules(unit, space.id));
}

/** An object with stored merge rules. */
type Ruled = Pick<Row<'Space'>, 'mergeRules'>;

/** Returns the rules of a space, or those of its organization, which is read only if the space inherits them. */
export async function effectiveRules(space: Ruled, organization: () => Promise<Ruled | undefined>): Promise<Rule[]> {
  const own = space.mergeRules as unknown as RuleSet;
  const { type, rules } = own.type === 'inherit' ? ((await organization())!.mergeRules as unknown as RuleSet) : own;
  return (type === 'rules' && rules) || [];
}
