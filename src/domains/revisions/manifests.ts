import { LRUCache } from 'lru-cache';
import { manifestOf } from '../../content/manifest.js';
import { indexOf } from '../../content/page-index.js';
import type { Hash, Manifest } from '../../content/types.js';
import type { Queries } from '../../store/queries.js';
import { addressKey, type ContentAddress } from './loaders.js';

/** Most pages and files that parsed manifests in memory hold together; about 1 kB each. */
const maxEntries = 100_000;

/** Parsed manifests by address. Content is immutable, so an entry is right for ever; concurrent readers share one read. */
const cache = new LRUCache<string, Promise<Manifest>>({ max: 1000 });
const sizes = new LRUCache<string, true>({ maxSize: maxEntries, dispose: (_, key) => cache.delete(key) });

/** The manifest of a root hash: from memory, else read level by level. Queries of a transaction see its own writes. */
export function readManifest(queries: Queries, root: ContentAddress): Promise<Manifest> {
  const key = addressKey(root);
  const known = cache.get(key);
  if (known) {
    sizes.get(key);
    return known;
  }
  const reading = manifestOf(root.hash, (hashes) => readNodes(queries, root.organizationId, hashes));
  cache.set(key, reading);
  reading.then(
    (manifest) => remember(key, manifest),
    () => cache.delete(key),
  );
  return reading;
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
