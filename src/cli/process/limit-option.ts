import { badInput } from '../../platform/base/errors.js';

const maxLimit = 10_000;

/**
 * Parses the option `--limit` of commands that print a list.
 * @throws BAD_USER_INPUT if it is not a whole number from 0 to 10,000
 */
export function parseLimit(text: string): number {
  if (/^\d{1,5}$/.test(text) && Number(text) <= maxLimit) return Number(text);
  throw badInput('limit', `\`--limit\` must be a whole number from 0 to ${maxLimit} (got ${JSON.stringify(text)})`);
}
