import type { Hash, Manifest } from '../../../engine/base/types.js';
import { manifestOf } from '../../../engine/tree/manifest/manifest.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import { createCache } from '../../../platform/cache/cache.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { addressKey } from './loaders.js';

/** Parsed manifests by address: content never changes. A page or a file takes about 1 kB. */
const manifests = createCache<Manifest>({
  name: 'manifests',
  weigh: (manifest) => 1_000 * (1 + indexOf(manifest).pages.length + manifest.files.length),
});

/** What names a manifest: a revision, or anything with the root hash of one. */
export interface ManifestName {
  organizationId: string;
  rootHash: string;
}

/**
 * Reads the manifest of a root hash, from memory or level by level. Queries of a transaction see its own writes. Concurrent
 * readers share one read; if it fails, which may be the fault of its transaction alone, each of the others reads by itself.
 */
export async function readManifest(queries: Queries, name: ManifestName): Promise<Manifest> {
  const read = () => readStored(queries, name);
  return (await manifests.getOrShare(keyOf(name), name.organizationId, read)).value;
}

/** Keeps a manifest that a transaction wrote, once it has: whoever comes next need not read it. */
export function keepManifest(tx: Transaction, name: ManifestName, manifest: Manifest): void {
  tx.onCommit(() => manifests.set(keyOf(name), manifest));
}

function keyOf({ organizationId, rootHash }: ManifestName): string {
  return addressKey({ organizationId, hash: rootHash });
}

function readStored(queries: Queries, { organizationId, rootHash }: ManifestName): Promise<Manifest> {
  return manifestOf(rootHash, (hashes) => readNodes(queries, organizationId, hashes));
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
