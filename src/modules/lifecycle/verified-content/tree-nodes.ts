import { sql } from 'kysely';
import { hashOf } from '../../../engine/base/blob.js';
import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import { yieldToEventLoop } from '../../../platform/workers/event-loop.js';
import type { VerificationCheck } from '../verification-base/check.js';

/** A stored node of a tree. */
export interface StoredNode {
  organizationId: string;
  hash: Hash;
  content: string;
}

/** Number of nodes that one query reads; each node may be large. */
const batchSize = 25;

/** Reads all nodes, in chunks, ordered by organization. */
export async function* readAllNodes(read: Queries): AsyncGenerator<StoredNode[]> {
  for (let last = { organizationId: '', hash: '' }; ; ) {
    const nodes = await read.all(sql<StoredNode>`select "organizationId", "hash", "content" from "TreeNode"
      where ("organizationId", "hash") > (${last.organizationId}, ${last.hash})
      order by "organizationId", "hash" limit ${batchSize}`);
    if (nodes.length > 0) yield nodes;
    if (nodes.length < batchSize) return;
    last = nodes.at(-1)!;
  }
}

/** Compares the content of each node with its hash. */
export const checkTreeNodes: VerificationCheck = {
  name: 'tree-nodes',
  kind: 'hashes',
  about: 'lists of pages and files, compared with their SHA-256',
  async *find({ read, lost, signal }) {
    for await (const nodes of readAllNodes(read)) {
      signal.throwIfAborted();
      for (const { organizationId, hash, content } of nodes) {
        const found = hashOf(content);
        if (found === hash) continue;
        lost.add(organizationId, hash);
        yield {
          object: `TreeNode ${organizationId}/${hash}`,
          detail: `has content with another hash (${found}).`,
        };
      }
      await yieldToEventLoop();
    }
  },
};
