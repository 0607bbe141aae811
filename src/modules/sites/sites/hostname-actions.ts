import { AppError } from '../../../platform/base/errors.js';
import type { Row } from '../../../platform/db/query/rows.js';
import { bufferUpdate, type Values } from '../../../platform/db/write/change-rows.js';
import type { FindTexts } from '../../../platform/outbound/text-records.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction, runActionInSteps, type UnitOfWork } from '../../shared/unit-of-work.js';
import { hostnameRecord } from './hostname-record.js';

/**
 * Sets or removes the hostname of a site. A new hostname must be confirmed again, and serves nothing until then.
 * @throws NOT_FOUND, FORBIDDEN
 */
export function setHostname(actor: Actor, id: string, hostname: string | null): Promise<void> {
  return runAction(actor, async (unit) => {
    const site = await lockTarget(unit, 'Site', id, 'site.publish');
    if (site.hostname === hostname) return;
    updateSiteRow(unit, site, { hostname, confirmedHostname: null });
    unit.record({
      organizationId: site.organizationId,
      action: 'setSiteHostname',
      targetId: id,
      changes: { hostname, ...(site.confirmedHostname !== null && { hostnameBefore: site.confirmedHostname }) },
    });
  });
}

/**
 * Confirms the hostname of a site after a DNS record shows that it belongs to the organization; the operator needs no
 * record. Does nothing, without a DNS query, if it is already confirmed.
 * @throws NOT_FOUND, FORBIDDEN; UNAVAILABLE if the DNS does not respond.
 * @throws CONFLICT if the site has no hostname, if the record is missing, and if another site has the hostname.
 */
export function confirmHostname(actor: Actor & { findTexts?: FindTexts }, id: string): Promise<void> {
  return runActionInSteps(actor, async ({ before, last }) => {
    const hostname = await before(async (unit) => {
      const site = await lockTarget(unit, 'Site', id, 'site.publish');
      if (site.hostname === null) throw new AppError('CONFLICT', `The site ${id} has no hostname; set one first`);
      return { name: site.hostname, isConfirmed: site.confirmedHostname === site.hostname };
    });
    if (actor.findTexts && !hostname.isConfirmed) await requireRecord(actor.findTexts, id, hostname.name);
    return last((unit) => confirm(unit, id, hostname.name));
  });
}

async function requireRecord(findTexts: FindTexts, id: string, hostname: string): Promise<void> {
  const { name, value } = hostnameRecord(id, hostname);
  if ((await findTexts(name)).includes(value)) return;
  const message = `The DNS has no TXT record ${name} with the value ${value}; set it, then confirm the hostname`;
  throw new AppError('CONFLICT', message, { reason: 'HOSTNAME_UNPROVEN' });
}

/**
 * Confirms the hostname. Takes a lock on the hostname, so that the second of two sites that confirm it concurrently
 * fails.
 */
async function confirm(unit: UnitOfWork, id: string, hostname: string): Promise<void> {
  await unit.tx.lockName(`hostname ${hostname}`);
  const site = await lockTarget(unit, 'Site', id, 'site.publish');
  if (site.hostname !== hostname)
    throw new AppError('CONFLICT', `The hostname of the site ${id} changed meanwhile; confirm it again`);
  if (site.confirmedHostname === hostname) return;
  const { read } = unit.tx;
  const query = read.sql.selectFrom('Site').select('id').where('confirmedHostname', '=', hostname);
  if (await read.first(query))
    throw new AppError('CONFLICT', `The hostname ${hostname} belongs to another site`, { reason: 'HOSTNAME_TAKEN' });
  updateSiteRow(unit, site, { confirmedHostname: hostname });
  const { organizationId } = site;
  unit.record({ organizationId, action: 'confirmSiteHostname', targetId: id, changes: { hostname } });
}

function updateSiteRow({ tx, at }: UnitOfWork, { id }: Row<'Site'>, columns: Values<'Site'>): void {
  bufferUpdate(tx, { table: 'Site', where: { id }, set: { ...columns, updatedAt: at } });
}
