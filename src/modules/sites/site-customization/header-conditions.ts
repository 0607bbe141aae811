import type { Json } from '../../../engine/base/types.js';
import { conditionFaults } from '../../../engine/claims/check-condition.js';
import { storedSchema } from '../../../engine/claims/claims-schema.js';
import { isCondition } from '../../../engine/claims/condition.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';

/**
 * Checks the conditions of the links in the header of a site (`CustomizationHeaderItem.condition`).
 * @throws BAD_USER_INPUT that names the link, the fault and its column
 */
export function checkHeaderConditions({ adaptiveSchema }: Pick<Row<'Site'>, 'adaptiveSchema'>, header: Json): void {
  const { links } = header as { links: { condition?: string }[] };
  const schema = storedSchema(adaptiveSchema);
  for (const [index, { condition = null }] of links.entries()) {
    const [firstFault] = isCondition(condition) ? conditionFaults(condition, schema) : [];
    if (firstFault === undefined) continue;
    const field = `header.links[${index}].condition`;
    throw badInput(field, `\`${field}\` must be an expression on the visitor: ${firstFault.fault}`);
  }
}
