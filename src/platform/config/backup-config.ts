import { z } from 'zod';
import type { Environment } from './environment.js';
import { wholeNumber } from './rules.js';

const placeRule = 'must be a folder, or s3://bucket or s3://bucket/prefix';

/** Variables of backups. */
export const backupVariables = {
  BACKUP_TO: z
    .string()
    .regex(/^(s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w!.*'()/-]*)?|(?![a-z0-9+.-]+:\/\/)[^\0]+)$/, placeRule)
    .optional(),
  BACKUP_EVERY: wholeNumber(1, 8_760, 'hours between two backups').optional(),
  BACKUP_KEEP: wholeNumber(1, 10_000, 'backups that are kept').default(7),
  BACKUP_RECIPIENT: z
    .string()
    .regex(/^age1[0-9a-z]+$/, 'must be a public key of age, such as age1…')
    .optional(),
  BACKUP_PASSPHRASE_FILE: z.string().optional(),
};

/** Destination and schedule of backups. */
export interface BackupConfig {
  /** Folder, or `s3://bucket/prefix`; undefined if none is configured. */
  to: string | undefined;
  /** Milliseconds between two backups that servers make; undefined for none. */
  everyMs: number | undefined;
  /** Number of backups that are kept at the place. */
  keep: number;
  /** Public key that encrypts backups. */
  recipient: string | undefined;
  /** File with the passphrase that encrypts backups. */
  passphraseFile: string | undefined;
}

/** Returns the configuration of backups. */
export function backupIn(values: Environment): BackupConfig {
  const { BACKUP_EVERY: hours } = values;
  return {
    to: values.BACKUP_TO,
    everyMs: hours === undefined ? undefined : hours * 3_600_000,
    keep: values.BACKUP_KEEP,
    recipient: values.BACKUP_RECIPIENT,
    passphraseFile: values.BACKUP_PASSPHRASE_FILE,
  };
}

/** Returns a sentence about variables that contradict each other; null if none do. */
export function backupConflict({ to, everyMs, recipient, passphraseFile }: BackupConfig): string | null {
  if (everyMs !== undefined && to === undefined) return 'BACKUP_TO must be set if BACKUP_EVERY is set (got nothing)';
  if (recipient !== undefined && passphraseFile !== undefined)
    return 'BACKUP_PASSPHRASE_FILE must not be set if BACKUP_RECIPIENT is set (got both)';
  return null;
}
