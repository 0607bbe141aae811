import { AppError } from '../../../platform/base/errors.js';
import { keyedQuery } from '../../../platform/db/query/keyed-query.js';
import { createLoaders } from '../../../platform/db/query/loaders.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Rule, RuleSet } from '../../identity/merge-rule-settings/merge-rule-types.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { type JudgedRule, judgeRules } from './judge-rules.js';
import { type Judged, readRuleCase } from './read-case.js';

/**
 * Holds a merge against the rules of its space, or of the organization where the space inherits them. Who may bypass
 * the rules is not held against them.
 * @throws CONFLICT telling of every rule whether it holds, and who could satisfy it.
 */
export async function requireMergeRules(
  unit: UnitOfWork,
  { inherited, ...judged }: Omit<Judged, 'rules' | 'now'> & { inherited: InheritedRules },
): Promise<void> {
  const rules = await effectiveRules(judged.space, () => inherited);
  if (rules.length === 0 || mayBypass(unit, rules)) return;
  const asked = { ...judged, rules, now: () => new Date() };
  const found = judgeRules(rules, await readRuleCase(createLoaders(unit.tx.read), asked));
  if (found.every(({ holds }) => holds)) return;
  throw refused(found, judged.changeRequest);
}

function refused(judged: JudgedRule[], { number }: Row<'ChangeRequest'>): AppError {
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
 * Refuses what writes the head of a space itself where merge rules hold for it: they say how content comes there. Who may bypass
 * them does not need a change request.
 * @throws CONFLICT naming the rules.
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

/** The rules of an organization that holds a space, as far as it has any to be inherited. */
export type InheritedRules = Promise<Ruled | undefined>;

/**
 * Reads what a space may inherit, before it is known whether it does. Behind the locks of an action it travels with them, and sees
 * what was changed while they were waited for.
 */
export function readInheritedRules({ tx }: UnitOfWork, spaceId: string): InheritedRules {
  const reading = tx.read.first(rulesAroundSpace(tx.read, [spaceId]));
  // Where the action ends before they are asked for, why they could not be read is of no interest.
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

/** The rules that hold for merging into a space, through the transaction. */
export function mergeRulesOf(unit: UnitOfWork, space: Row<'Space'>): Promise<Rule[]> {
  return effectiveRules(space, () => readInheritedRules(unit, space.id));
}

/** What has rules, as they are kept. */
type Ruled = Pick<Row<'Space'>, 'mergeRules'>;

/** The rules of a space, or those of its organization, which is read where the space inherits them. */
export async function effectiveRules(space: Ruled, organization: () => Promise<Ruled | undefined>): Promise<Rule[]> {
  const own = space.mergeRules as unknown as RuleSet;
  const { type, rules } = own.type === 'inherit' ? ((await organization())!.mergeRules as unknown as RuleSet) : own;
  return (type === 'rules' && rules) || [];
}
