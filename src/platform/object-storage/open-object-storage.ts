import type { S3Client } from '@aws-sdk/client-s3';
import { bucketUrlRule, parseBucketUrl } from './bucket-url.js';
import { listObjects } from './list-objects.js';
import type { ObjectStorage } from './object-storage.js';
import { getObject, openObject } from './read-objects.js';
import { createRequests, type Requests } from './requests.js';
import { createClient, type StorageLimits } from './s3-client.js';
import { copyObject, deleteObjects, headObject, putObject, uploadStream } from './write-objects.js';

/**
 * Opens a prefix of an S3-compatible bucket. Sends no request, and loads the AWS SDK only when it is used. Credentials
 * come from the standard variables of the SDK: `AWS_ACCESS_KEY_ID`, `AWS_SECRET_ACCESS_KEY`, `AWS_REGION`, and
 * `AWS_ENDPOINT_URL_S3` for a server other than that of Amazon.
 * @param url `s3://bucket/prefix`
 * @throws Error if the URL is not valid
 */
export function openObjectStorage(url: string, limits: StorageLimits = {}): ObjectStorage {
  const parsed = parseBucketUrl(url);
  if (!parsed) throw new Error(`The URL of an object storage ${bucketUrlRule} (got ${JSON.stringify(url)}).`);
  const requests = createRequests({ ...parsed, limits, client: memoizeClient(limits) });
  return { url: requests.url, ...methodsOf(requests) };
}

function memoizeClient(limits: StorageLimits): Requests['client'] {
  let client: Promise<S3Client> | undefined;
  return {
    open: () => {
      client ??= createClient(limits);
      return client;
    },
    close: () => void client?.then((opened) => opened.destroy()),
  };
}

function methodsOf(requests: Requests): Omit<ObjectStorage, 'url'> {
  return {
    put: (key, bytes, sha256) => putObject(requests, key, { bytes, sha256 }),
    putStream: (key, body, signal) => uploadStream(requests, key, { body, signal }),
    get: (key, range) => getObject(requests, key, range),
    getStream: (key, signal) => openObject(requests, key, signal),
    head: (key) => headObject(requests, key),
    copy: (from, to) => copyObject(requests, from, to),
    delete: (keys) => deleteObjects(requests, keys),
    list: (start) => listObjects(requests, start),
    signedUrl: (key, address) => requests.sign(key, address),
    requestCounts: requests.counts,
    close: () => requests.client.close(),
  };
}
