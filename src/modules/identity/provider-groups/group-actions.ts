import { sql } from 'kysely';
import { notFound } from '../../../platform/base/errors.js';
import { idKind } from '../../../platform/base/ids.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { bufferInsertIfFew } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { distinctPairs, type GroupTeam, requireTeams } from '../sso/group-mapping.js';
import type { ProviderPath } from '../sso/provider-actions.js';
import type { ProviderKind, providerKinds } from '../sso/provider-kinds.js';

/** The mode of a provider's groups, and the teams that the groups map to. */
export interface GroupSettings {
  mode: string;
  groups: readonly GroupTeam[];
}

/**
 * Replaces the teams that the groups of a provider map to. The teams of a person change at the person's next sign-in.
 * @throws NOT_FOUND, FORBIDDEN; BAD_USER_INPUT for over 500 pairs, and for a team that is not in the organization
 */
export function setProviderGroups(actor: Actor, name: ProviderPath, { mode, groups }: GroupSettings): Promise<void> {
  const pairs = distinctPairs(groups);
  return runAction(actor, async (unit) => {
    const teamIds = await lockTeams(unit.tx, name.organization, pairs);
    await unit.tx.lock('Organization', name.organization);
    const table = providerTable(name.provider);
    const { id, organizationId } = await lockTarget(unit, table, name.provider, 'sso.update');
    if (organizationId !== name.organization) throw notFound('identity provider', id);
    requireTeams(groups, teamIds);
    bufferDelete(unit.tx, { table: 'ProviderGroup', where: { organizationId, providerId: id } });
    const rows = pairs.map(({ group, team: teamId }) => ({ organizationId, providerId: id, group, teamId }));
    await bufferInsertIfFew(unit.tx, { table: 'ProviderGroup', rows });
    bufferUpdate(unit.tx, { table, where: { id }, set: { groupMode: mode, updatedAt: unit.at } });
    const changes = { mode, groups: pairs.map(({ group, team }) => ({ group, team })) };
    unit.record({ organizationId, action: 'setProviderGroups', targetId: id, changes });
  });
}

type ProviderTable = (typeof providerKinds)[ProviderKind]['providers'];

/** Returns the table of a provider. The prefix of its id states the kind of the provider. @throws NOT_FOUND */
export function providerTable(id: string): ProviderTable {
  const table = idKind(id);
  if (table === 'SamlProvider' || table === 'OidcProvider') return table;
  throw notFound('identity provider', id);
}

/**
 * Locks teams of an organization. The caller must lock the organization afterwards, because all changes of teams lock
 * in this order. The teams therefore still exist when the provider refers to them.
 * @returns the ids of those teams that exist
 */
async function lockTeams({ read }: Transaction, organizationId: string, pairs: readonly GroupTeam[]) {
  const lock = read.provider === 'postgresql' ? sql`order by t."id" for share of t` : sql``;
  const ids = [...new Set(pairs.map(({ team }) => team))];
  const rows = await read.all(sql<{ id: string }>`select t."id" from "Team" t
    where t."organizationId" = ${organizationId} and ${read.inList('t.id', ids)} ${lock}`);
  return new Set(rows.map(({ id }) => id));
}
