import { conditionFaults } from '../../../engine/claims/check-condition.js';
import { storedSchema } from '../../../engine/claims/claims-schema.js';
import { isCondition } from '../../../engine/claims/condition.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * Checks the condition of a section or space on a site. A condition that equals the stored one is not checked again. It
 * was valid when it was stored, but the schema may have changed since.
 * @returns the condition to store; null for an empty one, which holds for all visitors
 * @throws BAD_USER_INPUT that names the fault and its column
 */
export function checkCondition(
  site: Row<'Site'>,
  condition: string | null,
  storedCondition: string | null,
): string | null {
  if (!isCondition(condition)) return null;
  if (condition === storedCondition) return condition;
  const [firstFault] = conditionFaults(condition, storedSchema(site.adaptiveSchema));
  if (firstFault === undefined) return condition;
  throw badInput('condition', `\`condition\` must be an expression on the visitor: ${firstFault.fault}`);
}
