import type { S3Client } from '@aws-sdk/client-s3';
import type { BucketUrl } from './bucket-url.js';
import type { RequestCount, SignedAddress } from './object-storage.js';
import type { StorageLimits } from './s3-client.js';
import { isMissingObject, statusOfFailure, storageError } from './storage-errors.js';

/** Purpose of a request: its name for the metrics, and the rest of a sentence that begins with "Cannot". */
interface Task {
  operation: 'put' | 'get' | 'head' | 'copy' | 'delete' | 'list';
  text: string;
}

/** Sends the requests of an object storage, with a time limit, and counts them. */
export interface Requests extends BucketUrl {
  url: string;
  client: { open(): Promise<S3Client>; close(): void };
  /**
   * Sends requests of one call. Returns null if there is no such object.
   * @param send gets the client, the bucket, and a signal that ends the call in time
   */
  run<Result>(task: Task, send: Send<Result>): Promise<Result | null>;
  /** Runs a call with a stream, which has no time limit but may be cancelled. */
  runLong<Result>(task: Task, send: Send<Result>, signal?: AbortSignal): Promise<Result | null>;
  sign(key: string, address: SignedAddress): Promise<string>;
  counts(): RequestCount[];
}

type Send<Result> = (client: S3Client, call: { abortSignal: AbortSignal }) => Promise<Result>;

/** Milliseconds within which a call must end. 10 MiB, the largest blob, take that long at 1 MiB a second. */
const defaultTimeoutMs = 10_000;

/** Creates the requests of a bucket. */
export function createRequests({
  bucket,
  prefix,
  limits: { timeoutMs = defaultTimeoutMs },
  client,
}: BucketUrl & { limits: StorageLimits } & Pick<Requests, 'client'>): Requests {
  const counts = new Map<string, RequestCount>();
  const url = `s3://${bucket}/${prefix}`.replace(/\/$/, '');
  const runLong: Requests['runLong'] = async ({ operation, text }, send, signal) => {
    try {
      const result = await send(await client.open(), { abortSignal: signal ?? new AbortController().signal });
      count(counts, operation, '200');
      return result;
    } catch (error) {
      count(counts, operation, statusOfFailure(error));
      if (isMissingObject(error)) return null;
      throw storageError(`${text} ${url}`, error);
    }
  };
  return {
    ...{ bucket, prefix, url, client, runLong },
    run: (task, send) => runLong(task, send, AbortSignal.timeout(timeoutMs)),
    counts: () => [...counts.values()],
    async sign(key, { seconds, contentType, contentDisposition }) {
      const { GetObjectCommand } = await import('@aws-sdk/client-s3');
      const { getSignedUrl } = await import('@aws-sdk/s3-request-presigner');
      const headers = { ResponseContentType: contentType, ResponseContentDisposition: contentDisposition };
      const command = new GetObjectCommand({ Bucket: bucket, Key: prefix + key, ...headers });
      try {
        return await getSignedUrl(await client.open(), command, { expiresIn: seconds });
      } catch (error) {
        throw storageError(`sign an address of ${url}`, error);
      }
    },
  };
}

function count(counts: Map<string, RequestCount>, operation: string, status: string): void {
  const key = `${operation} ${status}`;
  const entry = counts.get(key) ?? { operation, status, count: 0 };
  counts.set(key, { ...entry, count: entry.count + 1 });
}
