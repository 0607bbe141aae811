import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { type Config, ConfigError } from './config.js';

/**
 * The secret that signs cursors and addresses: `SECRET`, the content of `SECRET_FILE`, or, beside a SQLite file, one
 * that is made at the first start and kept in `<database>.secret`.
 * @throws ConfigError on Postgres without one: instances must share it.
 */
export function secretOf(config: Config): string {
  if (config.secret) return config.secret;
  if (config.secretFile) return readSecret(config.secretFile);
  if (!config.databaseUrl.startsWith('file:')) {
    throw new ConfigError('SECRET: set it (32 bytes or more, the same for every instance) to run on Postgres');
  }
  const file = `${config.databaseUrl.slice('file:'.length)}.secret`;
  if (!existsSync(file)) writeFileSync(file, `${randomBytes(32).toString('base64url')}\n`, { mode: 0o600 });
  return readSecret(file);
}

function readSecret(file: string): string {
  if (!existsSync(file)) throw new ConfigError(`SECRET_FILE: no file at ${JSON.stringify(file)}`);
  const secret = readFileSync(file, 'utf8').trim();
  if (secret.length < 32)
    throw new ConfigError(`SECRET_FILE: ${JSON.stringify(file)} must hold 32 bytes or more, has ${secret.length}`);
  return secret;
}
