import { type RawBuilder, sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** Input of a copy: the ids of two organizations, and of the spaces whose content is copied. */
export interface ContentCopy {
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
 * Returns the hashes of tree nodes that the receiving organization does not have. Reads all revisions of the given
 * spaces, including those of change requests. A node is stored with everything below it, so the search stops at
 * existing nodes.
 */
export async function missingNodes(read: Queries, { from, to, spaceIds }: ContentCopy): Promise<Hash[]> {
  const isMissing = (hash: RawBuilder<unknown>) => sql`not exists (select 1 from "TreeNode" as own
    where own."organizationId" = ${to} and own."hash" = ${hash})`;
  const child = matchHashes(read, sql`node."content"`, childHashes);
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
  { from, to }: Pick<ContentCopy, 'from' | 'to'>,
  nodes: readonly Hash[],
): Promise<MissingBlob[]> {
  const blob = matchHashes(read, sql`node."content"`, blobHashes);
  return read.all(sql<MissingBlob>`select "Blob"."hash", "Blob"."size" from "Blob" where "Blob"."organizationId" = ${from}
    and "Blob"."hash" in (select ${blob.hash} from "TreeNode" as node cross join ${blob.source}
      where node."organizationId" = ${from} and ${read.inList(sql`node."hash"`, [...nodes])} and ${blob.condition})
    and not exists (select 1 from "Blob" as own where own."organizationId" = ${to} and own."hash" = "Blob"."hash")
    order by "Blob"."hash"`);
}

/**
 * For each database: a pattern for the hashes in the JSON of a tree node, by member name or position.
 * `src/engine/tree/manifest/manifest.ts` defines tree nodes.
 */
interface HashPattern {
  sqlite: RawBuilder<unknown>;
  postgresql: string;
}

/**
 * Pattern for the hashes of child nodes: entries of lists in a root or another node. Earlier versions wrote one hash for
 * each list of sub-pages and each directory.
 */
const childHashes: HashPattern = {
  sqlite: sql`(named."path" in ('$', '$.pages', '$.files', '$.reusableContents') or named."key" = 'children'
    or named."path" like '$.directories[%')`,
  postgresql: '(?:"(?:children|files|pages)":|[,[])"([0-9a-f]{64})"',
};

const blobHashes: HashPattern = { sqlite: sql`named."key" = 'blob'`, postgresql: '"blob":"([0-9a-f]{64})"' };

/**
 * Returns SQL for the hashes in the canonical JSON of a node. Postgres reads the JSON as text, because its JSON type
 * rejects escapes that this JSON may contain. In that text, a quote within a string has a backslash before it. If text
 * of a user looks like a hash, it matches either no content, or content that stays invisible.
 */
function matchHashes({ provider }: Queries, content: RawBuilder<unknown>, pattern: HashPattern) {
  return provider === 'sqlite'
    ? {
        source: sql`json_tree(${content}) as named`,
        hash: sql`named."value"`,
        condition: sql`named."type" = 'text' and ${pattern.sqlite}`,
      }
    : {
        source: sql`lateral regexp_matches(${content}, ${pattern.postgresql}, 'g') as named(hashes)`,
        hash: sql`named.hashes[1]`,
        condition: sql`true`,
      };
}
