import { type RawBuilder, sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import { type ListCondition, preparedQuery, type ValueNamed } from '../../../platform/db/query/prepared-query.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { bufferInsert } from '../../../platform/db/write/insert-rows.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';

/**
 * Time that content counts as in use after it was stored or used, in milliseconds. Another use within that time is not
 * recorded.
 */
const freshMs = 12 * 3_600_000;

/** Blobs or nodes of an organization. */
export interface SomeContent {
  table: 'Blob' | 'TreeNode';
  organizationId: string;
  hashes: readonly Hash[];
}

/**
 * Marks the given blobs or nodes as in use, and returns those that the organization has. They cannot be deleted until
 * the transaction ends, and then the garbage collection sees that they are in use. Content that the garbage collection
 * is deleting counts as missing, so that the caller writes it again.
 */
export async function markContentInUse(tx: Transaction, content: SomeContent, at: Date): Promise<Set<Hash>> {
  const { table, organizationId, hashes } = content;
  if (hashes.length === 0) return new Set();
  const existing = await tx.read.all(usedContent[table](tx.read, { organizationId, since: freshSince(at), hashes }));
  const old = existing.filter((row) => row.old === 1).map(({ hash }) => hash);
  touchContent(tx, { organizationId, hashes: old }, at);
  return new Set(existing.map(({ hash }) => hash));
}

/**
 * Does the same as `markContentInUse`, but buffered and without a result. Content that exists when the buffered
 * statement runs is retained and is in use again.
 */
export function bufferContentInUse(tx: Transaction, { table, organizationId, hashes }: SomeContent, at: Date): void {
  if (hashes.length === 0) return;
  tx.buffer(touchUsed[table](tx.read, { organizationId, since: freshSince(at), at: at.toISOString(), hashes }));
}

/** Marks content as in use, in the same order in all transactions. */
export function touchContent(tx: Transaction, { organizationId, hashes }: Omit<SomeContent, 'table'>, at: Date): void {
  const rows = [...hashes].sort().map((hash) => ({ organizationId, hash, at }));
  bufferInsert(tx, { table: 'ContentTouch', rows, conflictColumns: ['organizationId', 'hash'] });
}

/**
 * Hash that represents all content of an organization. A transfer uses it to mark all content as in use without listing
 * the hashes.
 */
export const allContent = '*';

/**
 * Prevents the garbage collection from deleting content of an organization until the transaction ends. A garbage
 * collection that is already running deletes none of this content.
 */
export async function markAllContentInUse(tx: Transaction, organizationId: string): Promise<void> {
  await tx.lockName(garbageCollectionLock(organizationId));
  touchContent(tx, { organizationId, hashes: [allContent] }, new Date());
}

/** Returns the name of the lock that a garbage collection holds while it deletes content of an organization. */
export function garbageCollectionLock(organizationId: string): string {
  return `sweep of ${organizationId}`;
}

/**
 * Returns SQL that reads the existing content, and whether each row was last used before `since`. It locks the rows, so
 * that the garbage collection skips them; rows that it deletes meanwhile are not found. SQLite needs no row locks,
 * because it has one writer.
 */
function usedContentSql<Values extends UsedContent>(
  table: SomeContent['table'],
  [{ provider }, value, isIn]: [Queries, ValueNamed<Values>, ListCondition<Values>],
): RawBuilder<{ hash: Hash; old: number }> {
  return sql`select own."hash", case when own."createdAt" < ${value('since')}
      and (touch."at" is null or touch."at" < ${value('since')}) then 1 else 0 end as "old"
    from ${sql.table(table)} as own left join "ContentTouch" as touch
      on touch."organizationId" = own."organizationId" and touch."hash" = own."hash"
    where own."organizationId" = ${value('organizationId')} and ${isIn('own.hash', 'hashes')}
    ${provider === 'sqlite' ? sql`` : sql`for key share of own`}`;
}

interface UsedContent {
  organizationId: string;
  since: string;
  hashes: readonly string[];
}

const usedContentQuery = (table: SomeContent['table']) =>
  preparedQuery<UsedContent, { hash: Hash; old: number }>((...queryParts) => usedContentSql(table, queryParts));

const usedContent = { Blob: usedContentQuery('Blob'), TreeNode: usedContentQuery('TreeNode') };

const touchUsedQuery = (table: SomeContent['table']) =>
  preparedQuery<UsedContent & { at: string }, never>((read, value, isIn) => {
    const at = read.provider === 'sqlite' ? value('at') : sql`cast(${value('at')} as timestamp)`;
    return sql`with "used" as (${usedContentSql(table, [read, value, isIn])})
      insert into "ContentTouch" ("organizationId", "hash", "at")
      select ${value('organizationId')}, "hash", ${at} from "used" where "old" = 1 order by "hash"
      on conflict ("organizationId", "hash") do update set "at" = excluded."at"`;
  });

const touchUsed = { Blob: touchUsedQuery('Blob'), TreeNode: touchUsedQuery('TreeNode') };

function freshSince(at: Date): string {
  return new Date(at.getTime() - freshMs).toISOString();
}
