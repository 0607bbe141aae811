import type { OrganizationAction } from '../../access/required-roles.js';
import { notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { lockTarget } from './targets.js';
import type { UnitOfWork } from './unit-of-work.js';

/** Ids of a site and its organization, as in a request. */
export interface SiteName {
  organization: string;
  site: string;
}

/**
 * Locks a site for a change of the site or of one of its parts, and checks the permission.
 * @throws NOT_FOUND, also for a site of another organization; FORBIDDEN
 */
export async function lockSite(unit: UnitOfWork, name: SiteName, action: OrganizationAction): Promise<Row<'Site'>> {
  const site = await lockTarget(unit, 'Site', name.site, action);
  if (site.organizationId !== name.organization) throw notFound('site', name.site);
  return site;
}
