import { z } from 'zod';
import { bucketUrlRule, parseBucketUrl } from '../object-storage/bucket-url.js';
import type { Environment } from './environment.js';
import { oneOf, wholeNumber } from './rules.js';

/** Variables that place large blobs in object storage. */
export const blobVariables = {
  BLOBS: z
    .string()
    .refine((url) => parseBucketUrl(url) !== null, bucketUrlRule)
    .optional(),
  BLOBS_THRESHOLD: wholeNumber(65_536, 999_999_999, 'bytes; larger blobs are stored as objects').default(262_144),
  BLOBS_DOWNLOADS: oneOf('redirect', 'stream').default('redirect'),
};

/** Where large blobs are stored. */
export interface BlobsConfig {
  /** URL of the bucket and prefix, `s3://bucket/prefix`. */
  url: string;
  /** Size in bytes; larger blobs are in object storage, all others in the database. */
  threshold: number;
  /** How clients get files in object storage: by a redirect to a signed address, or through the server. */
  downloads: 'redirect' | 'stream';
}

/** Returns the object storage that the environment configures; null if all blobs are in the database. */
export function blobsIn(values: Environment): BlobsConfig | null {
  const { BLOBS: url, BLOBS_THRESHOLD: threshold, BLOBS_DOWNLOADS: downloads } = values;
  return url === undefined ? null : { url, threshold, downloads };
}
