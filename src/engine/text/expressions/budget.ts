import { ExpressionError, limits, type Value } from './expression.js';

/** Remaining steps of an evaluation. */
export interface EvaluationBudget {
  steps: number;
}

/**
 * Subtracts steps from the budget.
 * @throws ExpressionError if none are left
 */
export function spend(budget: EvaluationBudget, steps: number): void {
  budget.steps -= steps;
  if (budget.steps < 0) throw new ExpressionError('the expression takes too many steps');
}

/**
 * Checks the length of a text before the text is created.
 * @param length length in UTF-16 code units
 */
export function checkLength(length: number): void {
  if (length <= limits.text) return;
  throw new ExpressionError(`a text has at most ${limits.text} characters, this one would have more`);
}

/** Checks the length of a list before the list is created. */
export function checkItems(items: number): void {
  if (items <= limits.items) return;
  throw new ExpressionError(`a list has at most ${limits.items} items, this one would have more`);
}

/**
 * Returns the number of steps for a search in a text. In a repetitive text, each character of the search text may be
 * compared at each position.
 */
export function searchSteps(self: Value, sought: Value): number {
  return typeof self === 'string' && typeof sought === 'string' ? (self.length * sought.length) >> 13 : 0;
}

/**
 * Subtracts the steps for a value of this size from the budget.
 * @throws ExpressionError if the value is too large
 */
export function spendForSize(budget: EvaluationBudget, value: Value): void {
  if (typeof value === 'string') {
    checkLength(value.length);
    spend(budget, value.length >> 7);
  }
  if (Array.isArray(value)) {
    checkItems(value.length);
    spend(budget, value.length >> 4);
  }
}
