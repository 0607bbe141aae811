import { LRUCache } from 'lru-cache';
import { evaluate, type Scope } from '../text/expressions/evaluate.js';
import type { Expression, Outcome, Value, ValueRecord } from '../text/expressions/expression.js';
import { conditionVocabulary } from '../text/expressions/names.js';
import { parseExpression } from '../text/expressions/parse.js';

/** Conditions that were read, by their text: some 10 kB each at most. */
const known = new LRUCache<string, Outcome<Expression>>({ max: 5_000 });

/**
 * Reads a condition on visitors: an expression that names `visitor` and nothing else. A fault says what is wrong. Those of a
 * site are read for each of its visitors, hence kept in memory.
 */
export function parseCondition(condition: string): Outcome<Expression> {
  const found = known.get(condition);
  if (found) return found;
  const parsed = parseExpression(condition, conditionVocabulary);
  known.set(condition, parsed);
  return parsed;
}

/** Whether there is a condition at all: one without text is none. */
export function isCondition(condition: string | null): condition is string {
  return condition !== null && condition.trim() !== '';
}

/**
 * The value of a condition, or a part of one, for a visitor with these claims. A missing claim is undefined, and so is
 * whatever is read of it: `visitor.claims.a.b` and `visitor.claims.a.includes("b")` are, where there is no claim `a`.
 */
export function valueFor(expression: Expression, claims: ValueRecord, shared?: Scope['shared']): Outcome<Value> {
  const roots = { visitor: { claims } };
  return evaluate(expression, { roots, isLenient: true, now: () => 0, random: () => 0, ...(shared && { shared }) });
}
