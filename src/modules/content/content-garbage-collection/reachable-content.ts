import { sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import { hashesIn } from '../../../engine/tree/manifest/manifest.js';
import { groupBy } from '../../../platform/arrays/group-by.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { type ContentRoot, contentRoots } from './content-roots.js';

/** Address of a blob or a tree node. */
export interface Address {
  organizationId: string;
  hash: Hash;
}

/** The content that was marked as reachable. */
export interface ReachableContent {
  has(contentTable: ContentRoot['contentTable'], address: Address): boolean;
}

/** Number of rows that one query reads. */
const rowBatchSize = 1000;

/** Number of nodes that one query reads; each node may be large. */
const nodeBatchSize = 25;

/**
 * Marks all content that is reachable from the roots, level by level, in short queries. Needs about 100 bytes of memory
 * for each marked address.
 */
export async function markReachableContent(read: Queries, signal: AbortSignal): Promise<ReachableContent> {
  const marks = { TreeNode: new Set<string>(), Blob: new Set<string>() };
  const markIfNew = (contentTable: ContentRoot['contentTable'], address: Address): boolean => {
    const key = compactKey(address);
    return marks[contentTable].size !== marks[contentTable].add(key).size;
  };
  let level: Address[] = [];
  for (const root of contentRoots)
    for await (const address of addressesIn(read, root)) {
      signal.throwIfAborted();
      if (markIfNew(root.contentTable, address) && root.contentTable === 'TreeNode') level.push(address);
    }
  while (level.length > 0) {
    const next: Address[] = [];
    for await (const { organizationId, content } of readNodes(read, level)) {
      signal.throwIfAborted();
      const { nodes, blobs } = hashesIn(content);
      for (const hash of blobs) markIfNew('Blob', { organizationId, hash });
      for (const hash of nodes)
        if (markIfNew('TreeNode', { organizationId, hash })) next.push({ organizationId, hash });
      await yieldToEventLoop();
    }
    level = next;
  }
  return { has: (contentTable, address) => marks[contentTable].has(compactKey(address)) };
}

/**
 * Returns a short key of an address, with 128 bits of the hash. That is sufficient: a collision would only retain
 * unreachable content.
 */
function compactKey({ organizationId, hash }: Address): string {
  return organizationId + Buffer.from(hash.slice(0, 32), 'hex').toString('latin1');
}

/** Reads the addresses in a column. */
async function* addressesIn(read: Queries, { table, key, column }: ContentRoot): AsyncGenerator<Address> {
  for (let last = ''; ; ) {
    const rows = await read.all(sql<Address & { key: string }>`
      select ${sql.ref(key)} as "key", "organizationId", ${sql.ref(column)} as "hash" from ${sql.table(table)}
      where ${sql.ref(key)} > ${last} order by ${sql.ref(key)} limit ${rowBatchSize}`);
    for (const { organizationId, hash } of rows) if (hash !== null) yield { organizationId, hash };
    if (rows.length < rowBatchSize) return;
    last = rows.at(-1)!.key;
  }
}

async function* readNodes(read: Queries, addresses: readonly Address[]) {
  for (const [organizationId, group] of groupBy(addresses, (address) => address.organizationId))
    for (let from = 0; from < group.length; from += nodeBatchSize) {
      const hashes = group.slice(from, from + nodeBatchSize).map(({ hash }) => hash);
      const query = read.sql
        .selectFrom('TreeNode')
        .select(['organizationId', 'content'])
        .where('organizationId', '=', organizationId)
        .where(read.inList('hash', hashes));
      yield* await read.all(query);
    }
}
