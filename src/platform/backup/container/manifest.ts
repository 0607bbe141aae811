import { webcrypto } from 'node:crypto';
import { z } from 'zod';
import { hashOf } from '../../../engine/base/blob.js';
import { unreadableBackup } from '../backup-error.js';
import { parseJson } from './head.js';

/** Name of the last entry of a backup. A file without it is not a backup. */
export const manifestName = 'manifest.json';

const entryRules = z.object({
  name: z.string(),
  bytes: z.number().int().nonnegative(),
  sha256: z.string(),
  rows: z.number().int().nonnegative().optional(),
});

const bodyRules = z.object({
  entries: z.array(entryRules),
  tables: z.array(z.object({ name: z.string(), rows: z.number().int() })),
  counters: z.record(z.string(), z.number()),
});

const manifestRules = z.object({ sha256: z.string(), body: bodyRules });

/** An entry as the manifest describes it. `rows` is absent for entries that hold no rows. */
export type ManifestEntry = z.infer<typeof entryRules>;

/**
 * Entries in the order of the file, the number of rows of each table, and the last numbers that the database assigned,
 * by table.
 */
export type BackupManifest = z.infer<typeof bodyRules>;

/** Returns the bytes of a manifest, with the hash of its own text. */
export function formatManifest(body: BackupManifest): Buffer {
  return Buffer.from(JSON.stringify({ sha256: hashOf(JSON.stringify(body)), body }));
}

/**
 * Parses a manifest.
 * @throws AppError if it is damaged
 */
export function parseManifest(bytes: Buffer): BackupManifest {
  const parsed = manifestRules.safeParse(parseJson(bytes));
  if (!parsed.success || hashOf(JSON.stringify(parsed.data.body)) !== parsed.data.sha256)
    throw unreadableBackup(`its last entry ${manifestName} is damaged`);
  return parsed.data.body;
}

/** Computes the SHA-256 of bytes, hexadecimal, in another thread. The bytes must not change meanwhile. */
export async function hashBytes(bytes: Uint8Array): Promise<string> {
  return Buffer.from(await webcrypto.subtle.digest('SHA-256', bytes)).toString('hex');
}
