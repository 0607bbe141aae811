import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { exportSpace } from '../../src/modules/content/folders/export-actions.js';
import { sqlitePath } from '../../src/platform/db/connection/store-url.js';
import { openStore } from '../../src/platform/db/open.js';
import { docgraph, runJsonCommand, spawnDocgraph, waitForExit } from '../support/command-line.js';
import { emptyDatabase, provider, testFolder } from '../support/database.js';
import { seeds } from '../support/properties.js';
import { randomFrom } from '../support/random.js';

const pages = 300;
const rounds = 3;

/** Creates a folder of pages, each of which contains the version. */
function folderOf(version: string): string {
  const folder = join(testFolder(), version);
  mkdirSync(folder);
  for (let number = 0; number < pages; number++) {
    writeFileSync(join(folder, `page-${number}.md`), `# Page ${number}\n\n${`${version} ${number} `.repeat(200)}\n`);
  }
  return folder;
}

/**
 * Returns the version that the pages of a space contain. Fails if pages are missing or contain different versions, as
 * after an incomplete import.
 */
async function versionOf(url: string, space: string): Promise<string> {
  const store = await openStore({ url });
  const files = await exportSpace(store, space).finally(() => store.close());
  expect(files).toHaveLength(pages);
  const versions = files.map(({ bytes }) => /\n\n(\w+) /.exec(Buffer.from(bytes).toString())![1]!);
  expect(new Set(versions).size).toBe(1);
  return versions[0]!;
}

/**
 * Waits until the database server notices that the killed process has ended. The server first completes the last
 * statement of the process.
 */
async function waitUntilOthersDisconnect(url: string): Promise<void> {
  const store = await openStore({ url });
  const others = sql`select pid from pg_stat_activity
    where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`;
  await expect
    .poll(() => store.read.all(others))
    .toEqual([])
    .finally(() => store.close());
}

function checkFile(url: string): void {
  const database = new Database(sqlitePath(url), { readonly: true });
  expect(database.pragma('integrity_check', { simple: true })).toBe('ok');
  expect(database.pragma('foreign_key_check')).toEqual([]);
  database.close();
}

it('an import that is killed at any time leaves either the old or the new content, and can be repeated', async () => {
  const url = await emptyDatabase();
  const env = { DATABASE_URL: url };
  const folders: Record<string, string> = { one: folderOf('one'), two: folderOf('two') };
  const { id: org } = await runJsonCommand(['org', 'create', '--title', 'Acme'], env);
  const started = performance.now();
  const { id: space } = await runJsonCommand(['import', folders.one!, '--org', org], env);
  const whole = performance.now() - started;
  const random = randomFrom(seeds(1)[0]!);
  const moments: string[] = [];
  let old = 'one';
  for (let round = 0; round < rounds; round++) {
    const next = old === 'one' ? 'two' : 'one';
    // The process is not killed during the first tenth of the time, because it only starts then.
    const moment = whole * (0.1 + random(900) / 1000);
    const child = spawnDocgraph(['import', folders[next]!, '--org', org, '--space', space], env);
    const ended = waitForExit(child);
    await sleep(moment);
    child.kill('SIGKILL');
    const { code } = await ended;
    if (provider === 'sqlite') checkFile(url);
    else await waitUntilOthersDisconnect(url);
    const found = await versionOf(url, space);
    moments.push(`${Math.round(moment)} ms: ${code === null ? 'killed' : 'done'}, ${found === next ? 'new' : 'old'}`);
    expect([old, next], moments.join('; ')).toContain(found);
    if (code === 0) expect(found).toBe(next);

    const repeated = await docgraph(['import', folders[next]!, '--org', org, '--space', space], env);
    expect(repeated, moments.join('; ')).toMatchObject({ code: 0, stderr: '' });
    expect(await versionOf(url, space)).toBe(next);
    old = next;
  }
  console.info(`an import takes ${Math.round(whole)} ms; ended after ${moments.join('; ')}`);
});
