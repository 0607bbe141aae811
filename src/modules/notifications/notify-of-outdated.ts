import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { RunHeadHooks } from '../content/revisions/head-hooks.js';
import { activeStates } from './kinds.js';
import { notify } from './notify.js';

/** A change request that is up to date with its space, and the person who opened it. */
interface UpToDateChangeRequest {
  id: string;
  createdById: string;
}

/**
 * Reads the change requests of a space that are up to date, before the head of the space moves. The returned hook
 * notifies the people who opened them that they are now outdated. If the head moves because of a merge, the merged
 * change request is left out later, when the mail is created.
 */
export async function notifyOfOutdated(tx: Transaction, spaceId: string): Promise<RunHeadHooks> {
  const upToDate = await tx.read.all(sql<UpToDateChangeRequest>`select c."id", c."createdById" from "ChangeRequest" c
    join "Space" s on s."id" = c."spaceId"
    where c."spaceId" = ${spaceId} and c."status" in (${sql.join(activeStates)})
      and coalesce(c."revisionMergedAncestorId", c."revisionInitialId") = s."revisionId"`);
  return ({ organizationId, actorId }) =>
    notify(
      tx,
      { kind: 'changeRequestOutdated', organizationId, actorId, at: new Date() },
      upToDate.map(({ id: objectId, createdById: userId }) => ({ objectId, userId })),
    );
}
