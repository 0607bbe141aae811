import { signatureOf } from '../../secrets/signatures.js';

/** Facts in the name of a backup. */
export interface BackupName {
  /** When the backup began. */
  createdAt: Date;
  /** Eight letters and digits that are the same for all backups of one installation. */
  installation: string;
}

const pattern = /^docgraph-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z-([0-9a-z]{8})\.backup\.tar(\.age)?$/;

/** Returns the name of a file: `docgraph-20261129T052500123Z-1a2b3c4d.backup.tar`, with `.age` if it is encrypted. */
export function backupName({ createdAt, installation }: BackupName, isEncrypted: boolean): string {
  const time = createdAt.toISOString().replace(/[.:-]/g, '');
  return `docgraph-${time}-${installation}.backup.tar${isEncrypted ? '.age' : ''}`;
}

/** Parses the name of a file; returns null if it is not one that `backupName` returns. */
export function parseBackupName(name: string): BackupName | null {
  const [, year, month, day, hour, minute, second, milliseconds, installation] = pattern.exec(name) ?? [];
  const createdAt = new Date(`${year}-${month}-${day}T${hour}:${minute}:${second}.${milliseconds}Z`);
  return installation === undefined || Number.isNaN(createdAt.getTime()) ? null : { createdAt, installation };
}

/**
 * Returns the part of the name that identifies the installation that made a backup. It does not reveal the secret. All
 * installations without a secret have the same part.
 */
export function installationOf(secret: string | null): string {
  if (secret === null) return '00000000';
  const signature = signatureOf(secret, ['backup name']);
  return Buffer.from(signature, 'base64url').toString('hex').slice(0, 8);
}
