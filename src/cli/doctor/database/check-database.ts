import { sql } from 'kysely';
import type { Queries } from '../../../platform/db/query/queries.js';
import type { DatabaseCheck } from '../base/check.js';
import { type Finding, fault, notice, unlessEmpty, warning } from '../base/finding.js';
import { reasonOf } from '../base/units.js';

/** Major version of Postgres on which the tests run. */
const testedVersion = 18;

/** Checks the version and the settings of the database. Its finding is an error if the database cannot be opened. */
export const checkDatabase: DatabaseCheck = {
  name: 'database',
  about: 'whether the database can be reached; its version, encoding and settings',
  needs: 'database',
  async run({ database: { read } }) {
    try {
      return await (read.provider === 'sqlite' ? examineSqlite(read) : examinePostgres(read));
    } catch (error) {
      // The server cannot start on such a database, so this is not a check that is skipped.
      return [fault(`The database cannot be read: ${reasonOf(error)}.`, repairs[read.provider])];
    }
  },
};

const repairs = {
  sqlite: 'Run the command as the user of the server, set DATABASE_URL to a database, or restore a backup.',
  postgresql: 'Read the log of Postgres.',
};

async function examineSqlite(read: Queries): Promise<Finding[]> {
  return sqliteFindings((await read.first(sqliteFacts))!);
}

async function examinePostgres(read: Queries): Promise<Finding[]> {
  return postgresFindings((await read.first(postgresFacts, { isStandby: 'boolean' }))!);
}

interface SqliteFacts {
  version: string;
  encoding: string;
  journal: string;
}

const sqliteFacts = sql<SqliteFacts>`select sqlite_version() as version,
  (select encoding from pragma_encoding) as encoding, (select journal_mode from pragma_journal_mode) as journal`;

function sqliteFindings({ version, encoding, journal }: SqliteFacts): Finding[] {
  const problems =
    journal === 'wal'
      ? []
      : [
          warning(
            `The journal mode of the database file is ${journal}.`,
            'Start the server, which sets the mode `wal`. If it cannot, move the file to a local disk.',
          ),
        ];
  return unlessEmpty(problems, `SQLite ${version}, ${encoding}, journal mode ${journal}.`);
}

interface PostgresFacts {
  version: string;
  major: number;
  encoding: string;
  collation: string;
  timezone: string;
  isStandby: boolean;
  readOnly: string;
  fsync: string;
}

const postgresFacts = sql<PostgresFacts>`select current_setting('server_version') as version,
  current_setting('server_version_num')::int / 10000 as major, pg_encoding_to_char(encoding)::text as encoding,
  coalesce(datcollate, '') as collation, current_setting('TimeZone') as timezone, pg_is_in_recovery() as "isStandby",
  (select reset_val from pg_settings where name = 'default_transaction_read_only') as "readOnly",
  current_setting('fsync') as fsync from pg_database where datname = current_database()`;

function postgresFindings(facts: PostgresFacts): Finding[] {
  const { version, major, encoding, collation, timezone, isStandby, readOnly, fsync } = facts;
  const rules: [boolean, () => Finding][] = [
    [isStandby, () => fault('The database is a standby, so it cannot be written.', 'Set DATABASE_URL to the primary.')],
    [
      !isStandby && readOnly === 'on',
      () => fault('The database is read-only.', 'Set default_transaction_read_only to off for the role.'),
    ],
    [
      encoding !== 'UTF8',
      () =>
        fault(
          `The encoding of the database is ${encoding}.`,
          'Create a database with `encoding = UTF8`, and move the data with pg_dump.',
        ),
    ],
    [
      fsync === 'off',
      () => warning('Postgres runs with fsync off, so a crash may lose the database.', 'Set fsync to on.'),
    ],
    [
      major < testedVersion,
      () => notice(`The server is Postgres ${version}.`, `docgraph is tested on Postgres ${testedVersion}; upgrade.`),
    ],
  ];
  const problems = rules.filter(([isBroken]) => isBroken).map(([, finding]) => finding());
  return unlessEmpty(problems, `Postgres ${version}, ${encoding}, collation ${collation}, time zone ${timezone}.`);
}
