import { sql } from 'kysely';
import type { DatabaseCheck } from '../base/check.js';
import { ok, skipped, warning } from '../base/finding.js';

/**
 * Number of connections that a process opens in addition to `DATABASE_CONNECTIONS`: for reads by key, notices,
 * readiness.
 */
const otherConnections = 4;

/** Compares the connections that all servers may open with those that Postgres accepts. */
export const checkConnections: DatabaseCheck = {
  name: 'connections',
  about: '`DATABASE_CONNECTIONS` times the number of servers, compared with what Postgres accepts',
  needs: 'database',
  provider: 'postgresql',
  async run({ config, database: { read } }) {
    if (config.databaseUrl !== config.databaseDirectUrl) return [skipped('A pooler limits the connections.')];
    const { accepted, foreign, servers } = (await read.first(facts))!;
    const perServer = config.resources.databaseConnections + otherConnections;
    const count = Math.max(1, servers);
    const [needed, free] = [perServer * count, accepted - foreign];
    const sum = `${count === 1 ? 'The server' : `${count} servers`} may open ${needed} connections`;
    if (needed <= free) return [ok(`${sum}; Postgres has ${free} for them.`)];
    return [
      warning(
        `${sum}, but Postgres has only ${free} for them.`,
        'Raise max_connections of Postgres, lower DATABASE_CONNECTIONS, or use a pooler.',
      ),
    ];
  },
};

interface ConnectionFacts {
  /** Connections that Postgres accepts from this role to this database, without the reserved ones. */
  accepted: number;
  /** Connections of other programs. */
  foreign: number;
  servers: number;
}

const facts = sql<ConnectionFacts>`with own as (select application_name like 'docgraph%' and datname = current_database()
    as "isOwn", application_name as name from pg_stat_activity where backend_type = 'client backend')
  select least(current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
        - coalesce(current_setting('reserved_connections', true)::int, 0),
      (select nullif(datconnlimit, -1) from pg_database where datname = current_database()),
      (select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user)) as accepted,
    (select count(*)::int from own where "isOwn" is not true) as foreign,
    (select count(*)::int from own where "isOwn" and name like 'docgraph notices%') as servers`;
