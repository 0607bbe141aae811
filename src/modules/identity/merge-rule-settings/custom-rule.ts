import type { Json } from '../../../engine/base/types.js';
import { evaluate } from '../../../engine/text/expressions/evaluate.js';
import type { Expression, Outcome, ValueRecord } from '../../../engine/text/expressions/expression.js';
import { parseExpression } from '../../../engine/text/expressions/parse.js';
import type { Vocabulary } from '../../../engine/text/expressions/vocabulary.js';

/** Names that expressions of custom rules may use; `docs/reviews.md` describes them. */
const vocabulary: Vocabulary = {
  roots: {
    changeRequest: { deterministic: false },
    changes: { deterministic: true },
    reviews: { deterministic: true },
    comments: { deterministic: true },
  },
  functions: false,
};

/** Parses the expression of a custom rule. If it is invalid, `fault` describes the error and its position. */
export function parseCustomRule(expression: string): Outcome<Expression> {
  return parseExpression(expression, vocabulary);
}

/** Reports whether a custom rule uses the changes of a change request. These require reading the texts of pages. */
export function usesChanges(expression: string): boolean {
  const parsed = parseCustomRule(expression);
  return 'value' in parsed && parsed.value.inputs.includes('changes');
}

/**
 * Evaluates a custom rule. Returns whether its expression is true, or a `fault` that describes why it cannot be
 * evaluated.
 */
export function customRuleHolds(expression: string, roots: ValueRecord): boolean | { fault: string } {
  const parsed = parseCustomRule(expression);
  if ('fault' in parsed) return parsed;
  const outcome = evaluate(parsed.value, { roots, now: Date.now, random: () => 0 });
  return 'fault' in outcome ? outcome : outcome.value === true;
}

/** Returns the plain text of a document, with each block on its own line. */
export function plainTextOf(document: Json): string {
  const { text, leaves, nodes } = (document ?? {}) as { text?: string; leaves?: Json[]; nodes?: Json[] };
  if (text !== undefined) return text;
  if (leaves) return leaves.map(plainTextOf).join('');
  const parts = (nodes ?? []).map(plainTextOf);
  return parts.join((nodes as { object?: string }[] | undefined)?.[0]?.object === 'block' ? '\n' : '');
}
