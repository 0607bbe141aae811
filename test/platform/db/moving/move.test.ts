import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { compiledModules } from '../../../../scripts/compiled.mjs';
import { migrate, migrationStatus } from '../../../../src/platform/db/migrations/migrate.js';
import { moveDatabase } from '../../../../src/platform/db/moving/move-database.js';
import { makeFullWorld } from '../../../modules/lists/full-world.js';
import { anotherInstance, type TestApp } from '../../../support/app.js';
import { emptyDatabase, migratedDatabase, testFolder } from '../../../support/database.js';
import { isSoak, seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { copyAll, summaries } from '../dump/move-kit.js';

const file = (name: string) => `file:${join(testFolder(), `${name}.db`)}`;

/** A world on a SQLite file, moved to the database of the test run, and from there to another file. */
const [first, last] = [file('origin'), file('back')];
await migrate({ url: first });
const origin = await anotherInstance({ url: first });
const world = await makeFullWorld(origin);
const before = await summaries(first);
const middle = await emptyDatabase();
let reports = 0;
const there = await moveDatabase({ from: first, to: middle, partBytes: 2_000, onProgress: () => void reports++ });
const back = await moveDatabase({ from: middle, to: last });

/** Paths of lists, objects and a search of the world. */
const { organization, space } = world;
const paths = [
  `/orgs/${organization}`,
  `/orgs/${organization}/members`,
  `/orgs/${organization}/spaces`,
  `/orgs/${organization}/sites`,
  `/orgs/${organization}/search?query=everywhere`,
  `/spaces/${space}/content`,
  `/spaces/${space}/change-requests`,
  `/spaces/${space}/search?query=everywhere`,
];

const answers = (test: TestApp) =>
  Promise.all(paths.map(async (path) => (await test.rest('GET', path, { token: world.admin.token })).body));

it('a move reports the rows and the checksum of each table, which are those of the source', async () => {
  const tables = Object.fromEntries(there.tables.map(({ name, rows, sha256 }) => [name, { rows, sha256 }]));
  expect(tables).toMatchObject(before);
  expect(there.rows).toBe(Object.values(before).reduce((sum, { rows }) => sum + rows, 0));
  expect(there.rows).toBeGreaterThan(500);
  expect(back.tables).toEqual(there.tables);
  expect(there.resumed).toBe(false);
});

it('a load that commits at its end has the same result', async () => {
  const copy = await migratedDatabase();
  await copyAll(first, copy);
  expect(await summaries(copy)).toEqual(before);
});

const worker = fileURLToPath(new URL('move-worker.mjs', import.meta.url));

/** Moves in another process until it kills itself, or the move ends. */
function moveUntilKilled(from: string, to: string, moment: readonly number[]): Promise<void> {
  const args = [worker, compiledModules(), from, to, ...moment.map(String)];
  return new Promise((resolve, reject) => {
    execFile(process.execPath, args, (error, _stdout, stderr) => {
      if (error && error.signal !== 'SIGKILL') reject(new Error(`It ended with ${error.code}: ${stderr}`));
      else resolve();
    });
  });
}

const status = (url: string) =>
  migrationStatus({ url }).then(
    () => 'finished',
    ({ message }: Error) => expect(message).toContain('is not finished'),
  );

it.each(seeds(isSoak ? 20 : 2))(
  'a move that is killed twice (seed %i) continues, and leaves the source as it was',
  async (seed) => {
    const random = randomFrom(seed);
    const [from, to] = random(2) === 0 ? [middle, file(`to-${seed}`)] : [last, await migratedDatabase()];
    for (const _round of [1, 2]) {
      await moveUntilKilled(from, to, [1 + random(reports), random(12)]);
      // The last step of a move removes the mark.
      if ((await status(to)) === 'finished') break;
    }
    if ((await status(to)) !== 'finished') expect(await moveDatabase({ from, to })).toMatchObject({ resumed: true });
    expect(await summaries(to)).toEqual(before);
    expect(await summaries(from)).toEqual(before);
    expect((await migrationStatus({ url: to })).pending).toEqual([]);
  },
);

// The last test, because it opens the databases.
it('a moved database has the same rows, and its API returns the same responses and search results', async () => {
  expect(await summaries(middle)).toEqual(before);
  expect(await summaries(last)).toEqual(before);
  const expected = await answers(origin);
  expect(expected.every((body) => body.error === undefined)).toBe(true);
  expect(expected.at(-1).items.length).toBeGreaterThan(0);
  for (const url of [middle, last]) expect(await answers(await anotherInstance({ url }))).toEqual(expected);
});
