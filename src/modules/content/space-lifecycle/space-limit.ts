import { limitReached } from '../../identity/organizations/limit-reached.js';
import { getRow } from '../../shared/targets.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';

/**
 * Checks that an organization may have more spaces. If it has a limit, the organization is locked, so that two actions
 * cannot both add the last space that the limit allows. Deleted spaces do not count.
 * @param added number of spaces that the action adds
 * @throws CONFLICT with the reason SPACE_LIMIT
 */
export async function requireRoomForSpaces(unit: UnitOfWork, organizationId: string, added: number): Promise<void> {
  if ((await getRow(unit, 'Organization', organizationId)).maxSpaces === null) return;
  await unit.tx.lock('Organization', organizationId);
  const { read } = unit.tx;
  const spaces = read.sql
    .selectFrom('Space')
    .where('organizationId', '=', organizationId)
    .where('deletedAt', 'is', null);
  const counted = spaces.select((row) => row.fn.countAll<number>().as('count'));
  const [{ maxSpaces: maximum }, { count = 0 } = {}] = await Promise.all([
    getRow(unit, 'Organization', organizationId),
    read.first(counted, { count: 'int' }),
  ]);
  if (maximum === null || count + added <= maximum) return;
  throw limitReached({ noun: 'space', added, maximum, reason: 'SPACE_LIMIT' });
}
