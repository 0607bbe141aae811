import { isDeepStrictEqual } from 'node:util';
import { badInput } from '../../../platform/base/errors.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { type Customization, customizationOf } from '../sites/default-customization.js';
import { checkHeaderConditions } from './header-conditions.js';

/** Maximum size of the customization of a site, in bytes of JSON. */
const maxBytes = 65_536;

/**
 * Replaces the customization of a site; absent optional members are removed. The event log names the changed members.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for more than 64 KiB, and for an invalid condition of a link
 */
export function updateCustomization(actor: Actor, name: SiteName, input: Customization): Promise<void> {
  const customization = omitUndefined(input);
  const bytes = Buffer.byteLength(JSON.stringify(customization));
  if (bytes > maxBytes)
    throw badInput('customization', `The customization must be at most ${maxBytes} bytes as JSON (got ${bytes})`);
  return runAction(actor, async (unit) => {
    const site = await lockSite(unit, name, 'site.customize');
    const changed = membersThatDiffer(customizationOf(site), customization);
    if (changed.length === 0) return;
    if (changed.includes('header')) checkHeaderConditions(site, customization.header!);
    const set = { customization: JSON.stringify(customization), updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Site', where: { id: site.id }, set });
    const { organizationId, id: targetId } = site;
    unit.record({ organizationId, action: 'updateSiteCustomizationById', targetId, changes: { changed } });
  });
}

function membersThatDiffer(before: Customization, after: Customization): string[] {
  const names = new Set([...Object.keys(before), ...Object.keys(after)] as (keyof Customization)[]);
  return [...names].filter((name) => !isDeepStrictEqual(before[name], after[name]));
}
