import type { EvaluationBudget } from '../text/expressions/budget.js';
import type { ValueRecord } from '../text/expressions/expression.js';
import { conditionValue, isCondition, parseCondition } from './condition.js';

/**
 * Reports whether a condition shows an object to a visitor with these claims. Without a condition, every visitor sees
 * the object. A condition that cannot be parsed or evaluated hides it. Never throws, and takes at most 2,000 steps.
 * @param shared step budget shared with other conditions; when it is used up, the object is hidden
 */
export function isConditionMet(condition: string | null, claims: ValueRecord, shared?: EvaluationBudget): boolean {
  if (!isCondition(condition)) return true;
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return false;
  const outcome = conditionValue(parsed.value, claims, shared);
  return 'value' in outcome && Boolean(outcome.value);
}

/** Maximum number of steps for all conditions of a site together: about 10 ms. */
const maxStepsOfSite = 100_000;

/**
 * Creates a function that evaluates the conditions of a site for one visitor, each distinct text once. All conditions
 * share 100,000 steps, so that the author of a condition cannot slow down other requests.
 */
export function conditionEvaluator(claims: ValueRecord): (condition: string | null) => boolean {
  const results = new Map<string | null, boolean>();
  const shared = { steps: maxStepsOfSite };
  return (condition) => {
    const found = results.get(condition);
    if (found !== undefined) return found;
    const isShown = isConditionMet(condition, claims, shared);
    results.set(condition, isShown);
    return isShown;
  };
}
