import { registerUnlockHook } from '../content/space-lifecycle/unlock-hooks.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { lockRow } from './lock-translation.js';
import { requestRun } from './run-actions.js';

/** Enqueues runs of the translations whose last run stopped because their result space was locked. */
async function runLockedOut({ tx }: UnitOfWork, spaceId: string): Promise<void> {
  const query = tx.read.sql.selectFrom('Translation').select('id').where('resultSpaceId', '=', spaceId);
  for (const { id } of await tx.read.all(query.orderBy('id'))) {
    const row = await lockRow({ tx }, id);
    // The user who requested the earlier run also counts as the requester of this one.
    if (row?.isLockedOut) await requestRun({ tx, actorId: row.runById! }, row);
  }
}

registerUnlockHook(runLockedOut);
