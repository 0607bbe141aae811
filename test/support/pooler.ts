import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { delimiter, join } from 'node:path';
import { expect, vi } from 'vitest';
import { freePort } from '../../scripts/free-port.mjs';
import { atEnd, testFolder } from './database.js';

/** Path of PgBouncer on this machine, as Debian installs it; undefined if it is not installed. */
export const pgbouncer = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin']
  .map((folder) => join(folder, 'pgbouncer'))
  .find((path) => existsSync(path));

/** Suffix for the title of a skipped test. */
export const reason = pgbouncer ? '' : ', SKIPPED: no pgbouncer found';

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
  const ended = new Promise((resolve) => child.once('exit', resolve));
  atEnd(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  await vi.waitFor(async () => expect(await isListening(own)).toBe(true), { timeout: 60_000 });
  return Object.assign(new URL(databaseUrl), { port: String(own) }).href;
}

function unprivilegedUser(): { uid?: number } {
  if (process.getuid?.() !== 0) return {};
  return { uid: Number(spawnSync('id', ['-u', 'nobody']).stdout.toString()) };
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.on('connect', () => resolve(true)).on('error', () => resolve(false));
    socket.on('connect', () => socket.destroy());
  });
}
