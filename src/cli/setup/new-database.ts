import { existsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { type Config, ConfigError } from '../../platform/config/config.js';
import { defaultDatabaseUrl } from '../../platform/config/environment.js';
import { sqlitePath } from '../../platform/db/connection/store-url.js';
import { askConfirmation, isTerminal } from '../process/confirm.js';

/** Whether a command asks the user on a terminal before it creates a database. */
export interface ConfirmOptions {
  asks: boolean;
}

/**
 * Checks that a SQLite database exists or may be created. A command in the wrong folder must not report success on a
 * new, empty database. On a terminal, it asks the user if `asks` is set. Otherwise, the default path may be created,
 * and another path if its folder exists. A line on stderr names the new database.
 * @throws ConfigError if the user does not confirm, or if the folder does not exist
 */
export async function checkDatabaseExists(
  { databaseUrl }: Pick<Config, 'databaseUrl'>,
  { asks }: ConfirmOptions,
): Promise<void> {
  if (!databaseUrl.startsWith('file:')) return;
  const path = sqlitePath(databaseUrl);
  if (existsSync(path)) return;
  const isDefault = path === sqlitePath(defaultDatabaseUrl);
  if (!isDefault && !isFolder(dirname(path))) throw refusal(path, `the folder ${dirname(path)} does not exist`);
  if (asks && isTerminal()) {
    if (!(await askConfirmation(`There is no database at ${path}. Create it? [y/N] `)))
      throw refusal(path, 'not confirmed');
  }
  process.stderr.write(`docgraph: creating the database ${path}\n`);
}

/**
 * Checks that a SQLite database exists, for commands that only read it.
 * @throws ConfigError if it does not
 */
export function requireDatabase({ databaseUrl }: Pick<Config, 'databaseUrl'>): void {
  const path = databaseUrl.startsWith('file:') ? sqlitePath(databaseUrl) : null;
  if (path !== null && !existsSync(path))
    throw new ConfigError(
      `Cannot read the database ${path}: it does not exist. Run the command in the folder of the server, or set DATABASE_URL to its database.`,
    );
}

function refusal(path: string, reason: string): ConfigError {
  const next = 'Run the command in the folder of the server, or set DATABASE_URL to its database.';
  return new ConfigError(`Cannot create the database ${path}: ${reason}. ${next}`);
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}
