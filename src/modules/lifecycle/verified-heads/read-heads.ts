import { sql } from 'kysely';
import type { Hash, Manifest } from '../../../engine/base/types.js';
import { manifestOf, nodeHashesOf } from '../../../engine/tree/manifest/manifest.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Verification } from '../verification-base/check.js';
import type { LostContent } from '../verification-base/lost-content.js';
import { isRowSettled } from '../verification-base/settled.js';

/** The head of a space: the row of its revision, without the content. */
export interface SpaceHead {
  id: string;
  organizationId: string;
  rootHash: Hash;
}

/** A space with the content of its head. */
export interface ReadHead extends SpaceHead {
  manifest: Manifest;
}

const batchSize = 200;

/**
 * Reads the heads of all spaces. Leaves out spaces that are being imported or removed, and heads with lost tree nodes,
 * which another check reports.
 */
export async function* readHeads({ read, lost, signal }: Verification): AsyncGenerator<ReadHead> {
  for await (const head of listHeads(read)) {
    signal.throwIfAborted();
    const manifest = await readIntactManifest(read, head, lost);
    if (manifest) yield { ...head, manifest };
  }
}

/** Reads a manifest from the database. Returns null if one of its nodes is lost. */
export async function readIntactManifest(
  read: Queries,
  head: Pick<SpaceHead, 'organizationId' | 'rootHash'>,
  lost: LostContent,
): Promise<Manifest | null> {
  if (!lost.isIn(head.organizationId)) return readManifestUncached(read, head);
  const manifest = await readManifestUncached(read, head).catch(() => null);
  if (!manifest) return null;
  const isLost = (hash: Hash): boolean => lost.has(head.organizationId, hash);
  return [...nodeHashesOf(manifest)].some(isLost) ? null : manifest;
}

/** Lists the heads of all spaces that are not being imported or removed, ordered by the id of the space. */
async function* listHeads(read: Queries): AsyncGenerator<SpaceHead> {
  for (let after = ''; ; ) {
    const heads = await read.all(sql<SpaceHead>`select t."id", t."organizationId", r."rootHash" from "Space" as t
      join "Revision" as r on r."id" = t."revisionId"
      where t."id" > ${after} and ${isRowSettled('Space', 't')} order by t."id" limit ${batchSize}`);
    yield* heads;
    if (heads.length < batchSize) return;
    after = heads.at(-1)!.id;
  }
}

/**
 * Reads a manifest from the database, and not from the cache.
 * @throws Error if a node is missing or is not JSON
 */
export function readManifestUncached(
  read: Queries,
  { organizationId, rootHash }: Pick<SpaceHead, 'organizationId' | 'rootHash'>,
): Promise<Manifest> {
  return manifestOf(rootHash, async (hashes) => {
    const query = read.sql
      .selectFrom('TreeNode')
      .select(['hash', 'content'])
      .where('organizationId', '=', organizationId)
      .where(read.inList('hash', hashes));
    return new Map((await read.all(query)).map(({ hash, content }) => [hash, content]));
  });
}
