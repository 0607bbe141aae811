import type { Hash, Manifest } from '../../../engine/base/types.js';
import { manifestOf } from '../../../engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../../engine/tree/manifest/page-index.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Loaders } from '../../../platform/db/query/loaders.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { addressKey, treeNodes } from './loaders.js';

/**
 * Parsed manifests by address, about 1 kB for each page or file. Entries never become stale, because content is
 * immutable.
 */
const manifests = createCache<Manifest>({
  name: 'manifests',
  weigh: (manifest) => 1_000 * (1 + manifestIndex(manifest).pages.length + manifest.files.length),
});

/** Root hash of a manifest, and its organization. A row of `Revision` has both. */
export interface ManifestKey {
  organizationId: string;
  rootHash: string;
}

/**
 * Reads a manifest from the cache or from the database, with one query for each level of its tree. Queries of a
 * transaction see its own writes. Concurrent callers share one read. If the shared read fails, possibly because of the
 * transaction that it used, each of the other callers reads separately.
 */
export async function readManifest(queries: Queries, key: ManifestKey): Promise<Manifest> {
  const read = () => readStored(queries, key);
  return (await manifests.getOrShare(manifestKey(key), key.organizationId, read)).value;
}

/**
 * Does the same as `readManifest` with the loaders of a request. The fields of a list read their manifests together,
 * with one query for each level of all trees.
 */
export async function loadManifest(loaders: Loaders, key: ManifestKey): Promise<Manifest> {
  const read = () => manifestOf(key.rootHash, (hashes) => loadNodes(loaders, key.organizationId, hashes));
  return (await manifests.getOrShare(manifestKey(key), key.organizationId, read)).value;
}

/** Caches a manifest that a transaction wrote, once the transaction commits. */
export function cacheManifestOnCommit(tx: Transaction, key: ManifestKey, manifest: Manifest): void {
  tx.onCommit(() => manifests.set(manifestKey(key), manifest));
}

function manifestKey({ organizationId, rootHash }: ManifestKey): string {
  return addressKey({ organizationId, hash: rootHash });
}

function readStored(queries: Queries, { organizationId, rootHash }: ManifestKey): Promise<Manifest> {
  return manifestOf(rootHash, (hashes) => readNodes(queries, organizationId, hashes));
}

async function loadNodes(loaders: Loaders, organizationId: string, hashes: Hash[]): Promise<Map<Hash, string>> {
  const contents = await Promise.all(
    hashes.map((hash) => loaders.load(treeNodes, addressKey({ organizationId, hash }))),
  );
  const nodes = hashes.map((hash, index) => [hash, contents[index]] as const);
  return new Map(nodes.filter((node): node is readonly [Hash, string] => node[1] !== null));
}

async function readNodes(queries: Queries, organizationId: string, hashes: Hash[]): Promise<Map<Hash, string>> {
  const query = queries.sql
    .selectFrom('TreeNode')
    .select(['hash', 'content'])
    .where('organizationId', '=', organizationId)
    .where(queries.inList('hash', hashes));
  const rows = await queries.all(query);
  return new Map(rows.map((row) => [row.hash, row.content]));
}
