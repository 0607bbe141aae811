import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterAll, expect, it } from 'vitest';
import { runInProcess } from '../support/in-process.js';
import { settings, startServer } from '../support/server-process.js';
import { get, post } from '../support/server-requests.js';

const folder = mkdtempSync(join(tmpdir(), 'docgraph-stopped-'));
afterAll(() => rmSync(folder, { recursive: true }));

const token = 'token-of-the-first-admin';

/** Returns the size of the write-ahead log in bytes, or 0 if there is none. */
const logSize = (path: string) => (existsSync(`${path}-wal`) ? statSync(`${path}-wal`).size : 0);

/** Returns the titles of the teams in a copy of the database file without its write-ahead log. */
function teamsInCopy(path: string): string[] {
  const copy = `${path}.copy`;
  copyFileSync(path, copy);
  const database = new Database(copy, { readonly: true });
  try {
    return database.prepare('select title from "Team" order by id').pluck().all() as string[];
  } finally {
    database.close();
  }
}

it.each(['SIGTERM', 'SIGINT'] as const)(
  'after %s, the database file alone has every confirmed write, without its log, even if a stream was open',
  async (signal) => {
    const path = join(folder, `${signal}.db`);
    const env = { ...settings, DEMO: 'false', BOOTSTRAP_TOKEN: token, DATABASE_URL: `file:${path}` };
    const server = await startServer(env);
    const [organization] = (await get(server, '/v1/orgs', token)).body.items;
    const subscription = `subscription { organizationEvents(organization: "${organization.id}") { action } }`;
    const address = `${server.url}/graphql?query=${encodeURIComponent(subscription)}`;
    const stream = await fetch(address, { headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' } });
    expect(stream.status).toBe(200);
    const titles = Array.from({ length: 40 }, (_, number) => `Team ${number}`);
    for (const title of titles) {
      const query = `mutation { createTeam(input: { organization: "${organization.id}", title: "${title}" }) { team { id } } }`;
      expect((await post(server, '/graphql', { token, body: { query } })).body.errors).toBeUndefined();
    }
    expect(logSize(path)).toBeGreaterThan(0);
    expect((await server.stop(signal)).code).toBe(0);
    expect(logSize(path)).toBe(0);
    expect(teamsInCopy(path)).toEqual(titles);
  },
);

it('a command leaves no write-ahead log', async () => {
  const path = join(folder, 'command.db');
  const env = { ...settings, DATABASE_URL: `file:${path}` };
  expect(await runInProcess(['org', 'create', '--title', 'Acme'], env)).toMatchObject({ code: 0 });
  expect(logSize(path)).toBe(0);
});
