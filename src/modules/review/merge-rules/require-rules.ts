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
 * @throws CONFLICT with the result of every rule, and the users who could meet it
 */
export async function requireMergeRules(
  unit: UnitOfWork,
  { inherited, ...subject }: Omit<RuleSubject, 'rules' | 'now'> & { inherited: InheritedRules },
): Promise<void> {
  const rules = await effectiveRules(subject.space, () => inherited);
  if (rules.length === 0 || mayBypass(unit, rules)) return;
  const input = await readRuleInput(createLoaders(unit.tx.read), { ...subject, rules, now: () => new Date() });
  const results = evaluateRules(rules, input);
  if (results.every(({ holds }) => holds)) return;
  throw unmetRulesError(results, subject.changeRequest);
}

function unmetRulesError(results: RuleResult[], { number }: Row<'ChangeRequest'>): AppError {
  const unmet = results
    .filter(({ holds }) => !holds)
    .map(({ rule, needs, users }) => {
      const userList = users.length > 0 ? ` (${users.join(', ')})` : '';
      return `${rule.rule} takes ${needs}${userList}`;
    });
  const met = results.filter(({ holds }) => holds).map(({ rule }) => rule.rule);
  const metRules = met.length > 0 ? `; met: ${met.join(', ')}` : '';
  const message = `The merge rules are not met by change request ${number}: ${unmet.join('; ')}${metRules}`;
  const rules = results.map(({ rule: { rule }, holds, needs, users }) => ({ rule, holds, needs, users }));
  return new AppError('CONFLICT', message, { reason: 'MERGE_RULE_UNMET', rules });
}

/**
 * Checks that the merge rules of a space allow direct writes to its head. If the space has rules, its content must come
 * from change requests, except for users who may bypass the rules.
 * @throws CONFLICT with the names of the rules
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

/** The object with the merge rules of the organization of a space, which the space may inherit. */
export type InheritedRules = Promise<WithMergeRules | undefined>;

/**
 * Starts to read the rules of the organization before it is known whether the space inherits them. So the query is in
 * the same batch as the locks of an action. It runs after the locks, so it sees changes that were committed while the
 * action waited for them.
 */
export function readInheritedRules({ tx }: UnitOfWork, spaceId: string): InheritedRules {
  const reading = tx.read.first(organizationRulesQuery(tx.read, [spaceId]));
  // If the action ends before it needs the rules, an error of the read does not matter.
  reading.catch(() => {});
  return reading;
}

const organizationRulesQuery = keyedQuery(({ sql }, inKeys) =>
  sql
    .selectFrom('Space')
    .innerJoin('Organization', 'Organization.id', 'Space.organizationId')
    .select('Organization.mergeRules')
    .where(inKeys('Space.id')),
);

/** Reads the merge rules that apply to a space, in the transaction. */
export function mergeRulesOf(unit: UnitOfWork, space: Row<'Space'>): Promise<Rule[]> {
  return effectiveRules(space, () => readInheritedRules(unit, space.id));
}

/** An object with stored merge rules. */
type WithMergeRules = Pick<Row<'Space'>, 'mergeRules'>;

/**
 * Returns the rules of a space, or those of its organization if the space inherits them. Reads the organization only in
 * that case.
 */
export async function effectiveRules(
  space: WithMergeRules,
  organization: () => Promise<WithMergeRules | undefined>,
): Promise<Rule[]> {
  const own = space.mergeRules as unknown as RuleSet;
  const { type, rules } = own.type === 'inherit' ? ((await organization())!.mergeRules as unknown as RuleSet) : own;
  return (type === 'rules' && rules) || [];
}
