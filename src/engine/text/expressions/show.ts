import { evaluate, type Scope } from './evaluate.js';
import type { Value } from './expression.js';
import { isPlain, kindOf } from './operators.js';
import { parseExpression } from './parse.js';

/** Which expressions are evaluated (`evaluated` of the contract); `false` is not asking. */
export type EvaluationMode = 'true' | 'deterministic-only';

/** What one page is evaluated with. */
export interface Evaluation {
  mode: EvaluationMode;
  scope: Scope;
  /** What the page may still use up: a page holds thousands of expressions, each of which may be costly. */
  left: { characters: number; source: number };
}

/** Bounds of all expressions of a page together. */
const pageLimits = { characters: 1_048_576, source: 400_000, steps: 500_000 };

/** What to evaluate one page with; bounds count for the page, so each page takes another. */
export function pageEvaluation(mode: EvaluationMode, scope: Omit<Scope, 'shared'>): Evaluation {
  return {
    mode,
    scope: { ...scope, shared: { steps: pageLimits.steps } },
    left: { characters: pageLimits.characters, source: pageLimits.source },
  };
}

/** Most characters of a fault shown in a page. */
const longestFault = 200;

/**
 * The text that stands for an expression in a page: its value, one line, or a short text in brackets that says what is
 * wrong. Null where the mode leaves the expression alone; one that cannot be read is shown as wrong in both modes.
 */
export function shownExpression(source: string, evaluation: Evaluation): string | null {
  const result = resultOf(source, evaluation);
  if (result === null) return null;
  const shown = 'fault' in result ? result : textOf(result.value);
  const text = typeof shown === 'string' ? shown : shownFault(shown.fault);
  evaluation.left.characters -= text.length;
  return evaluation.left.characters < 0 ? shownFault('the page shows too much') : text;
}

/** Whether a condition holds, or the text of its fault; null where the mode leaves it alone. */
export function holds(source: string, evaluation: Evaluation): boolean | string | null {
  const result = resultOf(source, evaluation);
  if (result === null) return null;
  return 'fault' in result ? shownFault(result.fault) : Boolean(result.value);
}

function resultOf(source: string, { mode, scope, left }: Evaluation) {
  left.source -= source.length;
  if (left.source < 0) return { fault: 'the page has too many expressions' };
  const parsed = parseExpression(source);
  if ('fault' in parsed) return parsed;
  if (mode === 'deterministic-only' && !parsed.value.deterministic) return null;
  return evaluate(parsed.value, scope);
}

/** null is no text, a list its items between commas; a name without a value is most likely misspelt. */
function textOf(value: Value): string | { fault: string } {
  if (value === undefined) return { fault: 'it has no value' };
  if (value === null) return '';
  if (isPlain(value)) return oneLine(String(value));
  if (!Array.isArray(value) || !value.every(isPlain)) return { fault: `${kindOf(value)} has no text` };
  return oneLine(value.map((item) => item ?? '').join(', '));
}

function shownFault(fault: string): string {
  const text = fault.length > longestFault ? `${fault.slice(0, longestFault - 1)}…` : fault;
  return oneLine(`[expression: ${text}]`);
}

function oneLine(text: string): string {
  return text.replace(/[\s\0]+/g, ' ');
}
