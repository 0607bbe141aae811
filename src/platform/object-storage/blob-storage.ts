import { LRUCache } from 'lru-cache';
import type { ObjectStorage } from './object-storage.js';
import { openObjectStorage } from './open-object-storage.js';

/** Place where the bytes of a blob were stored: as an object, or in the database. */
export type BlobPlace = 'objects' | 'database';

/** The object storage of large blobs, as configured. */
export interface BlobStorage {
  readonly storage: ObjectStorage;
  /** Size in bytes; larger blobs are in object storage, all others in the database. */
  readonly threshold: number;
  /** How clients get files in object storage: by a redirect to a signed address, or through the server. */
  readonly downloads: 'redirect' | 'stream';
  /** Places of blobs that were written within the last hour, by `blobKey`. Until then, no object is deleted. */
  readonly places: LRUCache<string, BlobPlace>;
  /** Time until which writers use the database, because the storage failed; milliseconds since 1970. */
  pausedUntil: number;
}

/** Time for which a place is known, in milliseconds. The garbage collection retains a new object for a day. */
const placeTtl = 3_600_000;

/** Maximum number of places in memory. */
const maxPlaces = 10_000;

/**
 * Opens the object storage of large blobs. Sends no request.
 * @param config the URL of the bucket, the threshold and the kind of downloads
 */
export function openBlobStorage(
  { url, threshold, downloads }: { url: string } & Pick<BlobStorage, 'threshold' | 'downloads'>,
  limits: Parameters<typeof openObjectStorage>[1] = {},
): BlobStorage {
  const places = new LRUCache<string, BlobPlace>({ max: maxPlaces, ttl: placeTtl });
  return { storage: openObjectStorage(url, limits), threshold, downloads, places, pausedUntil: 0 };
}

/**
 * Returns the origin of the addresses that downloads are redirected to, such as `https://manuals.s3.amazonaws.com`;
 * null if there are no redirects.
 */
export async function downloadOrigin(blobs: BlobStorage | null): Promise<string | null> {
  if (blobs?.downloads !== 'redirect') return null;
  const address = { seconds: 1, contentType: 'text/plain', contentDisposition: 'inline' };
  return new URL(await blobs.storage.signedUrl('origin', address)).origin;
}

/** Returns the key of the object of a blob: `organizationId/hash`. */
export function blobKey({ organizationId, hash }: { organizationId: string; hash: string }): string {
  return `${organizationId}/${hash}`;
}

/** Parses a key of `blobKey`. Returns null for the key of any other object. */
export function parseBlobKey(key: string): { organizationId: string; hash: string } | null {
  const [, organizationId, hash] = /^(org_\w+)\/([0-9a-f]{64})$/.exec(key) ?? [];
  return organizationId && hash ? { organizationId, hash } : null;
}
