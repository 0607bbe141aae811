import { requireRecentSignIn } from '../../../access/policy.js';
import { badInput } from '../../../platform/base/errors.js';
import {
  maxRetentionDays,
  type RetentionConfig,
  type RetentionKind,
  retentionKinds,
} from '../../../platform/config/retention-config.js';
import { bufferUpdate } from '../../../platform/db/write/change-rows.js';
import { omitUndefined } from '../../shared/omit-undefined.js';
import { lockTarget } from '../../shared/targets.js';
import { type Actor, runAction } from '../../shared/unit-of-work.js';
import { retentionColumns } from './organization-retention.js';

/** New settings in days. Null means the setting of the server; absent kinds are unchanged. */
export type RetentionChanges = { [Kind in RetentionKind]?: number | null | undefined };

/**
 * Sets how long an organization keeps rows. Requires the role admin and a recent sign-in, because it removes rows.
 * @throws NOT_FOUND; FORBIDDEN, also with the reason SIGN_IN_TOO_OLD
 * @throws BAD_USER_INPUT for a number that is out of range, or longer than the server keeps such rows
 */
export function updateRetention(
  actor: Actor & { retention: RetentionConfig },
  organizationId: string,
  given: RetentionChanges,
): Promise<void> {
  return runAction(actor, async (unit) => {
    await lockTarget(unit, 'Organization', organizationId, 'organization.update');
    requireRecentSignIn(unit.viewer, 'organization.update');
    const changes = omitUndefined(given) as { [Kind in RetentionKind]?: number | null };
    const kinds = Object.keys(changes) as RetentionKind[];
    for (const kind of kinds) requireInRange(kind, changes[kind]!, actor.retention[kind]);
    const set = Object.fromEntries(kinds.map((kind) => [retentionColumns[kind], changes[kind]]));
    bufferUpdate(unit.tx, {
      table: 'Organization',
      where: { id: organizationId },
      set: { ...set, updatedAt: unit.at },
    });
    unit.record({ organizationId, action: 'updateRetention', targetId: organizationId, changes });
  });
}

function requireInRange(kind: RetentionKind, days: number | null, maximum: number | null): void {
  if (days === null) return;
  const [min, max] = [retentionKinds[kind].min, maximum ?? maxRetentionDays];
  if (days < min || days > max)
    throw badInput(kind, `\`${kind}\` must be from ${min} to ${max} days, or null (got ${days})`);
}
