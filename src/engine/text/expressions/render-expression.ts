import { evaluate, type Scope } from './evaluate.js';
import type { Value } from './expression.js';
import { describeKind, isPlain } from './operators.js';
import { parseExpression } from './parse.js';

/**
 * Mode that selects the expressions to evaluate (query parameter `evaluated` of the REST API). There is no mode for
 * `false`, because then nothing is evaluated.
 */
export type EvaluationMode = 'true' | 'deterministic-only';

/** Context for evaluating one page. */
export interface Evaluation {
  mode: EvaluationMode;
  scope: Scope;
  /**
   * Remaining characters of output and of sources. There is a limit because a page may contain thousands of expensive
   * expressions.
   */
  remaining: { characters: number; source: number };
}

/** Limits for all expressions of a page together. */
const pageLimits = { characters: 1_048_576, source: 400_000, steps: 500_000 };

/** Creates the context for evaluating one page. Its limits are for one page, so each page needs its own context. */
export function pageEvaluation(mode: EvaluationMode, scope: Omit<Scope, 'shared'>): Evaluation {
  return {
    mode,
    scope: { ...scope, shared: { steps: pageLimits.steps } },
    remaining: { characters: pageLimits.characters, source: pageLimits.source },
  };
}

/** Maximum length of a fault in a page, in characters. */
const maxFaultLength = 200;

/**
 * Returns the text that replaces an expression in a page: its value on one line, or its fault as a short text in
 * brackets. Returns null if the mode excludes the expression. An expression that cannot be parsed is a fault in both
 * modes.
 */
export function renderExpression(source: string, evaluation: Evaluation): string | null {
  const result = evaluateSource(source, evaluation);
  if (result === null) return null;
  const textOrFault = 'fault' in result ? result : formatValue(result.value);
  const text = typeof textOrFault === 'string' ? textOrFault : formatFault(textOrFault.fault);
  evaluation.remaining.characters -= text.length;
  return evaluation.remaining.characters < 0 ? formatFault('the page shows too much') : text;
}

/**
 * Reports whether a condition is true. Returns the text of its fault if it has one, and null if the mode excludes it.
 */
export function evaluateCondition(source: string, evaluation: Evaluation): boolean | string | null {
  const result = evaluateSource(source, evaluation);
  if (result === null) return null;
  return 'fault' in result ? formatFault(result.fault) : Boolean(result.value);
}

function evaluateSource(source: string, { mode, scope, remaining: left }: Evaluation) {
  left.source -= source.length;
  if (left.source < 0) return { fault: 'the page has too many expressions' };
  const parsed = parseExpression(source);
  if ('fault' in parsed) return parsed;
  if (mode === 'deterministic-only' && !parsed.value.deterministic) return null;
  return evaluate(parsed.value, scope);
}

/**
 * Formats a value as text: null becomes '', and the items of a list are separated by commas. Undefined is a fault,
 * because the name is most likely misspelled.
 */
function formatValue(value: Value): string | { fault: string } {
  if (value === undefined) return { fault: 'it has no value' };
  if (value === null) return '';
  if (isPlain(value)) return oneLine(String(value));
  if (!Array.isArray(value) || !value.every(isPlain)) return { fault: `${describeKind(value)} has no text` };
  return oneLine(value.map((item) => item ?? '').join(', '));
}

function formatFault(fault: string): string {
  const text = fault.length > maxFaultLength ? `${fault.slice(0, maxFaultLength - 1)}…` : fault;
  return oneLine(`[expression: ${text}]`);
}

function oneLine(text: string): string {
  return text.replace(/[\s\0]+/g, ' ');
}
