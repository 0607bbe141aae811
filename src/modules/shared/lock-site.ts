import type { OrganizationAction } from '../../access/actions.js';
import { notFound } from '../../platform/base/errors.js';
import type { Row } from '../../platform/db/query/rows.js';
import { lockTarget } from './targets.js';
import type { UnitOfWork } from './unit-of-work.js';

/** A site of an organization, as its address names it. */
export interface SiteName {
  organization: string;
  site: string;
}

/**
 * Locks a site, which all that is done to it and to its parts waits for.
 * @throws NOT_FOUND, also for a site of another organization; FORBIDDEN
 */
export async function lockSite(unit: UnitOfWork, name: SiteName, action: OrganizationAction): Promise<Row<'Site'>> {
  const site = await lockTarget(unit, 'Site', name.site, action);
  if (site.organizationId !== name.organization) throw notFound('site', name.site);
  return site;
}
