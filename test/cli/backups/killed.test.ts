import { readdirSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { makeFullWorld } from '../../modules/lists/full-world.js';
import { testApp } from '../../support/app.js';
import { docgraph, spawnDocgraph, waitForExit } from '../../support/command-line.js';
import { provider, testFolder } from '../../support/database.js';
import { isSoak, seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { backUp, filesIn, newTarget, readRows, serverOn } from './backup-kit.js';

const test = await testApp();
const { id: organization } = await seedOrganization(test);
if (isSoak) await makeFullWorld(test);
else await seedSpace(test, organization);
const env = serverOn(test.url);
const rows = await readRows(test.url);
const file = await backUp(env);

/** Runs a command in a process that is killed after a time. Returns whether it ended before. */
async function killAfter(args: string[], target: Record<string, string>, milliseconds: number): Promise<boolean> {
  const child = spawnDocgraph(args, target);
  const ended = waitForExit(child);
  await Promise.race([sleep(milliseconds), ended]);
  child.kill('SIGKILL');
  return (await ended).code === 0;
}

/** Milliseconds that a whole command takes on this machine. */
const startedAt = performance.now();
expect((await waitForExit(spawnDocgraph(['backup', testFolder()], env))).code).toBe(0);
const whole = performance.now() - startedAt;

it.each(seeds(isSoak ? 20 : 2))('a killed backup leaves no file that looks like a backup (seed %i)', async (seed) => {
  const folder = testFolder();
  const isDone = await killAfter(['backup', folder], env, randomFrom(seed)(Math.ceil(whole)));
  const { stdout } = await docgraph(['backup', 'list', folder], env);
  const listed = JSON.parse(stdout).backups;
  if (isDone) expect(listed).toHaveLength(1);
  for (const { location } of listed) expect((await docgraph(['backup', 'check', location], env)).code).toBe(0);
  expect(await readRows(test.url)).toEqual(rows);
  // The next backup removes what the killed one left.
  expect((await docgraph(['backup', folder], env)).code).toBe(0);
  expect(readdirSync(folder).filter((name) => !name.endsWith('.backup.tar'))).toEqual([]);
});

it.each(seeds(isSoak ? 20 : 2))('a killed restore leaves the target empty or whole (seed %i)', async (seed) => {
  const target = await newTarget();
  const restored = serverOn(target);
  const isDone = await killAfter(['restore', file], restored, randomFrom(seed)(Math.ceil(2 * whole)));
  const isWhole = await hasRows(target);
  if (isDone) expect(isWhole).toBe(true);
  const again = await docgraph(['restore', file], restored);
  if (isWhole) expect(again.stderr).toContain('Cannot restore: the database is not empty');
  else expect([again.stderr, again.code]).toEqual(['', 0]);
  const after = await readRows(target);
  for (const table of ['Organization', 'Blob', 'TreeNode', 'Revision', 'Event', 'SearchPage'])
    expect(after[table]).toBe(rows[table]);
});

/** Reports whether a database has rows. A file of SQLite exists only if it is whole. */
async function hasRows(url: string): Promise<boolean> {
  if (provider === 'sqlite') return filesIn(dirname(url.slice('file:'.length))).includes('docgraph.db');
  expect((await docgraph(['migrate'], serverOn(url))).code).toBe(0);
  return (await readRows(url)).Organization !== undefined;
}
