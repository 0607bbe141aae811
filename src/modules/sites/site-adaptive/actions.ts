import type { Json } from '../../../engine/base/types.js';
import { checkSchema } from '../../../engine/claims/check-schema.js';
import { updateLater } from '../../../platform/db/write/change-rows.js';
import { type Actor, act } from '../../shared/act.js';
import { refusingContent } from '../../shared/content-errors.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';

/**
 * Writes what the visitors of a site may claim, in place of what was there. Conditions that ask for what is there no more
 * stay as they are; `Site.brokenConditions` tells them. The schema that it has already changes nothing.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT naming the JSON pointer, the rule and the value.
 */
export function updateAdaptiveSchema(actor: Actor, name: SiteName, jsonSchema: Json): Promise<void> {
  return act(actor, async (under) => {
    const site = await lockSite(under, name, 'site.update');
    const schema = await refusingContent(async () => checkSchema(jsonSchema));
    const adaptiveSchema = JSON.stringify(schema);
    if (adaptiveSchema === site.adaptiveSchema) return;
    const set = { adaptiveSchema, adaptiveSchemaUpdatedAt: under.at, updatedAt: under.at };
    updateLater(under.tx, { table: 'Site', where: { id: site.id }, set });
    const { organizationId, id } = site;
    under.record({ organizationId, action: 'updateSiteAdaptiveSchema', targetId: id });
  });
}
