import { authorize } from '../../../access/policy.js';
import type { Row } from '../../../platform/db/query/rows.js';
import type { Act } from '../../shared/act.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';

/**
 * Locks a site whose audience is changed. Who does so is answered with what opens the site, hence must be one who may see it.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockAudience(under: Act, name: SiteName): Promise<Row<'Site'>> {
  const site = await lockSite(under, name, 'site.updateAudience');
  authorize(under.viewer, 'site.viewAudience', site);
  return site;
}
