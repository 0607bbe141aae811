import { ExpressionError, limits, type Value } from './expression.js';

/** What an evaluation may still use up. */
export interface Meter {
  steps: number;
}

/** Takes steps. @throws ExpressionError where none are left. */
export function spend(meter: Meter, steps: number): void {
  meter.steps -= steps;
  if (meter.steps < 0) throw new ExpressionError('the expression takes too many steps');
}

/** Refuses a text before it is made. @param length its UTF-16 code units. */
export function checkLength(length: number): void {
  if (length <= limits.text) return;
  throw new ExpressionError(`a text has at most ${limits.text} characters, this one would have more`);
}

/** Refuses a list before it is made. */
export function checkItems(items: number): void {
  if (items <= limits.items) return;
  throw new ExpressionError(`a list has at most ${limits.items} items, this one would have more`);
}

/**
 * The steps that looking for one text in another costs before it is done: where much of what is sought repeats itself, each
 * of its characters may be compared at each place.
 */
export function searchSteps(self: Value, sought: Value): number {
  return typeof self === 'string' && typeof sought === 'string' ? (self.length * sought.length) >> 13 : 0;
}

/** Takes the steps that a value's size costs, and refuses one that is too large. */
export function weigh(meter: Meter, value: Value): void {
  if (typeof value === 'string') {
    checkLength(value.length);
    spend(meter, value.length >> 7);
  }
  if (Array.isArray(value)) {
    checkItems(value.length);
    spend(meter, value.length >> 4);
  }
}
