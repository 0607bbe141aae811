import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Provider } from '../query/runner.js';
import { startupRefusal } from './store-errors.js';

/**
 * Returns the database type of a URL.
 * @throws AppError with the reason STORE_REFUSED for any other scheme
 */
export function providerOf(url: string): Provider {
  if (url.startsWith('file:')) return 'sqlite';
  if (/^postgres(ql)?:\/\//.test(url)) return 'postgresql';
  // The message contains only the scheme, because the rest of the URL may contain a password.
  throw startupRefusal(
    `The database URL must start with file: or postgres:// (got ${JSON.stringify(url.split(':', 1)[0])})`,
  );
}

/** Returns the path of the database in a `file:` URL. A relative path is relative to the working directory. */
export function sqlitePath(url: string): string {
  return url.startsWith('file://') ? fileURLToPath(url) : resolve(url.slice('file:'.length));
}

/**
 * Returns the database in the form that drivers need: the path of a SQLite file, or the URL of a Postgres database.
 * @throws as `providerOf`
 */
export function driverTarget(url: string): string {
  return providerOf(url) === 'sqlite' ? sqlitePath(url) : url;
}
