import { AppError, notFound } from '../../../platform/base/errors.js';
import { newId } from '../../../platform/base/ids.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { Sealer } from '../../../platform/secrets/sealed.js';
import { changed } from '../../shared/changed.js';
import type { SiteName } from '../../shared/lock-site.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { type Actor, runAction, type UnitOfWork } from '../../shared/unit-of-work.js';
import { lockAudience } from './lock-audience.js';
import { newShareKey, storedShareKey } from './share-key.js';

/** Maximum number of share links of one site. */
const maxLinks = 100;

/**
 * Creates a share link with a new key. The event log does not contain the key.
 * @returns its id
 * @throws NOT_FOUND, FORBIDDEN; CONFLICT if the site already has 100 links
 */
export function createShareLink(
  actor: Actor & { sealer: Sealer },
  { name, ...site }: SiteName & { name: string },
): Promise<string> {
  return runAction(actor, async (unit) => {
    const { id: siteId, organizationId } = await lockAudience(unit, site);
    await requireShareLinkLimit(unit, siteId);
    const id = newId('ShareLink');
    const row = { id, organizationId, siteId, name, active: true, createdAt: unit.at };
    bufferInsert(unit.tx, { table: 'ShareLink', rows: [{ ...row, ...storedShareKey(actor.sealer, newShareKey()) }] });
    const changes = { site: siteId, name };
    unit.record({ organizationId, action: 'createSiteShareLink', targetId: id, changes });
    return id;
  });
}

/** Ids of a share link, of its site and of its organization. */
export interface ShareLinkIds extends SiteName {
  shareLink: string;
}

/**
 * Renames, activates or deactivates a share link; its key stays.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function updateShareLink(
  actor: Actor,
  target: ShareLinkIds,
  changes: { name?: string | null; active?: boolean | null },
): Promise<void> {
  return runAction(actor, async (unit) => {
    const link = await lockLink(unit, target);
    const { id, organizationId, siteId } = link;
    const columns = changed(link, omitUndefined(changes) as Partial<Row<'ShareLink'>>);
    if (Object.keys(columns).length === 0) return;
    bufferUpdate(unit.tx, { table: 'ShareLink', where: { id }, set: columns });
    const eventChanges = { site: siteId, ...omitUndefined(changes) } as { [name: string]: string | boolean };
    unit.record({ organizationId, action: 'updateSiteShareLinkById', targetId: id, changes: eventChanges });
  });
}

/**
 * Deletes a share link: its key no longer opens the site.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function deleteShareLink(actor: Actor, target: ShareLinkIds): Promise<void> {
  return runAction(actor, async (unit) => {
    const { id, organizationId, siteId, name } = await lockLink(unit, target);
    bufferDelete(unit.tx, { table: 'ShareLink', where: { id } });
    const changes = { site: siteId, name };
    unit.record({ organizationId, action: 'deleteSiteShareLinkById', targetId: id, changes });
  });
}

async function requireShareLinkLimit({ tx }: UnitOfWork, siteId: string): Promise<void> {
  const count = await tx.prisma.shareLink.count({ where: { siteId } });
  if (count < maxLinks) return;
  throw new AppError('CONFLICT', `The site has ${count} share links, the maximum; delete one first`);
}

async function lockLink(unit: UnitOfWork, { shareLink, ...site }: ShareLinkIds): Promise<Row<'ShareLink'>> {
  const { id: siteId } = await lockAudience(unit, site);
  const { read } = unit.tx;
  const query = read.sql.selectFrom('ShareLink').selectAll().where('id', '=', shareLink);
  const link = await read.first(query.where('siteId', '=', siteId));
  if (!link) throw notFound('share link', shareLink);
  return link;
}
