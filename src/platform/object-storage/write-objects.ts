import type { Readable } from 'node:stream';
import type { S3Client } from '@aws-sdk/client-s3';
import { chunksOf } from '../arrays/chunks-of.js';
import type { ObjectEntry } from './object-storage.js';
import type { Requests } from './requests.js';

/** Size of a part of an upload, in bytes. */
const partSize = 8 * 1_048_576;

/** Number of parts, and of deletions, that are sent at the same time. */
const parallel = { parts: 4, deletions: 16 };

/** See `ObjectStorage.put`. */
export async function putObject(
  requests: Requests,
  key: string,
  { bytes, sha256 }: { bytes: Uint8Array; sha256: string },
): Promise<void> {
  const { PutObjectCommand } = await import('@aws-sdk/client-s3');
  const command = new PutObjectCommand({
    Bucket: requests.bucket,
    Key: requests.prefix + key,
    Body: bytes,
    ContentLength: bytes.length,
    ChecksumSHA256: Buffer.from(sha256, 'hex').toString('base64'),
  });
  const task = { operation: 'put', text: `write the object ${key} to` } as const;
  await requests.run(task, (client, call) => client.send(command, call));
}

/**
 * See `ObjectStorage.putStream`.
 * @throws the error of the stream, if it fails
 */
export async function uploadStream(
  requests: Requests,
  key: string,
  { body, signal }: { body: Readable; signal?: AbortSignal | undefined },
): Promise<void> {
  const { Upload } = await import('@aws-sdk/lib-storage');
  const params = { Bucket: requests.bucket, Key: requests.prefix + key, Body: body };
  const task = { operation: 'put', text: `write the object ${key} to` } as const;
  const send: Parameters<typeof requests.runLong>[1] = async (client) => {
    signal?.throwIfAborted();
    // With `leavePartsOnError`, the error of the upload is not replaced by one of its removal.
    const upload = new Upload({ client, params, partSize, queueSize: parallel.parts, leavePartsOnError: true });
    signal?.addEventListener('abort', () => void upload.abort(), { once: true });
    try {
      await upload.done();
    } catch (error) {
      await removeParts(client, { ...params, UploadId: upload.uploadId });
      throw error;
    }
  };
  await requests.runLong(task, send, signal).catch((error) => {
    throw body.errored ?? error;
  });
}

/**
 * Removes the parts of an upload that failed. Parts are not objects; a lifecycle rule of the bucket can remove those
 * that remain.
 */
async function removeParts(client: S3Client, upload: { Bucket: string; Key: string; UploadId: string | undefined }) {
  if (upload.UploadId === undefined) return;
  const { AbortMultipartUploadCommand } = await import('@aws-sdk/client-s3');
  await client.send(new AbortMultipartUploadCommand(upload)).catch(() => {});
}

/** See `ObjectStorage.head`. */
export async function headObject(requests: Requests, key: string): Promise<ObjectEntry | null> {
  const { HeadObjectCommand } = await import('@aws-sdk/client-s3');
  const command = new HeadObjectCommand({ Bucket: requests.bucket, Key: requests.prefix + key });
  const task = { operation: 'head', text: `look for the object ${key} in` } as const;
  const found = await requests.run(task, (client, call) => client.send(command, call));
  return found && { key, size: found.ContentLength ?? 0, modifiedAt: found.LastModified ?? new Date(0) };
}

/** See `ObjectStorage.copy`. */
export async function copyObject(requests: Requests, from: string, to: string): Promise<boolean> {
  const { CopyObjectCommand } = await import('@aws-sdk/client-s3');
  const { bucket, prefix } = requests;
  const source = `${bucket}/${prefix}${from}`.split('/').map(encodeURIComponent).join('/');
  const command = new CopyObjectCommand({ Bucket: bucket, Key: prefix + to, CopySource: source });
  const task = { operation: 'copy', text: `copy the object ${from} in` } as const;
  return (await requests.run(task, (client, call) => client.send(command, call))) !== null;
}

/**
 * See `ObjectStorage.delete`. Sends a request for each key: not every server supports the request that deletes several
 * objects.
 */
export async function deleteObjects(requests: Requests, keys: readonly string[]): Promise<void> {
  const { DeleteObjectCommand } = await import('@aws-sdk/client-s3');
  for (const group of chunksOf(keys, parallel.deletions))
    await Promise.all(
      group.map((key) => {
        const command = new DeleteObjectCommand({ Bucket: requests.bucket, Key: requests.prefix + key });
        const task = { operation: 'delete', text: `delete the object ${key} of` } as const;
        return requests.run(task, (client, call) => client.send(command, call));
      }),
    );
}
