import { canonicalJson } from '../../base/canonical-json.js';
import type { Json } from '../../base/types.js';

/**
 * Direction of a value as callers see it: they send it or receive it. In webhooks and callbacks, callers receive the
 * request.
 */
export type Direction = 'sent' | 'got';

/** One difference between two documents. */
export interface Detail {
  /** Position, such as `query limit` or `response 200 application/json /owner`. Within a schema, only the path. */
  at: string;
  /** Sentence that contains the old and the new state. */
  message: string;
  /** Whether correct callers may now fail. */
  isBreaking: boolean;
}

/** A difference without its position. */
export type UnplacedDetail = Omit<Detail, 'at'>;

/**
 * Effect of a difference on the set of accepted values. Both properties are true if some values are no longer accepted
 * and others are new.
 */
export interface Effect {
  isNarrower: boolean;
  isWider: boolean;
}

/** Fewer values are accepted. */
export const narrower: Effect = { isNarrower: true, isWider: false };

/** More values are accepted. */
export const wider: Effect = { isNarrower: false, isWider: true };

/** Some values are no longer accepted, and others are accepted instead. */
export const narrowerAndWider: Effect = { isNarrower: true, isWider: true };

/**
 * Reports whether an effect breaks callers: fewer values that they send are accepted, or they receive unknown values.
 */
export function breaksCallers(direction: Direction, { isNarrower, isWider }: Effect): boolean {
  return direction === 'sent' ? isNarrower : isWider;
}

/** Maximum number of values to list. */
const maxListedValues = 5;

/** Maximum length of a displayed value, in characters. */
const maxValueLength = 100;

/** Formats a value for use in a sentence. */
export function formatValue(value: Json | undefined): string {
  if (value === undefined) return 'not given';
  const isLong = typeof value === 'object' && value !== null && Object.keys(value).length > 20;
  const text = isLong ? (Array.isArray(value) ? '[…]' : '{…}') : canonicalJson(value);
  return text.length > maxValueLength ? `${text.slice(0, maxValueLength).toWellFormed()}…` : text;
}

/** Lists values for use in a sentence, with the number of omitted values. */
export function formatValues(values: readonly Json[]): string {
  const some = values.slice(0, maxListedValues).map(formatValue).join(', ');
  return values.length > maxListedValues ? `${some} and ${values.length - maxListedValues} more` : some;
}
