import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../config.js';
import { sqlitePath } from '../store/store-url.js';

/**
 * The secret that signs cursors and addresses: `SECRET`, the content of `SECRET_FILE`, or, beside a SQLite file, one
 * that is made at the first start and kept in `<database>.secret`.
 * @throws ConfigError on Postgres without one: instances must share it.
 */
export function secretOf(config: Config): string {
  if (config.secret) return config.secret;
  if (config.secretFile) return readSecret(config.secretFile);
  if (!config.databaseUrl.startsWith('file:')) {
    throw new ConfigError(
      'SECRET or SECRET_FILE must be set (32 bytes or more, the same for every instance) on Postgres, got neither',
    );
  }
  const file = `${sqlitePath(config.databaseUrl)}.secret`;
  mkdirSync(dirname(file), { recursive: true });
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  return readSecret(file);
}

function readSecret(file: string): string {
  const secret = contentOf(file).trim();
  if (secret.length < 32)
    throw new ConfigError(`SECRET_FILE must hold 32 bytes or more, ${JSON.stringify(file)} has ${secret.length}`);
  return secret;
}

function contentOf(file: string): string {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    throw new ConfigError(`SECRET_FILE must be a file that can be read, got ${JSON.stringify(file)} (${code})`);
  }
}
