import type { Json } from '../../../engine/base/types.js';
import { checkSchema } from '../../../engine/claims/check-schema.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { refusingContent } from '../../shared/content-errors.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';

/**
 * Replaces the schema of the claims of a site's visitors. Conditions that use removed claims stay;
 * `Site.brokenConditions` reports them. An identical schema changes nothing.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT that names the JSON pointer, the rule and the value.
 */
export function updateAdaptiveSchema(actor: Actor, name: SiteName, jsonSchema: Json): Promise<void> {
  return runAction(actor, async (unit) => {
    const site = await lockSite(unit, name, 'site.update');
    const schema = await refusingContent(async () => checkSchema(jsonSchema));
    const adaptiveSchema = JSON.stringify(schema);
    if (adaptiveSchema === site.adaptiveSchema) return;
    const set = { adaptiveSchema, adaptiveSchemaUpdatedAt: unit.at, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Site', where: { id: site.id }, set });
    const { organizationId, id } = site;
    unit.record({ organizationId, action: 'updateSiteAdaptiveSchema', targetId: id });
  });
}
