import { registerUnlockHook } from '../content/space-lifecycle/unlock-hooks.js';
import type { UnitOfWork } from '../shared/unit-of-work.js';
import { lockRow } from './lock-translation.js';
import { askForRun } from './run-actions.js';

/** Has the translations run whose runs found the space locked that they come to. */
async function runLockedOut({ tx }: UnitOfWork, spaceId: string): Promise<void> {
  const query = tx.read.sql.selectFrom('Translation').select('id').where('resultSpaceId', '=', spaceId);
  for (const { id } of await tx.read.all(query.orderBy('id'))) {
    const row = await lockRow({ tx }, id);
    // Whoever asked for the run that was locked out asks for this one.
    if (row?.isLockedOut) await askForRun({ tx, actorId: row.runById! }, row);
  }
}

registerUnlockHook(runLockedOut);
