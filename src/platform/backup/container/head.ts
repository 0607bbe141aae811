import { randomBytes } from 'node:crypto';
import { z } from 'zod';
import type { ColumnKind } from '../../db/query/columns.js';
import { equalsSignature, signatureOf } from '../../secrets/signatures.js';
import { unreadableBackup } from '../backup-error.js';

/** Name of the first entry of a backup. */
export const headName = 'docgraph-backup.json';

/** Number of the format that this version writes, and the newest that it reads. */
export const backupFormat = 1;

const columnKinds = ['string', 'int', 'boolean', 'datetime', 'json', 'bytes'] as const satisfies readonly ColumnKind[];

/** Name of a table or a column. A restore writes it into SQL, so a changed file must not have any other text there. */
const name = z.string().regex(/^[A-Za-z]\w*$/);

/** Rules of a table: `DumpTable` of `platform/db/dump`. */
const tableRules = z.object({
  name,
  columns: z.array(z.object({ name, kind: z.enum(columnKinds) })),
  key: z.array(name),
  refersToItself: z.boolean(),
});

/** Rules of the first entry. */
const headRules = z.object({
  product: z.literal('docgraph'),
  format: z.number().int().positive(),
  version: z.string(),
  createdAt: z.iso.datetime(),
  provider: z.enum(['sqlite', 'postgresql']),
  migrations: z.array(z.string()),
  publicUrl: z.string().nullable(),
  secret: z.object({ salt: z.string(), check: z.string() }).nullable(),
  tables: z.array(tableRules),
});

/**
 * First entry of a backup: the version that made it, and the facts that a restore needs. `migrations` are those of the
 * database, oldest first. `secret` proves that a text is the `SECRET` of the server, and does not reveal it; null if
 * the server had none.
 */
export type BackupHead = z.infer<typeof headRules>;

/** Returns a salted signature that proves later that a text is this secret. */
export function secretProof(secret: string | null): BackupHead['secret'] {
  if (secret === null) return null;
  const salt = randomBytes(16).toString('base64url');
  return { salt, check: checkOf(salt, secret) };
}

/** Reports whether a text is the secret of the server that made the backup. Always true if the server had none. */
export function isSecretOf({ secret }: BackupHead, text: string): boolean {
  return secret === null || equalsSignature(secret.check, checkOf(secret.salt, text));
}

function checkOf(salt: string, secret: string): string {
  return signatureOf(secret, ['backup', salt]);
}

/**
 * Parses the first entry.
 * @throws AppError if it is not that of a backup, or if a newer version wrote it
 */
export function parseHead(bytes: Buffer): BackupHead {
  const value = parseJson(bytes);
  const format = z.object({ product: z.literal('docgraph'), format: z.number(), version: z.string() }).safeParse(value);
  if (format.success && format.data.format > backupFormat)
    throw unreadableBackup(
      `it has the format ${format.data.format}, and this version reads formats up to ${backupFormat}`,
      `Install docgraph ${format.data.version} or newer.`,
    );
  const head = headRules.safeParse(value);
  if (!head.success) throw unreadableBackup(`its first entry ${headName} is damaged`);
  return head.data;
}

/** Parses JSON; returns undefined for other bytes. */
export function parseJson(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}
