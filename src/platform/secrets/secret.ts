import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config/config.js';
import { sqlitePath } from '../db/connection/store-url.js';
import type { Secrets } from './sealed.js';

/** The configured secrets. */
export interface ConfiguredSecrets extends Pick<Secrets, 'previous'> {
  /** Null if a SQLite database has no secret yet; `writeSecret` writes it. */
  current: string | null;
}

/**
 * Reads the secret (`SECRET`, the content of `SECRET_FILE`, or `<database>.secret` next to a SQLite file), and the
 * previous one (`SECRET_PREVIOUS`, or the content of `SECRET_PREVIOUS_FILE`). Writes nothing.
 * @throws ConfigError on Postgres without a secret, since all instances must share it, and for a file that is
 * unreadable or too short
 */
export function readSecrets(config: Config): ConfiguredSecrets {
  const { secret, secretFile, previousSecret, previousSecretFile } = config;
  const previous =
    previousSecret ?? (previousSecretFile ? readSecret(previousSecretFile, 'SECRET_PREVIOUS_FILE') : null);
  return { current: secret ?? (secretFile ? readSecret(secretFile, 'SECRET_FILE') : ownSecret(config)), previous };
}

/** Returns the path of the secret next to a SQLite file; null on Postgres. */
export function secretPath({ databaseUrl }: Pick<Config, 'databaseUrl'>): string | null {
  return databaseUrl.startsWith('file:') ? `${sqlitePath(databaseUrl)}.secret` : null;
}

/** Creates a secret: 256 random bits as text. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/**
 * Writes the secret of a SQLite database that has none; only the owner can read the file.
 * @returns the secret of the database: another process may have written one first
 */
export function writeSecret(config: Pick<Config, 'databaseUrl'>, secret: string): string {
  const path = secretPath(config)!;
  mkdirSync(dirname(path), { recursive: true });
  try {
    writeFileSync(path, `${secret}\n`, { mode: 0o600, flag: 'wx' });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return readSecret(path, 'SECRET_FILE');
}

function ownSecret(config: Config): string | null {
  const path = secretPath(config);
  if (path !== null) return existsSync(path) ? readSecret(path, 'SECRET_FILE') : null;
  throw new ConfigError(
    'SECRET or SECRET_FILE must be set (32 bytes or more, the same for every instance) on Postgres (got neither)',
  );
}

function readSecret(file: string, variable: string): string {
  const secret = readSecretFile(file, variable).trim();
  if (secret.length < 32)
    throw new ConfigError(`${variable} must hold 32 bytes or more, ${JSON.stringify(file)} has ${secret.length}`);
  return secret;
}

function readSecretFile(file: string, variable: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`${variable} must be a file that can be read (got ${JSON.stringify(file)} (${code}))`);
  }
}
