import type { Row } from '../../../platform/db/query/rows.js';
import type { UnitOfWork } from '../../shared/unit-of-work.js';
import { enqueueComputedUpdate } from '../computed/update-computed-actions.js';

/** Runs when a space is unlocked for edits, in the transaction that unlocks it. */
export type UnlockHook = (unit: UnitOfWork, spaceId: string) => Promise<void>;

const hooks: UnlockHook[] = [];

/** Registers a hook. A module calls it once, when it is loaded. */
export function registerUnlockHook(hook: UnlockHook): void {
  hooks.push(hook);
}

/**
 * Enqueues an update of the computed pages of a space, and runs the hooks. The transaction must have locked the space.
 */
export async function runUnlockHooks(unit: UnitOfWork, { organizationId, id }: Row<'Space'>): Promise<void> {
  await enqueueComputedUpdate(unit.tx, { organizationId, spaceId: id });
  for (const hook of hooks) await hook(unit, id);
}
