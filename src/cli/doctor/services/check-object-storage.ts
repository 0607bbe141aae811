import { createHash } from 'node:crypto';
import { openBlobStorage } from '../../../platform/object-storage/blob-storage.js';
import type { ObjectStorage } from '../../../platform/object-storage/object-storage.js';
import { ObjectStorageError } from '../../../platform/object-storage/storage-errors.js';
import type { CheckWithoutDatabase } from '../base/check.js';
import { type Finding, fault, ok, skipped } from '../base/finding.js';

/** Key of the object that the check writes, reads and deletes. */
const key = 'docgraph-doctor';

/** Writes an object, reads it with and without a signature, and deletes it. */
export const checkObjectStorage: CheckWithoutDatabase = {
  name: 'object-storage',
  about: 'whether the bucket of `BLOBS` can be written, read, listed, and not read without a signature',
  needs: 'nothing',
  timeout: 20_000,
  async run({ config: { blobs } }) {
    if (blobs === null) return [skipped('BLOBS is not set.')];
    const { storage } = openBlobStorage(blobs, { timeoutMs: 4_000 });
    try {
      return [await examine(storage)];
    } catch (error) {
      if (!(error instanceof ObjectStorageError)) throw error;
      const [sentence, ...nextStep] = error.message.split(/(?<=\.) /);
      return [fault(sentence!, nextStep.join(' '))];
    } finally {
      storage.close();
    }
  },
};

async function examine(storage: ObjectStorage): Promise<Finding> {
  const bytes = Buffer.from('docgraph doctor');
  await storage.put(key, bytes, createHash('sha256').update(bytes).digest('hex'));
  const read = await storage.get(key);
  const isPublic = await isReadableByAnyone(storage);
  const isListed = (await storage.list(key).next()).value?.some((entry: { key: string }) => entry.key === key);
  await storage.delete([key]);
  if (isPublic)
    return fault(
      `Anyone can read the objects of ${storage.url}.`,
      'Block public access to the bucket, and its policy.',
    );
  if (read === null || !read.equals(bytes) || !isListed)
    return fault(`The bucket of ${storage.url} loses objects.`, 'Use a storage with read-after-write consistency.');
  return ok(`The bucket of ${storage.url} can be written, read and listed.`);
}

/** Reads the object at its address without the signature. */
async function isReadableByAnyone(storage: ObjectStorage): Promise<boolean> {
  const options = { seconds: 60, contentType: 'text/plain', contentDisposition: 'inline' };
  const address = new URL(await storage.signedUrl(key, options));
  address.search = '';
  const response = await fetch(address, { signal: AbortSignal.timeout(4_000) }).catch(() => null);
  await response?.body?.cancel();
  return response?.status === 200;
}
