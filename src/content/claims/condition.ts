import { evaluate, type Scope } from '../expressions/evaluate.js';
import type { Expression, Outcome, Value, ValueRecord } from '../expressions/expression.js';
import { conditionVocabulary } from '../expressions/names.js';
import { parseExpression } from '../expressions/parse.js';

/** Reads a condition on visitors: an expression that names `visitor` and nothing else. A fault says what is wrong. */
export function parseCondition(condition: string): Outcome<Expression> {
  return parseExpression(condition, conditionVocabulary);
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
