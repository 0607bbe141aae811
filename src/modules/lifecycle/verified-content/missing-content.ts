import { sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import { type ContentRoot, contentRoots } from '../../content/content-garbage-collection/content-roots.js';
import { markReachableContent } from '../../content/content-garbage-collection/reachable-content.js';
import { boundedProblems } from '../verification-base/bounded-problems.js';
import type { Problem, Verification, VerificationCheck } from '../verification-base/check.js';
import { isRowSettled } from '../verification-base/settled.js';
import { childrenOfNode } from './node-children.js';
import { readAllNodes, type StoredNode } from './tree-nodes.js';

/** Tables whose hashes are computed from the heads; other checks compare them. */
const computedTables: readonly string[] = ['Page', 'File', 'SearchPage'];

/** Finds hashes in rows and in reachable tree nodes for which no content is stored. */
export const checkMissingContent: VerificationCheck = {
  name: 'missing-content',
  kind: 'references',
  about: 'hashes in revisions, comments, specifications, translations and tree nodes',
  async *find(verification) {
    for (const root of contentRoots)
      if (!computedTables.includes(root.table)) yield* findMissingRoots(verification, root);
    yield* findMissingChildren(verification);
  },
};

interface MissingRoot {
  organizationId: string;
  hash: Hash;
  key: string;
}

async function* findMissingRoots(
  { read, lost }: Verification,
  { table, key, column, contentTable }: ContentRoot,
): AsyncGenerator<Problem> {
  const rows = sql<MissingRoot>`select t."organizationId", t.${sql.ref(column)} as "hash", t.${sql.ref(key)} as "key"
    from ${sql.table(table)} as t where t.${sql.ref(column)} is not null and ${isRowSettled(table, 't')}
      and not exists (select 1 from ${sql.table(contentTable)} as c
        where c."organizationId" = t."organizationId" and c."hash" = t.${sql.ref(column)})`;
  yield* boundedProblems(read, { rows, object: table }, ({ organizationId, hash, key: id }) => {
    lost.add(organizationId, hash);
    return {
      object: `${table} ${id}`,
      detail: `refers by ${column} to the ${contentTable} ${hash}, which is missing.`,
    };
  });
}

/** Missing content that a node refers to. The node itself may be unreachable, so garbage collection may delete it. */
interface MissingChild {
  organizationId: string;
  contentTable: ContentRoot['contentTable'];
  hash: Hash;
  /** Node that refers to it. */
  parent: Hash;
}

async function* findMissingChildren(verification: Verification): AsyncGenerator<Problem> {
  const { read, lost, signal } = verification;
  const missing: MissingChild[] = [];
  for await (const nodes of readAllNodes(read)) {
    signal.throwIfAborted();
    missing.push(...(await missingChildrenOf(read, nodes)));
    await yieldToEventLoop();
  }
  if (missing.length === 0) return;
  // Content of an unreachable node may be deleted before the node itself.
  const reachable = await markReachableContent(read, signal);
  for (const { organizationId, contentTable, hash, parent } of missing) {
    if (!reachable.has(contentTable, { organizationId, hash }) || !lost.add(organizationId, hash)) continue;
    yield {
      object: `TreeNode ${organizationId}/${parent}`,
      detail: `refers to the ${contentTable} ${hash}, which is missing.`,
    };
  }
}

async function missingChildrenOf(read: Queries, nodes: readonly StoredNode[]): Promise<MissingChild[]> {
  const missing: MissingChild[] = [];
  for (const organizationId of new Set(nodes.map((node) => node.organizationId)))
    for (const [contentTable, member] of [
      ['TreeNode', 'nodes'],
      ['Blob', 'blobs'],
    ] as const) {
      const parents = new Map<Hash, Hash>();
      for (const node of nodes.filter((one) => one.organizationId === organizationId))
        for (const hash of childrenOfNode(node.content)[member]) parents.set(hash, node.hash);
      const stored = await storedHashes(read, { contentTable, organizationId, hashes: [...parents.keys()] });
      for (const [hash, parent] of parents)
        if (!stored.has(hash)) missing.push({ organizationId, contentTable, hash, parent });
    }
  return missing;
}

async function storedHashes(
  read: Queries,
  { contentTable, organizationId, hashes }: Pick<MissingChild, 'contentTable' | 'organizationId'> & { hashes: Hash[] },
): Promise<Set<Hash>> {
  if (hashes.length === 0) return new Set();
  const query = read.sql
    .selectFrom(contentTable as 'Blob')
    .select('hash')
    .where('organizationId', '=', organizationId)
    .where(read.inList('hash', hashes));
  return new Set((await read.all(query)).map(({ hash }) => hash));
}
