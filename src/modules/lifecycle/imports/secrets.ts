import { idKind } from '../../../platform/base/ids.js';
import type { ArchiveTable, SecretColumn } from '../archives/archive-tables.js';
import type { ArchiveRow } from './check-row.js';

/** Function that opens a secret of an archive. Returns null if the secret was sealed with another passphrase. */
export type OpenSecret = (purpose: string, sealed: string) => string | null;

/** Returns the first problem of a row's secrets; null if there is none, or if secrets are left out. */
export function findSecretProblem(table: ArchiveTable, row: ArchiveRow, open: OpenSecret | null): string | null {
  if (!open) return null;
  for (const secret of table.secrets) {
    const sealed = row[secret.column];
    if (typeof sealed !== 'string') continue;
    const opened = open(secret.purpose, sealed);
    if (opened === null) return `\`${secret.column}\` was sealed with another passphrase`;
    if (isBrokenId(table, secret, opened)) return `\`${secret.column}\` is not an id of the type ${table.name}`;
  }
  return null;
}

function isBrokenId({ name }: ArchiveTable, { column }: SecretColumn, opened: string): boolean {
  return column === 'id' && idKind(opened) !== name;
}
