import { LRUCache } from 'lru-cache';
import type { Hash, Manifest } from '../../../engine/base/types.js';
import { manifestOf } from '../../../engine/tree/manifest/manifest.js';
import { indexOf } from '../../../engine/tree/manifest/page-index.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { Transaction } from '../../../platform/db/write/transaction.js';
import { addressKey } from './loaders.js';

/** Most pages and files that parsed manifests in memory hold together; about 1 kB each. */
const maxEntries = 100_000;

/** Parsed manifests by address. Content is immutable, so an entry is right for ever; concurrent readers share one read. */
const cache = new LRUCache<string, Promise<Manifest>>({ max: 1000 });
const sizes = new LRUCache<string, true>({ maxSize: maxEntries, dispose: (_, key) => cache.delete(key) });

/** What names a manifest: a revision, or anything with the root hash of one. */
export interface ManifestName {
  organizationId: string;
  rootHash: string;
}

/** The manifest of a root hash: from memory, else read level by level. Queries of a transaction see its own writes. */
export function readManifest(queries: Queries, name: ManifestName): Promise<Manifest> {
  const key = keyOf(name);
  const known = cache.get(key);
  if (known) {
    sizes.get(key);
    // Another's reading ends with its transaction, or its connection; that is no fault of this one.
    return known.catch(() => readStored(queries, name));
  }
  const reading = readStored(queries, name);
  cache.set(key, reading);
  reading.then(
    (manifest) => remember(key, manifest),
    () => cache.delete(key),
  );
  return reading;
}

/** Keeps a manifest that a transaction wrote, once it has: whoever comes next need not read it. */
export function keepManifest(tx: Transaction, name: ManifestName, manifest: Manifest): void {
  tx.onCommit(() => {
    cache.set(keyOf(name), Promise.resolve(manifest));
    remember(keyOf(name), manifest);
  });
}

function keyOf({ organizationId, rootHash }: ManifestName): string {
  return addressKey({ organizationId, hash: rootHash });
}

function readStored(queries: Queries, { organizationId, rootHash }: ManifestName): Promise<Manifest> {
  return manifestOf(rootHash, (hashes) => readNodes(queries, organizationId, hashes));
}

function remember(key: string, manifest: Manifest): void {
  const size = 1 + indexOf(manifest).pages.length + manifest.files.length;
  if (size > maxEntries) cache.delete(key);
  else sizes.set(key, true, { size });
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
