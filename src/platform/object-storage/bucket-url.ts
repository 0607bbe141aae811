/** Bucket and prefix of an object storage. */
export interface BucketUrl {
  bucket: string;
  /** Prefix of all keys, with a slash at the end; empty if there is none. */
  prefix: string;
}

/** Rule for the URL of a bucket, for error messages. */
export const bucketUrlRule = 'must be s3://bucket or s3://bucket/prefix, such as s3://manuals/blobs';

const pattern = /^s3:\/\/(?<bucket>[a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(?<prefix>[\w!.*'()/-]*))?$/;

/** Parses the URL of a bucket, `s3://bucket/prefix`. Returns null for any other text. */
export function parseBucketUrl(url: string): BucketUrl | null {
  const { bucket, prefix = '' } = pattern.exec(url)?.groups ?? {};
  if (bucket === undefined) return null;
  const segments = prefix.split('/').filter((segment) => segment !== '');
  if (segments.some((segment) => segment === '.' || segment === '..')) return null;
  return { bucket, prefix: segments.map((segment) => `${segment}/`).join('') };
}
