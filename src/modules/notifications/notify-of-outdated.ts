import { sql } from 'kysely';
import type { Transaction } from '../../platform/db/write/transaction.js';
import type { RunHeadHooks } from '../content/revisions/head-hooks.js';
import { activeStates } from './kinds.js';
import { notify } from './notify.js';

/** A change request, and the person who opened it. */
interface Opened {
  id: string;
  createdById: string;
}

/**
 * Notifies people that their change requests are outdated, when the head of the space moves. Only those that were up to
 * date before become outdated. The one that is merged is left out when the mail is made.
 */
export async function notifyOfOutdated(tx: Transaction, spaceId: string): Promise<RunHeadHooks> {
  const upToDate = await tx.read.all(sql<Opened>`select c."id", c."createdById" from "ChangeRequest" c
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
