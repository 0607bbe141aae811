import { faultsOf } from '../../../engine/claims/check-condition.js';
import { storedSchema } from '../../../engine/claims/claims-schema.js';
import { isCondition } from '../../../engine/claims/condition.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * Checks the condition under which visitors of a site are shown a section or a space of it. The one that is kept already is
 * taken as it is: it was checked, against the schema of its time.
 * @returns the condition as it is kept; null for an empty one, under which everybody is
 * @throws BAD_USER_INPUT naming the fault and its column
 */
export function checkCondition(site: Row<'Site'>, condition: string | null, kept: string | null): string | null {
  if (!isCondition(condition)) return null;
  if (condition === kept) return condition;
  const [broken] = faultsOf(condition, storedSchema(site.adaptiveSchema));
  if (broken === undefined) return condition;
  throw badInput('condition', `\`condition\` must be an expression on the visitor: ${broken.fault}`);
}
