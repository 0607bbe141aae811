import { sql } from 'kysely';
import { hashOf } from '../../src/engine/base/blob.js';
import { importIntoSpace } from '../../src/modules/content/folders/import-actions.js';
import { type BlobStorage, openBlobStorage } from '../../src/platform/object-storage/blob-storage.js';
import type { TestApp } from './app.js';
import type { TestObjectStorage } from './object-storage.js';

/** Returns bytes that differ for each seed, and are larger than the threshold of tests. */
export function largeFile(seed: number, size = 100_000): Buffer {
  return Buffer.alloc(size, `file ${seed} `);
}

/** Opens a bucket as the storage of blobs above 64 KiB. Calls end soon, so that faults take little time. */
export function testBlobs(server: TestObjectStorage, changes: Partial<Parameters<typeof openBlobStorage>[0]> = {}) {
  const config = { url: server.url, threshold: 65_536, downloads: 'stream', ...changes } as const;
  return openBlobStorage(config, { timeoutMs: 2_000, attempts: 2 });
}

/** Clears failures and places, as if an hour had passed. */
export function forget(blobs: BlobStorage): void {
  blobs.pausedUntil = 0;
  blobs.places.clear();
}

/** Creates a space with a README and files. Returns its id. */
export async function seedFiles(
  test: Pick<TestApp, 'store' | 'operator'>,
  organization: string,
  files: Record<string, Uint8Array>,
): Promise<string> {
  const all = { 'README.md': Buffer.from('# Manual\n'), ...files };
  const entries = new Map(Object.entries(all).map(([path, bytes]) => [path, () => bytes]));
  const actor = { store: test.store, viewer: test.operator };
  const { spaceId } = await importIntoSpace(actor, { organization, entries });
  return spaceId;
}

/** Returns where the bytes of a blob are: `objects`, `database`, or `nowhere` if there is no such blob. */
export async function placeOf({ store }: Pick<TestApp, 'store'>, organization: string, bytes: Uint8Array) {
  const row = await store.read.first(sql<{ length: number; inObjectStorage: boolean }>`
    select length("bytes") as "length", "inObjectStorage" from "Blob"
    where "organizationId" = ${organization} and "hash" = ${hashOf(bytes)}`);
  if (!row) return 'nowhere';
  if (row.length !== (row.inObjectStorage ? 0 : bytes.length)) throw new Error(`The row has ${row.length} bytes`);
  return row.inObjectStorage ? 'objects' : 'database';
}

/** Downloads a file of a space by its name. */
export async function download(test: TestApp, space: string, { name, token }: { name: string; token: string }) {
  const { body } = await test.rest('GET', `/spaces/${space}/content/files`, { token });
  const found = body.items.find((file: { name: string }) => file.name === name);
  const { pathname, search } = new URL(found.downloadURL);
  return test.app.inject({ method: 'GET', url: pathname + search });
}
