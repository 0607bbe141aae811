import { canonicalJson } from '../../base/canonical-json.js';
import type { Json } from '../../base/types.js';

/** Who a value comes from: callers send it, or they get it. Of webhooks and callbacks callers get the request. */
export type Direction = 'sent' | 'got';

/** One difference. */
export interface Detail {
  /** Where it is: `query limit`, `response 200 application/json /owner`; within a schema the path alone. */
  at: string;
  /** What was and what is, in a sentence. */
  message: string;
  /** Whether callers who did nothing wrong before may fail by it. */
  isBreaking: boolean;
}

/** A difference without its place. */
export type Verdict = Omit<Detail, 'at'>;

/** What a difference makes of the values that are taken: fewer, other ones too, or both. */
export interface Effect {
  isNarrower: boolean;
  isWider: boolean;
}

/** Fewer values are taken. */
export const narrower: Effect = { isNarrower: true, isWider: false };

/** More values are taken. */
export const wider: Effect = { isNarrower: false, isWider: true };

/** Other values are taken. */
export const another: Effect = { isNarrower: true, isWider: true };

/** Whether an effect breaks callers: less is taken of what they send, or they get more than they know. */
export function breaks(direction: Direction, { isNarrower, isWider }: Effect): boolean {
  return direction === 'sent' ? isNarrower : isWider;
}

/** Values that are told of many. */
const shownValues = 5;

/** Characters of a value that are told. */
const shownLength = 100;

/** A value in a sentence. */
export function shown(value: Json | undefined): string {
  if (value === undefined) return 'not given';
  const isLong = typeof value === 'object' && value !== null && Object.keys(value).length > 20;
  const text = isLong ? (Array.isArray(value) ? '[…]' : '{…}') : canonicalJson(value);
  return text.length > shownLength ? `${text.slice(0, shownLength).toWellFormed()}…` : text;
}

/** Some values in a sentence, and how many more there are. */
export function listed(values: readonly Json[]): string {
  const some = values.slice(0, shownValues).map(shown).join(', ');
  return values.length > shownValues ? `${some} and ${values.length - shownValues} more` : some;
}
