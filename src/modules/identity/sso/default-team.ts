import { badInput } from '../../../platform/base/errors.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Locks the default team before the organization, in the order of every change of a team. So the team still exists when
 * the provider refers to it.
 */
export async function lockDefaultTeam(
  { tx }: UnitOfWork,
  { defaultTeam }: { defaultTeam?: string | null },
): Promise<void> {
  if (defaultTeam != null) await tx.lock('Team', defaultTeam);
}

/**
 * Checks that a default team is in the organization. The caller has locked it.
 * @throws BAD_USER_INPUT
 */
export async function checkDefaultTeam({ tx }: UnitOfWork, organizationId: string, id: string | null | undefined) {
  if (id == null) return id;
  const query = tx.read.sql.selectFrom('Team').select('id').where('id', '=', id);
  if (await tx.read.first(query.where('organizationId', '=', organizationId))) return id;
  throw badInput('defaultTeam', `\`defaultTeam\` must be a team of the organization (got ${JSON.stringify(id)})`);
}
