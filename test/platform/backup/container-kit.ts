import { type BackupHead, secretProof } from '../../../src/platform/backup/container/head.js';
import { readContainer } from '../../../src/platform/backup/container/read-container.js';
import { type ContainerEntry, writeContainer } from '../../../src/platform/backup/container/write-container.js';

/** Secret of the server that makes the backups of these tests. */
export const secret = 'a secret of the server, 32 bytes or more';

/** Head of a small backup. */
export const head: BackupHead = {
  product: 'docgraph',
  format: 1,
  version: '0.1.0',
  createdAt: '2026-11-29T05:25:00.000Z',
  provider: 'sqlite',
  migrations: ['20260101000000_first'],
  publicUrl: null,
  secret: secretProof(secret),
  tables: [{ name: 'Space', columns: [{ name: 'id', kind: 'string' }], key: ['id'], refersToItself: false }],
};

/** Yields values one after the other. */
export async function* inOrder<Value>(values: Iterable<Value>): AsyncGenerator<Value> {
  yield* values;
}

/** Returns all bytes of a stream. */
export async function collect(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  for await (const chunk of chunks) parts.push(chunk);
  return Buffer.concat(parts);
}

/** Cuts bytes into chunks of one size. */
export function* chunksOfSize(bytes: Uint8Array, size: number): Generator<Uint8Array> {
  for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
}

/** Returns the bytes of a backup with some entries. */
export function backupWith(entries: readonly ContainerEntry[], changed: Partial<BackupHead> = {}): Promise<Buffer> {
  const summary = () => ({ tables: [{ name: 'Space', rows: entries.length }], counters: { SearchPage: 7 } });
  return collect(writeContainer({ head: { ...head, ...changed }, entries: inOrder(entries), summary }));
}

/** Reads a backup to its end. */
export async function readAll(chunks: Iterable<Uint8Array>) {
  const reader = await readContainer(inOrder(chunks));
  const entries: { name: string; bytes: string }[] = [];
  for await (const { name, bytes } of reader.entries()) entries.push({ name, bytes: bytes.toString('latin1') });
  return { head: reader.head, entries, manifest: reader.manifest() };
}
