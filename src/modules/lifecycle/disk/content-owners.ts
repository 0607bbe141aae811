import { sql } from 'kysely';
import { hashesIn } from '../../../engine/tree/manifest/manifest.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { DiskKind } from './disk-use.js';

/** Space that content belongs to; null for content of no space. `shared` is content of several spaces. */
interface ContentOwner {
  spaceId: string | null;
  isShared: boolean;
  kind: DiskKind;
}

/** Owners of the content of one organization, by hash. Content without an owner is unreachable. */
export interface ContentOwners {
  nodes: Map<string, ContentOwner>;
  blobs: Map<string, ContentOwner>;
}

/** Number of nodes that one query reads; each node may be large. */
const nodeBatchSize = 100;

/**
 * Finds the owners of the content of an organization: its spaces, from all their revisions on, then specifications and
 * translations. Needs about 200 bytes of memory for each blob or node.
 */
export async function findContentOwners(read: Queries, organizationId: string): Promise<ContentOwners> {
  const owners: ContentOwners = { nodes: new Map(), blobs: new Map() };
  const roots = await read.all(sql<{ spaceId: string | null; hash: string }>`
    select "spaceId", "rootHash" as "hash" from "Revision" where "organizationId" = ${organizationId}
    union select null, "machineRootHash" from "Translation"
      where "organizationId" = ${organizationId} and "machineRootHash" is not null order by 1`);
  for (const { spaceId, hash } of roots)
    if (mark(owners.nodes, hash, { spaceId, kind: 'treeNodes' }))
      await markBelow(read, owners, { organizationId, spaceId, hashes: [hash] });
  for (const { hash } of await read.all(sql<{ hash: string }>`
    select "sourceBlobHash" as "hash" from "OpenAPISpec"
      where "organizationId" = ${organizationId} and "sourceBlobHash" is not null
    union select "blobHash" from "OpenAPISpecVersion" where "organizationId" = ${organizationId}`))
    mark(owners.blobs, hash, { spaceId: null, kind: 'specifications' });
  for (const { spaceId, hash } of await read.all(sql<{ spaceId: string; hash: string }>`
    select distinct "spaceId", "blob" as "hash" from "Comment"
      where "organizationId" = ${organizationId} and "blob" is not null`))
    mark(owners.blobs, hash, { spaceId, kind: 'pages' });
  return owners;
}

/** Marks the content of some nodes, level by level. Skips content that is already marked for the space or as shared. */
async function markBelow(
  read: Queries,
  owners: ContentOwners,
  { organizationId, spaceId, hashes }: { organizationId: string; spaceId: string | null; hashes: string[] },
): Promise<void> {
  for (let level = hashes; level.length > 0; ) {
    const next: string[] = [];
    for (let from = 0; from < level.length; from += nodeBatchSize)
      for (const content of await readNodes(read, organizationId, level.slice(from, from + nodeBatchSize))) {
        const { nodes, blobs } = hashesIn(content);
        const files = new Set([...content.matchAll(fileBlob)].map(([, hash]) => hash));
        for (const hash of blobs) mark(owners.blobs, hash, { spaceId, kind: files.has(hash) ? 'files' : 'pages' });
        for (const hash of nodes) if (mark(owners.nodes, hash, { spaceId, kind: 'treeNodes' })) next.push(hash);
      }
    level = next;
  }
}

/** Hash of the bytes of a file in canonical JSON, where the members of a file are in alphabetical order. */
const fileBlob = /"blob":"([0-9a-f]{64})","contentType"/g;

async function readNodes(read: Queries, organizationId: string, hashes: string[]): Promise<string[]> {
  const nodes = read.sql.selectFrom('TreeNode').select('content').where('organizationId', '=', organizationId);
  return (await read.all(nodes.where(read.inList('hash', hashes)))).map(({ content }) => content);
}

/**
 * Marks content as that of a space. Returns whether its owner has changed, so that the content that it refers to must
 * be marked too.
 */
function mark(
  owners: Map<string, ContentOwner>,
  hash: string,
  { spaceId, kind }: Pick<ContentOwner, 'spaceId' | 'kind'>,
): boolean {
  const owner = owners.get(hash);
  if (!owner) owners.set(hash, { spaceId, kind, isShared: false });
  else if (owner.isShared || owner.spaceId === spaceId) return false;
  else Object.assign(owner, { spaceId: null, isShared: true });
  return true;
}
