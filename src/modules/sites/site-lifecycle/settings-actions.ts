import { authorize } from '../../../access/policy.js';
import type { Json } from '../../../engine/base/types.js';
import { badInput } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { insertRows } from '../../../platform/db/write/insert-rows.js';
import { changed } from '../../shared/changed.js';
import { lockSite, type SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { type Defaults, setDefaults } from '../site-structure/defaults.js';

/** Changes to a site; absent members stay as they are. */
export interface SiteChanges extends Defaults {
  title?: string | null;
  visibility?: string | null;
  basename?: string | null;
  adaptiveContent?: { enabled: boolean } | null;
  agentsContext?: string | null;
  /** Host and path where a proxy shows the site; null for none. */
  proxy?: string | null;
}

/**
 * Changes settings of a site, all or none of them. A change of the visibility also requires the permission
 * `site.publish`.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for a basename that another site of the organization has, and as in
 * `setDefaults`
 */
export function updateSite(actor: Actor, name: SiteName, changes: SiteChanges): Promise<void> {
  return runAction(actor, async (unit) => {
    const site = await lockSite(unit, name, 'site.update');
    if (changes.visibility !== undefined) authorize(unit.viewer, 'site.publish', site);
    const columns = changed<Columns>(site, siteColumns(changes));
    if (columns.basename !== undefined) await changeBasename(unit, site, columns.basename!);
    const defaults = (await setDefaults(unit, site, changes)) ? defaultsOf(changes) : {};
    const eventChanges = { ...columns, ...defaults };
    if (Object.keys(eventChanges).length === 0) return;
    const set = { ...columns, updatedAt: unit.at };
    bufferUpdate(unit.tx, { table: 'Site', where: { id: site.id }, set });
    const { organizationId, id: targetId } = site;
    unit.record({
      organizationId,
      action: 'updateSiteById',
      targetId,
      changes: eventChanges as { [name: string]: Json },
    });
  });
}

/** Columns whose values are not JSON. */
type Columns = Omit<Row<'Site'>, 'customization'>;

function siteColumns({ adaptiveContent, proxy, ...changes }: SiteChanges): Partial<Columns> {
  const { defaultSiteSpace, defaultSiteSection, ...columns } = changes;
  return omitUndefined({
    ...columns,
    adaptiveContent: adaptiveContent?.enabled,
    proxyOrigin: proxy,
  }) as Partial<Columns>;
}

function defaultsOf({ defaultSiteSpace, defaultSiteSection }: Defaults): Partial<Defaults> {
  return omitUndefined({ defaultSiteSpace, defaultSiteSection });
}

/**
 * Prepares a change of a site's basename; fails if another site of the organization has the new basename. Locks the
 * organization, so that the second of two concurrent requests for one basename fails. The previous basename leads to
 * the site until another site takes it.
 */
async function changeBasename(
  { tx }: UnitOfWork,
  { organizationId, ...site }: Row<'Site'>,
  basename: string,
): Promise<void> {
  await tx.lock('Organization', organizationId);
  await requireFreeBasename(tx, organizationId, basename);
  bufferDelete(tx, { table: 'FormerBasename', where: { organizationId, basename } });
  if (site.basename === null) return;
  const formerBasename = { organizationId, basename: site.basename, siteId: site.id };
  await insertRows(tx, {
    table: 'FormerBasename',
    rows: [formerBasename],
    conflictColumns: ['organizationId', 'basename'],
  });
}

async function requireFreeBasename(
  { read }: UnitOfWork['tx'],
  organizationId: string,
  basename: string,
): Promise<void> {
  const query = read.sql.selectFrom('Site').select('id').where('organizationId', '=', organizationId);
  if (!(await read.first(query.where('basename', '=', basename)))) return;
  const message = `\`basename\` must be free in the organization (got ${JSON.stringify(basename)}, which another site uses)`;
  throw badInput('basename', message);
}
