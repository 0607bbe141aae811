import { authorize } from '../../../access/policy.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Locks a site to change its audience. The response contains the secrets that open the site, so the viewer must also
 * have the permission to see them.
 * @throws NOT_FOUND, FORBIDDEN
 */
export async function lockAudience(unit: UnitOfWork, name: SiteName): Promise<Row<'Site'>> {
  const site = await lockSite(unit, name, 'site.updateAudience');
  authorize(unit.viewer, 'site.viewAudience', site);
  return site;
}
