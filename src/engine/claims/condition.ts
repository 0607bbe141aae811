import { LRUCache } from 'lru-cache';
import { evaluate, type Scope } from '../text/expressions/evaluate.js';
import type { Expression, Outcome, Value, ValueRecord } from '../text/expressions/expression.js';
import { parseExpression } from '../text/expressions/parse.js';
import { conditionVocabulary } from '../text/expressions/vocabulary.js';

/** Cache of parsed conditions by their text; each entry takes at most about 10 kB. */
const parsedConditions = new LRUCache<string, Outcome<Expression>>({ max: 5_000 });

/**
 * Parses a condition on visitors: an expression whose only variable is `visitor`. Caches the result, because the
 * conditions of a site are needed for each of its visitors.
 */
export function parseCondition(condition: string): Outcome<Expression> {
  const found = parsedConditions.get(condition);
  if (found) return found;
  const parsed = parseExpression(condition, conditionVocabulary);
  parsedConditions.set(condition, parsed);
  return parsed;
}

/** Reports whether the text is a condition; null and blank text are not. */
export function isCondition(condition: string | null): condition is string {
  return condition !== null && condition.trim() !== '';
}

/**
 * Evaluates a condition, or a part of one, for a visitor with these claims. A missing claim is undefined, and so is
 * every member or method of it. Without a claim `a`, `visitor.claims.a.b` and `visitor.claims.a.includes("b")` are
 * undefined.
 */
export function conditionValue(expression: Expression, claims: ValueRecord, shared?: Scope['shared']): Outcome<Value> {
  const roots = { visitor: { claims } };
  return evaluate(expression, { roots, isLenient: true, now: () => 0, random: () => 0, ...(shared && { shared }) });
}
