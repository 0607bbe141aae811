import { evaluate, type Scope } from '../../../../src/engine/text/expressions/evaluate.js';
import type { Outcome, Value, ValueRecord } from '../../../../src/engine/text/expressions/expression.js';
import { parseExpression } from '../../../../src/engine/text/expressions/parse.js';
import {
  type Evaluation,
  type EvaluationMode,
  pageEvaluation,
} from '../../../../src/engine/text/expressions/render-expression.js';
import type { Vocabulary } from '../../../../src/engine/text/expressions/vocabulary.js';

/** Values that the expressions of these tests can read. The clock of `scope` is fixed. */
export const roots: ValueRecord = {
  space: { title: 'Manual', vars: { product: 'Docgraph', version: 3, beta: true, long: 'x'.repeat(256) } },
  page: { title: 'Install', vars: { os: 'Linux', minutes: 5 } },
  visitor: { claims: { plan: 'pro', tags: ['a', 'b'], unsigned: {} } },
};

export function scope(): Scope {
  return { roots, now: () => Date.UTC(2026, 0, 2, 3, 4, 5), random: () => 0.25 };
}

/** Returns the value of an expression, or its fault. */
export function evaluateSource(source: string, vocabulary?: Vocabulary): Outcome<Value> {
  const parsed = parseExpression(source, vocabulary);
  return 'fault' in parsed ? parsed : evaluate(parsed.value, scope());
}

/** Returns the settings to evaluate the expressions of a page with the values of `roots`. */
export function evaluation(mode: EvaluationMode = 'true'): Evaluation {
  return pageEvaluation(mode, scope());
}
