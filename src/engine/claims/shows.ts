import type { EvaluationBudget } from '../text/expressions/budget.js';
import type { ValueRecord } from '../text/expressions/expression.js';
import { isCondition, parseCondition, valueFor } from './condition.js';

/**
 * Whether a condition shows something to a visitor with these claims. Without a condition everybody is shown it; a
 * condition that cannot be read, or that faults, hides. Never throws, and takes at most 2,000 steps.
 * @param shared steps that this and others may take together; what they do not suffice for is hidden
 */
export function shows(condition: string | null, claims: ValueRecord, shared?: EvaluationBudget): boolean {
  if (!isCondition(condition)) return true;
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return false;
  const outcome = valueFor(parsed.value, claims, shared);
  return 'value' in outcome && Boolean(outcome.value);
}

/** Steps that all conditions of a site may take together: some 10 ms. */
const stepsOfSite = 100_000;

/**
 * Judges all conditions of a site for one visitor: each text once, and all of them within 100,000 steps, since whoever writes
 * them would else hold up all others.
 */
export function showsTo(claims: ValueRecord): (condition: string | null) => boolean {
  const judged = new Map<string | null, boolean>();
  const shared = { steps: stepsOfSite };
  return (condition) => {
    const found = judged.get(condition);
    if (found !== undefined) return found;
    const isShown = shows(condition, claims, shared);
    judged.set(condition, isShown);
    return isShown;
  };
}
