import { badInput } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Locks the default team in settings. The caller must lock the organization afterwards, because all changes of teams
 * lock in this order. The team therefore still exists when the provider refers to it.
 */
export async function lockDefaultTeam(
  { tx }: UnitOfWork,
  { defaultTeam }: { defaultTeam?: string | null },
): Promise<void> {
  if (defaultTeam != null) await tx.lock('Team', defaultTeam);
}

/**
 * Checks that a default team is in the organization. The caller must have locked the team.
 * @returns the id of the team
 * @throws BAD_USER_INPUT
 */
export async function checkDefaultTeam({ tx }: UnitOfWork, organizationId: string, id: string | null | undefined) {
  if (id == null) return id;
  const query = tx.read.sql.selectFrom('Team').select('id').where('id', '=', id);
  if (await tx.read.first(query.where('organizationId', '=', organizationId))) return id;
  throw badInput('defaultTeam', `\`defaultTeam\` must be a team of the organization (got ${JSON.stringify(id)})`);
}
