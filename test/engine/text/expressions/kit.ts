import { evaluate, type Scope } from '../../../../src/engine/text/expressions/evaluate.js';
import type { Outcome, Value, ValueRecord } from '../../../../src/engine/text/expressions/expression.js';
import type { Vocabulary } from '../../../../src/engine/text/expressions/names.js';
import { parseExpression } from '../../../../src/engine/text/expressions/parse.js';
import { type Evaluation, type EvaluationMode, pageEvaluation } from '../../../../src/engine/text/expressions/show.js';

/** What the expressions of these tests see; the clock stands still. */
export const roots: ValueRecord = {
  space: { title: 'Manual', vars: { product: 'Docgraph', version: 3, beta: true, long: 'x'.repeat(256) } },
  page: { title: 'Install', vars: { os: 'Linux', minutes: 5 } },
  visitor: { claims: { plan: 'pro', tags: ['a', 'b'], unsigned: {} } },
};

export function scope(): Scope {
  return { roots, now: () => Date.UTC(2026, 0, 2, 3, 4, 5), random: () => 0.25 };
}

/** The value of an expression, or its fault. */
export function run(source: string, vocabulary?: Vocabulary): Outcome<Value> {
  const parsed = parseExpression(source, vocabulary);
  return 'fault' in parsed ? parsed : evaluate(parsed.value, scope());
}

/** What a page is evaluated with. */
export function evaluation(mode: EvaluationMode = 'true'): Evaluation {
  return pageEvaluation(mode, scope());
}
