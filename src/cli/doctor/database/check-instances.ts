import { sql } from 'kysely';
import { packageVersion } from '../../../platform/base/package-path.js';
import { sqlitePath } from '../../../platform/db/connection/store-url.js';
import { findFileUsers } from '../../../platform/db/inspection/open-file.js';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, notice, ok, skipped, warning } from '../base/finding.js';

/** Finds the servers that use the database. */
export const checkInstances: DatabaseCheck = {
  name: 'instances',
  about: 'servers that use the database: a second one on a SQLite file, other versions on Postgres',
  needs: 'database',
  run: ({ config, database: { read } }) =>
    read.provider === 'sqlite' ? serversOnFile(sqlitePath(config.databaseUrl)) : serversOnPostgres(read),
};

const noServer = notice('No server uses the database at the moment.', 'Run `docgraph start`.');

function serversOnFile(path: string): Finding[] {
  const users = findFileUsers(path);
  if (users === null) return [skipped('This system does not list the processes that have a file open.')];
  const servers = users.filter(({ args }) => args.includes('start'));
  const ids = servers.map(({ pid }) => pid).join(', ');
  if (servers.length === 0) return [noServer];
  if (servers.length === 1) return [ok(`One server uses the database file (process ${ids}).`)];
  return [
    warning(
      `${servers.length} servers use the same database file (processes ${ids}).`,
      'Stop all but one. Use Postgres for several instances.',
    ),
  ];
}

async function serversOnPostgres(read: Queries): Promise<Finding[]> {
  const rows = await read.all(listeners);
  const count = rows.reduce((total, row) => total + row.count, 0);
  if (count === 0) return [noServer];
  const versions = rows.map((row) => `${row.count} of version ${row.version}`).join(', ');
  const isSame = rows.every(({ version }) => version === packageVersion());
  if (isSame) return [ok(`${count === 1 ? 'One server uses' : `${count} servers use`} the database (${versions}).`)];
  return [
    warning(
      `Servers of several versions use the database (${versions}), and this command is version ${packageVersion()}.`,
      'Finish the upgrade, so that all servers have the same version.',
    ),
  ];
}

/** Each server has one connection that listens. Its name ends with the version. */
const listeners = sql<{ version: string; count: number }>`
  select split_part(application_name, ' ', 3) as version, count(*)::int as count from pg_stat_activity
  where datname = current_database() and application_name like 'docgraph notices %' group by 1 order by 1`;
