import { type RawBuilder, sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** Spaces whose content is copied from one organization to another. */
export interface ContentOf {
  from: string;
  to: string;
  spaceIds: readonly string[];
}

/** A blob that the receiving organization does not have. */
export interface MissingBlob {
  hash: Hash;
  size: number;
}

/**
 * Returns the tree nodes of all revisions of some spaces, including change requests, that the receiving organization
 * does not have. A node is stored with everything below it, so the walk stops at existing nodes.
 */
export async function missingNodes(read: Queries, { from, to, spaceIds }: ContentOf): Promise<Hash[]> {
  const isMissing = (hash: RawBuilder<unknown>) => sql`not exists (select 1 from "TreeNode" as own
    where own."organizationId" = ${to} and own."hash" = ${hash})`;
  const child = named(read, sql`node."content"`, children);
  const query = sql<{ hash: Hash }>`with recursive reached("hash") as (
    select "rootHash" from "Revision"
      where ${read.inList('spaceId', [...spaceIds])} and ${isMissing(sql`"Revision"."rootHash"`)}
    union
    select ${child.hash} from reached
      join "TreeNode" as node on node."organizationId" = ${from} and node."hash" = reached."hash"
      cross join ${child.source} where ${child.condition} and ${isMissing(child.hash)})
    select node."hash" from reached
      join "TreeNode" as node on node."organizationId" = ${from} and node."hash" = reached."hash"`;
  return (await read.all(query)).map(({ hash }) => hash);
}

/** Returns the blobs that the given tree nodes refer to and the receiving organization does not have. */
export function missingBlobs(
  read: Queries,
  { from, to }: Pick<ContentOf, 'from' | 'to'>,
  nodes: readonly Hash[],
): Promise<MissingBlob[]> {
  const blob = named(read, sql`node."content"`, blobs);
  return read.all(sql<MissingBlob>`select "Blob"."hash", "Blob"."size" from "Blob" where "Blob"."organizationId" = ${from}
    and "Blob"."hash" in (select ${blob.hash} from "TreeNode" as node cross join ${blob.source}
      where node."organizationId" = ${from} and ${read.inList(sql`node."hash"`, [...nodes])} and ${blob.condition})
    and not exists (select 1 from "Blob" as own where own."organizationId" = ${to} and own."hash" = "Blob"."hash")
    order by "Blob"."hash"`);
}

/**
 * For each database: the pattern of the hashes that a tree node contains, by member name or position.
 * `src/engine/tree/manifest/manifest.ts` defines tree nodes.
 */
interface Naming {
  sqlite: RawBuilder<unknown>;
  postgresql: string;
}

/**
 * Patterns of the hashes of child nodes: lists of pages and files of a root, lists of sub-pages, and directories in a
 * directory.
 */
const children: Naming = {
  sqlite: sql`(named."key" in ('children', 'files', 'pages') or named."path" like '$.directories[%')`,
  postgresql: '(?:"(?:children|files|pages)":|",)"([0-9a-f]{64})"',
};

const blobs: Naming = { sqlite: sql`named."key" = 'blob'`, postgresql: '"blob":"([0-9a-f]{64})"' };

/**
 * Returns SQL for the hashes in a node's canonical JSON. Postgres reads the JSON as text, because its JSON type rejects
 * escapes that this JSON may contain. In the text, a quote within a string has a backslash before it. If a user's text
 * looks like a hash, it matches no content, or content that no user can reach.
 */
function named({ provider }: Queries, content: RawBuilder<unknown>, naming: Naming) {
  return provider === 'sqlite'
    ? {
        source: sql`json_tree(${content}) as named`,
        hash: sql`named."value"`,
        condition: sql`named."type" = 'text' and ${naming.sqlite}`,
      }
    : {
        source: sql`lateral regexp_matches(${content}, ${naming.postgresql}, 'g') as named(hashes)`,
        hash: sql`named.hashes[1]`,
        condition: sql`true`,
      };
}
