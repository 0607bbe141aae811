import { type RawBuilder, sql } from 'kysely';
import type { Hash } from '../../../engine/base/types.js';
import type { Queries } from '../../../platform/db/query/queries.js';

/** Spaces whose content another organization is to have. */
export interface ContentOf {
  from: string;
  to: string;
  spaceIds: readonly string[];
}

/** A blob that the other organization lacks. */
export interface MissingBlob {
  hash: Hash;
  size: number;
}

/**
 * The tree nodes of all revisions of some spaces, those of change requests included, that the other organization lacks.
 * A node is stored with all that is below it, so the walk ends at what is there.
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

/** The blobs that some nodes name and the other organization lacks. */
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

/** The hashes that a node names (`src/engine/tree/manifest/manifest.ts`), by member name or position, as SQL of each database. */
interface Naming {
  sqlite: RawBuilder<unknown>;
  postgresql: string;
}

/** The lists of pages and files of a root, the lists of sub-pages, the directories in a directory. */
const children: Naming = {
  sqlite: sql`(named."key" in ('children', 'files', 'pages') or named."path" like '$.directories[%')`,
  postgresql: '(?:"(?:children|files|pages)":|",)"([0-9a-f]{64})"',
};

const blobs: Naming = { sqlite: sql`named."key" = 'blob'`, postgresql: '"blob":"([0-9a-f]{64})"' };

/**
 * The hashes that stand in a node's canonical JSON. Postgres reads it as text, where a quote within a string has a
 * backslash before it: its JSON refuses escapes that ours may have. What a user calls like that names nothing, or something
 * that the organization has and nobody comes by.
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
