import { z } from 'zod';

/** Returns a schema for one of several words. */
export const oneOf = <const Values extends readonly [string, ...string[]]>(...values: Values) =>
  z.enum(values, { error: `must be one of ${values.join(', ')}` });

/**
 * Returns a schema for a whole number in a range, written only in digits.
 * @param unit what the number counts, for the error message
 */
export function wholeNumber(least: number, most: number, unit?: string) {
  const isInRange = (text: string) => /^\d{1,9}$/.test(text) && Number(text) >= least && Number(text) <= most;
  const rule = `must be a whole number from ${least} to ${most}${unit === undefined ? '' : `: ${unit}`}`;
  return z.string().refine(isInRange, rule).transform(Number);
}
