import { requireOperator } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { AppError, badInput, notFound } from '../../../platform/base/errors.js';
import { jsonText } from '../../../platform/db/query/json.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { findRow } from '../../shared/targets.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { checkOperatorFact, type OperatorFact } from './operator-facts-shape.js';

/** Changes of facts about an organization: plan, limits, billing. Absent facts are unchanged; null clears a fact. */
export type FactChanges = { [Fact in OperatorFact]?: unknown };

/**
 * Sets the plan and the limits of an organization, and facts that the API only shows; only the operator may call it.
 * @throws FORBIDDEN except for the operator, NOT_FOUND, BAD_USER_INPUT for an invalid value and for no changes
 */
export function setOperatorFacts(actor: Actor, id: string, changes: FactChanges): Promise<void> {
  requireOperator(actor.viewer, 'setOperatorFacts', 'Plan, billing and limits are set');
  const { columns, facts } = separateColumns(checkedFacts(changes));
  return runAction(actor, async (unit) => {
    await unit.tx.lock('Organization', id);
    const organization = await findRow(unit, 'Organization', id);
    if (!organization) throw notFound('organization', id);
    const operatorFacts = mergeFacts(organization.operatorFacts as Facts, facts);
    const set = { ...columns, operatorFacts: jsonText(operatorFacts), updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Organization', where: { id }, set });
    unit.record({ organizationId: id, action: 'setOperatorFacts', targetId: id, changes: { ...columns, ...facts } });
  });
}

type Facts = { [fact: string]: Json };

function checkedFacts(changes: FactChanges): Facts {
  const givenFacts = Object.entries(changes).filter(([, value]) => value !== undefined);
  if (givenFacts.length === 0) throw new AppError('BAD_USER_INPUT', 'At least one change is required (got none)');
  if (changes.plan === null) throw badInput('plan', '`plan` must not be null: every organization has one');
  const checked = givenFacts.map(([fact, value]) => [
    fact,
    value === null ? null : checkOperatorFact(fact as OperatorFact, value),
  ]);
  return Object.fromEntries(checked) as Facts;
}

/** Separates the facts that have a column of their own from those in the column `operatorFacts`. */
function separateColumns({ plan, maxMembers, maxSpaces, ...facts }: Facts) {
  const columns = omitUndefined({ plan, maxMembers, maxSpaces }) as Facts;
  return { columns, facts };
}

function mergeFacts(storedFacts: Facts, changes: Facts): Facts {
  return Object.fromEntries(Object.entries({ ...storedFacts, ...changes }).filter(([, value]) => value !== null));
}
