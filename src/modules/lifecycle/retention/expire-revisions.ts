import { sql } from 'kysely';
import type { RetentionConfig } from '../../../platform/config/retention-config.js';
import { bufferDelete, bufferUpdate } from '../../../platform/db/write/change-rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import type { JobKind } from '../../../platform/jobs/job-kind.js';
import { type OrganizationCutoff, readCutoffs, runRoundRobin } from './organization-retention.js';
import { type BranchRevision, planRemoval, type RevisionRemoval } from './plan-removal.js';

/** Maximum numbers of change requests that one query reads, and of revisions that one transaction removes. */
const batchSizes = { changeRequests: 200, revisions: 500 };

/** Returns the kind of the job that removes revisions of merged change requests. */
export function expireRevisionsKind(store: Store, retention: RetentionConfig): JobKind {
  return {
    name: 'revisions.expire',
    async run(_payload, { signal }) {
      const cutoffs = await readCutoffs(store, { kind: 'revisions', retention });
      const scans = cutoffs.map((cutoff) => ({ ...cutoff, last: '' }));
      await runRoundRobin(scans, signal, (scan) => removeOfNext(store, scan, signal));
    },
  };
}

/** A scan of the merged change requests of an organization, by id. `last` is the last one that was read. */
type Scan = OrganizationCutoff & { last: string };

/** Removes revisions of the next change requests of an organization. Returns whether there may be more of them. */
async function removeOfNext(store: Store, scan: Scan, signal: AbortSignal): Promise<boolean> {
  const ids = await readMerged(store, scan);
  for (const id of await filterRemovable(store, ids))
    do signal.throwIfAborted();
    while (await store.transaction((tx) => removeRevisions(tx, id)));
  scan.last = ids.at(-1) ?? scan.last;
  return ids.length === batchSizes.changeRequests;
}

/** Reads the ids of change requests that were merged before the cutoff. */
async function readMerged({ read }: Store, { organizationId, cutoff, last }: Scan): Promise<string[]> {
  const rows = await read.all(sql<{ id: string }>`
    select c."id" from "ChangeRequest" c join "Revision" m on m."id" = c."revisionMergedId"
    where c."organizationId" = ${organizationId} and c."status" = 'merged' and c."id" > ${last}
      and m."createdAt" <= ${cutoff} order by c."id" limit ${batchSizes.changeRequests}`);
  return rows.map(({ id }) => id);
}

/** Returns the change requests that have more revisions than the last edit of each author and the named revisions. */
async function filterRemovable({ read }: Store, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await read.all(sql<{ id: string }>`
    select c."id" from "ChangeRequest" c where ${read.inList('c.id', ids)} and exists (
      select 1 from "Revision" r where r."spaceId" = c."spaceId" and r."changeRequestId" = c."id"
        and r."id" not in (${namedRevisions(sql.ref('c.id'))})
        and (r."type" = 'update' or r."id" <> (select max(e."id") from "Revision" e
          where e."changeRequestId" = c."id" and e."authorId" = r."authorId" and e."type" <> 'update')))`);
  return rows.map(({ id }) => id);
}

/** SQL of the ids of the revisions that a change request, its reviews, its requests for reviews or its comments name. */
function namedRevisions(id: unknown) {
  return sql<{ id: string }>`select "revisionId" as "id" from "ChangeRequest" where "id" = ${id}
    union all select "revisionId" from "Review" where "changeRequestId" = ${id}
    union all select "revisionId" from "ReviewRequest" where "changeRequestId" = ${id}
    union all select "revisionId" from "Comment" where "changeRequestId" = ${id}`;
}

/**
 * Removes revisions of a merged change request. A revision whose parent is removed gets the nearest earlier revision
 * that stays as its parent.
 * @returns whether there may be more of them
 */
async function removeRevisions(tx: Transaction, changeRequestId: string): Promise<boolean> {
  await tx.lock('ChangeRequest', changeRequestId);
  const [revisions, named] = await Promise.all([
    tx.read.all(sql<BranchRevision>`select "id", "parentId", "authorId", "type", "removedEdits" from "Revision"
      where "spaceId" = (select "spaceId" from "ChangeRequest" where "id" = ${changeRequestId})
        and "changeRequestId" = ${changeRequestId} order by "id"`),
    tx.read.all(namedRevisions(changeRequestId)),
  ]);
  const limit = batchSizes.revisions;
  const removal = planRemoval(revisions, { named: new Set(named.map(({ id }) => id)), limit });
  writeRemoval(tx, removal);
  return removal.removed.length === limit;
}

function writeRemoval(tx: Transaction, { removed, parents, removedEdits }: RevisionRemoval): void {
  for (const [id, parentId] of parents) bufferUpdate(tx, { table: 'Revision', where: { id }, set: { parentId } });
  for (const [id, count] of removedEdits)
    bufferUpdate(tx, { table: 'Revision', where: { id }, set: { removedEdits: count } });
  bufferDelete(tx, { table: 'Revision', where: {}, inList: { column: 'id', values: removed } });
}
