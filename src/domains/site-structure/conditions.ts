import { conditionVocabulary } from '../../content/expressions/names.js';
import { parseExpression } from '../../content/expressions/parse.js';
import { badInput } from '../../errors.js';
import type { Row } from '../../store/rows.js';

/**
 * Checks the condition under which visitors of a site are shown a section or a space of it.
 * @returns the condition as it is kept; null for an empty one, under which everybody is
 * @throws BAD_USER_INPUT naming the fault and its column
 */
export function checkCondition(_site: Row<'Site'>, condition: string | null): string | null {
  if (condition === null || condition.trim() === '') return null;
  const parsed = parseExpression(condition, conditionVocabulary);
  if (!('fault' in parsed)) return condition;
  throw badInput('condition', `\`condition\` must be an expression on the visitor: ${parsed.fault}`);
}
