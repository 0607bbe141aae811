import { readFileSync } from 'node:fs';
import type { DecryptionKeys } from '../../platform/backup/encryption/decrypt.js';
import { badInput } from '../../platform/base/errors.js';
import { withFile } from '../folders/file-errors.js';

/** Options that name the files with the keys of an encrypted backup. */
export interface DecryptionOptions {
  passphraseFile?: string;
  identityFile?: string;
}

/**
 * Reads the keys of an encrypted backup. A file with identities has one identity per line; lines that begin with `#`
 * are comments.
 * @throws AppError if a file has none; ContentError if it cannot be read
 */
export function readDecryptionKeys({ passphraseFile, identityFile }: DecryptionOptions): DecryptionKeys {
  const passphrase = passphraseFile === undefined ? undefined : readText(passphraseFile).replace(/\r?\n$/, '');
  if (identityFile === undefined) return { passphrase };
  const lines = readText(identityFile).split(/\r?\n/);
  const identities = lines.map((line) => line.trim()).filter((line) => /^AGE-SECRET-KEY-/.test(line));
  if (identities.length > 0) return { passphrase, identities };
  throw badInput(
    'identity-file',
    '`identity-file` must hold an identity of age, a line that begins with AGE-SECRET-KEY-',
  );
}

function readText(path: string): string {
  return withFile('read', path, () => readFileSync(path, 'utf8'));
}

/**
 * Reads the secret of the server that made a backup.
 * @throws ContentError if the file cannot be read
 */
export function readOldSecret(path: string | undefined): string | null {
  return path === undefined ? null : readText(path).trim();
}
