import type { ValueRecord } from '../expressions/expression.js';
import { isCondition, parseCondition, valueFor } from './condition.js';

/**
 * Whether a condition shows something to a visitor with these claims. Without a condition everybody is shown it; a
 * condition that cannot be read, or that faults, hides. Never throws, and takes at most 2,000 steps.
 */
export function shows(condition: string | null, claims: ValueRecord): boolean {
  if (!isCondition(condition)) return true;
  const parsed = parseCondition(condition);
  if ('fault' in parsed) return false;
  const outcome = valueFor(parsed.value, claims);
  return 'value' in outcome && Boolean(outcome.value);
}
