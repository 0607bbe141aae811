import { spawn } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { testFolder } from './database.js';
import { findProgram, skippedWithout, unprivilegedUser, waitForPort } from './programs.js';

/** Path of PgBouncer on this machine; undefined if it is not installed. */
export const pgbouncer = findProgram('pgbouncer');

/** Suffix for the title of a skipped test. */
export const reason = skippedWithout('pgbouncer');

/** Settings that the manual requires for each connection. */
export const connectQuery = [
  'set statement_timeout to 5000; set lock_timeout to 2000; set idle_in_transaction_session_timeout to 10000;',
  "set default_transaction_isolation to ''read committed''; set datestyle to ''ISO, YMD''; set bytea_output to ''hex'';",
  'set random_page_cost to 1.1',
].join(' ');

/** Number of connections from the pooler to the server: fewer than the application has to the pooler. */
const poolSize = 4;

/**
 * Starts a pooler for a database that assigns a connection to each transaction. Returns the URL of the database through
 * the pooler.
 */
export async function transactionPooler(databaseUrl: string, query = connectQuery): Promise<string> {
  const { hostname, port, username, password, pathname } = new URL(databaseUrl);
  const database = pathname.slice(1);
  const folder = testFolder();
  const own = await freePort();
  const server = `host=${hostname} port=${port} dbname=${database} user=${username} password=${password}`;
  const settings = [
    '[databases]',
    `${database} = ${server}${query && ` connect_query='${query}'`}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${own}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    `default_pool_size = ${poolSize}`,
  ];
  const file = join(folder, 'pgbouncer.ini');
  writeFileSync(file, settings.join('\n'));
  // PgBouncer refuses to run as root. Another user must then be able to read its file.
  chmodSync(folder, 0o755);
  const child = spawn(pgbouncer!, [file], { stdio: 'ignore', ...unprivilegedUser() });
  await waitForPort(child, own);
  return Object.assign(new URL(databaseUrl), { port: String(own) }).href;
}
