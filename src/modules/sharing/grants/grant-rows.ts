import { can } from '../../../access/policy.js';
import { newId } from '../../../platform/base/ids.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { type HolderKind, holders, type PlaceRef, placeKinds } from './places.js';

/** Members or teams, and the role that they get on a space or collection; null revokes their grants. */
export interface HolderRoles {
  kind: HolderKind;
  ids: readonly string[];
  role: string | null;
}

/** A space or collection, and its organization. */
export interface OwnedPlace extends PlaceRef {
  organizationId: string;
}

/**
 * Sets the grants of members or teams on a space or collection. The caller must have locked the space or collection, so
 * that each holder has at most one grant on it. The caller must also have checked that the holders belong to the
 * organization. Locks the organization, so that a removal of a member deletes grants either before or after this
 * action.
 * @returns number of holders whose grant was added, changed or revoked
 */
export async function setGrants(
  unit: UnitOfWork,
  place: OwnedPlace,
  { kind, ids, role }: HolderRoles,
): Promise<number> {
  const [placeColumn, holderColumn] = [placeKinds[place.kind].column, holders[kind].column];
  const { read } = unit.tx;
  await unit.tx.lock('Organization', place.organizationId);
  const isOfHolders = read.inList(holderColumn, [...ids]);
  if (role === null)
    return (
      await read.all(read.sql.deleteFrom('Grant').where(placeColumn, '=', place.id).where(isOfHolders).returning('id'))
    ).length;
  const existingGrants = await grantsOfHolders(unit, place, { kind, ids });
  const holdersWithGrant = new Set(existingGrants.map((row) => row[holderColumn]));
  const changedCount = existingGrants.filter((row) => row.role !== role).length;
  if (changedCount > 0)
    unit.tx.buffer(read.sql.updateTable('Grant').set({ role }).where(placeColumn, '=', place.id).where(isOfHolders));
  const rows = [...new Set(ids)]
    .filter((id) => !holdersWithGrant.has(id))
    .map((id) => ({
      id: newId('Grant'),
      organizationId: place.organizationId,
      [placeColumn]: place.id,
      [holderColumn]: id,
    }))
    .map((row) => ({ ...row, role, createdAt: unit.at }));
  await bufferInsertIfFew(unit.tx, { table: 'Grant', rows });
  return changedCount + rows.length;
}

/**
 * Returns the grants of members or teams on a space or collection itself, not on collections above it. Reads through
 * the transaction.
 */
export function grantsOfHolders({ tx }: UnitOfWork, place: PlaceRef, { kind, ids }: Pick<HolderRoles, 'kind' | 'ids'>) {
  const query = tx.read.sql.selectFrom('Grant').select(['userId', 'teamId', 'role']);
  return tx.read.all(
    query.where(placeKinds[place.kind].column, '=', place.id).where(tx.read.inList(holders[kind].column, [...ids])),
  );
}

/**
 * Returns the given ids that are members or teams of an organization and visible to the viewer. Locks their rows until
 * the transaction ends, because grants refer to them. Locks the organization before members, but after teams, as
 * removals of members and changes of teams do.
 */
export async function existingHolders(
  { tx, viewer }: UnitOfWork,
  organizationId: string,
  { kind, ids }: Pick<HolderRoles, 'kind' | 'ids'>,
): Promise<ReadonlySet<string>> {
  if (ids.length === 0 || (kind === 'team' && !can(viewer, 'team.view', { organizationId }))) return new Set();
  if (kind === 'user') await tx.lock('Organization', organizationId);
  const { read } = tx;
  const users = read.sql.selectFrom('Member').select('userId as id').where('organizationId', '=', organizationId);
  const teams = read.sql.selectFrom('Team').select('id').where('organizationId', '=', organizationId);
  const rows =
    kind === 'user' ? users.where(read.inList('userId', [...ids])) : teams.where(read.inList('id', [...ids]));
  const query = rows as typeof teams;
  return new Set((await read.all(read.provider === 'postgresql' ? query.forShare() : query)).map(({ id }) => id));
}
