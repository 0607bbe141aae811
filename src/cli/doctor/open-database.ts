import { existsSync } from 'node:fs';
import { sqlitePath } from '../../platform/db/connection/store-url.js';
import { type Inspection, openInspection } from '../../platform/db/inspection/inspection.js';
import type { Surroundings } from './base/check.js';
import { type Finding, fault } from './base/finding.js';
import { reasonOf } from './base/units.js';

/** Opens the configured database for reading. Returns a finding if that is not possible. */
export async function openForChecks({ config, provider }: Surroundings): Promise<Inspection | Finding> {
  const path = provider === 'sqlite' ? sqlitePath(config.databaseUrl) : null;
  if (path !== null && !existsSync(path))
    return fault(
      `There is no database at ${path}.`,
      'Run the command in the folder of the server, set DATABASE_URL to its database, or start the server once.',
    );
  try {
    return await openInspection(config.databaseDirectUrl);
  } catch (error) {
    return path === null ? await unreachablePostgres(config.databaseDirectUrl, error) : unreadableFile(path, error);
  }
}

function unreadableFile(path: string, error: unknown): Finding {
  return fault(
    `The database file ${path} cannot be read: ${reasonOf(error)}.`,
    'Run the command as the user of the server, or restore a backup.',
  );
}

/** Describes the failure with host, port, database and role, and without the password. */
async function unreachablePostgres(url: string, error: unknown): Promise<Finding> {
  const { describeTarget, failureReason } = await import('../../platform/db/postgres/postgres-failure.js');
  return fault(
    `The database cannot be reached (${describeTarget({ url, variable: 'DATABASE_URL' })}): ${failureReason(error)}.`,
    'Correct the variable, start the database server, or correct its rules for connections.',
  );
}
