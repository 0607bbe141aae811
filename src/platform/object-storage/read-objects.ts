import type { Readable } from 'node:stream';
import type { ObjectRange } from './object-storage.js';
import type { Requests } from './requests.js';

/** Number of times that a body is read. The SDK repeats requests, but not the transfer of a body that broke off. */
const bodyAttempts = 3;

/** See `ObjectStorage.get`. */
export async function getObject(requests: Requests, key: string, range?: ObjectRange): Promise<Buffer | null> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const ranged = range && { Range: `bytes=${range.first}-${range.last}` };
  const command = new GetObjectCommand({ Bucket: requests.bucket, Key: requests.prefix + key, ...ranged });
  return requests.run({ operation: 'get', text: `read the object ${key} of` }, async (client, call) => {
    for (let attempt = 1; ; attempt += 1) {
      const { Body, ContentLength } = await client.send(command, call);
      try {
        return await readBody(Body as Readable, ContentLength);
      } catch (error) {
        if (attempt === bodyAttempts || call.abortSignal.aborted) throw error;
      }
    }
  });
}

async function readBody(body: Readable, length: number | undefined): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of body) chunks.push(chunk as Buffer);
  const bytes = Buffer.concat(chunks);
  if (length !== undefined && bytes.length !== length)
    throw new Error(`the response has ${bytes.length} of ${length} bytes`);
  return bytes;
}

/** See `ObjectStorage.getStream`. */
export async function openObject(requests: Requests, key: string, signal?: AbortSignal): Promise<Readable | null> {
  const { GetObjectCommand } = await import('@aws-sdk/client-s3');
  const command = new GetObjectCommand({ Bucket: requests.bucket, Key: requests.prefix + key });
  const task = { operation: 'get', text: `read the object ${key} of` } as const;
  return requests.runLong(task, async (client, call) => (await client.send(command, call)).Body as Readable, signal);
}
