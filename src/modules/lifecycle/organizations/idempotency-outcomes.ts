import { sql } from 'kysely';
import { groupBy } from '../../../platform/arrays/group-by.js';
import { type IdKind, idKind } from '../../../platform/base/ids.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { TableName } from '../../../platform/db/query/rows.js';
import type { Store } from '../../../platform/db/write/store.js';
import { organizationTables } from './organization-tables.js';

/** Maximum number of outcomes per read. */
const outcomesPerRead = 500;

/** A stored outcome of a request, as text. */
interface Outcome {
  hash: string;
  outcome: string;
}

/**
 * Removes the stored outcomes of requests that name an organization or one of its objects. No column has the
 * organization of an outcome, so the ids in it are looked up. Must run before the objects are removed.
 */
export async function removeOutcomes({ store, organizationId, signal }: OutcomeRemoval): Promise<void> {
  for (let last = ''; ; ) {
    signal.throwIfAborted();
    const outcomes = await store.read.all(sql<Outcome>`select "hash", cast("outcome" as text) as "outcome"
      from "IdempotencyKey" where "hash" > ${last} order by "hash" limit ${outcomesPerRead}`);
    const own = await findOwnIds(store.read, organizationId, idsIn(outcomes.map(({ outcome }) => outcome).join(' ')));
    const hashes = outcomes.filter(({ outcome }) => idsIn(outcome).some((id) => own.has(id))).map(({ hash }) => hash);
    if (hashes.length > 0)
      await store.transaction(
        ({ read }) => read.all(read.sql.deleteFrom('IdempotencyKey').where(read.inList('hash', hashes))),
        organizationId,
      );
    if (outcomes.length < outcomesPerRead) return;
    last = outcomes.at(-1)!.hash;
  }
}

/** Input of `removeOutcomes`. */
interface OutcomeRemoval {
  store: Store;
  organizationId: string;
  signal: AbortSignal;
}

function idsIn(text: string): string[] {
  return text.match(/\b[a-z]+_[0-9a-z]{26}\b/g) ?? [];
}

/** Returns the given ids that identify the organization or one of its objects, with one query for each kind of id. */
async function findOwnIds(read: Queries, organizationId: string, ids: readonly string[]): Promise<Set<string>> {
  const byKind = groupBy([...new Set(ids)], idKind);
  const found = [...byKind].map(async ([kind, named]) => {
    const table = kind && tableOfKind(kind);
    if (!table) return [];
    const rows = sql<{ id: string }>`select "id" from ${sql.table(table)}
      where "organizationId" = ${organizationId} and ${read.inList('id', named)}`;
    return (await read.all(rows)).map(({ id }) => id);
  });
  return new Set([organizationId, ...(await Promise.all(found)).flat()]);
}

/** Returns the table for a kind of id; null if it has no rows that belong to organizations. */
function tableOfKind(kind: IdKind): TableName | null {
  const table = kind === 'CommentReply' ? 'Comment' : kind;
  return (organizationTables as readonly string[]).includes(table) ? (table as TableName) : null;
}
