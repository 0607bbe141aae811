import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { migrate } from '../../src/platform/db/migrations/migrate.js';
import { readMigrations } from '../../src/platform/db/migrations/migrations-folder.js';
import { anotherInstance, type RestResponse, type TestApp } from '../support/app.js';
import { moveClock } from '../support/clock.js';
import { provider } from '../support/database.js';
import { settings, startServer } from '../support/server-process.js';
import { get } from '../support/server-requests.js';
import { type EarlierRead, earlierDatabase, operatorToken, readEarlierAnswers, revisions } from './earlier-database.js';
import { expectedDifferences } from './expected-differences.js';
import { type Difference, findDifferences } from './find-differences.js';
import { startLoad, writtenRows } from './start-load.js';

const occurred = new Set<RegExp>();

/** Returns whether a difference is in the list of expected ones. */
function isExpected({ place, earlier, present }: Difference): boolean {
  const [before, now] = [JSON.stringify(earlier), JSON.stringify(present)];
  const expected = expectedDifferences.find(
    (one) => one.place.test(place) && one.earlier.test(before) && one.present.test(now ?? ''),
  );
  if (expected) occurred.add(expected.place);
  return expected !== undefined;
}

describe.each(revisions)('a database of %s', (revision) => {
  const { at, answers, ids, tokens } = readEarlierAnswers(revision);
  let url: string;
  let test: TestApp;

  it('is migrated while others read and write it, and has all rows that were acknowledged', async () => {
    url = await earlierDatabase(revision);
    const load = startLoad(url);
    await expect.poll(() => load.result().done).toBeGreaterThan(2);
    const before = load.result();
    const applied = await migrate({ url });
    const after = load.result();
    expect(applied.at(-1)).toBe(readMigrations(provider).migrations.at(-1)!.name);
    // On SQLite, the migration has the file for itself.
    if (provider === 'postgresql') expect(after.done).toBeGreaterThan(before.done);
    await expect.poll(() => load.result().done).toBeGreaterThan(after.done);
    const { written, busy } = await load.stop();
    if (provider === 'postgresql') expect(busy).toBe(0);
    test = await anotherInstance({ url });
    const [row] = await test.store.read.all(sql<{ count: number }>`${sql.raw(writtenRows)}`);
    expect(Number(row!.count)).toBe(written);
  });

  it('has the same answers as before, except the expected differences', async () => {
    expect(answers.length).toBeGreaterThan(130);
    // A deleted space is shown for 7 days.
    moveClock(Date.parse(at) - Date.now());
    const differences: Difference[] = [];
    for (const earlier of answers) {
      const { status, body } = await repeatRead(test, earlier);
      differences.push(...findDifferences(`${earlier.operation} status`, earlier.status, status));
      differences.push(...findDifferences(earlier.operation, earlier.response, body));
    }
    expect(differences.filter((one) => !isExpected(one))).toEqual([]);
  });

  it('takes writes, of people with their earlier tokens', async () => {
    const { annToken, benToken } = tokens as { annToken: string; benToken: string };
    expect((await test.rest('GET', '/user', { token: annToken })).body.id).toBe(ids.annId);
    const changeRequest = `/spaces/${ids.spaceId}/change-requests/${ids.changeRequestId}`;
    const body = { body: { markdown: 'After the upgrade.' } };
    expect((await test.rest('POST', `${changeRequest}/comments`, { token: benToken, body })).status).toBe(403);
    expect((await test.rest('POST', `${changeRequest}/comments`, { token: annToken, body })).status).toBe(201);
    const update = await test.rest('POST', `${changeRequest}/update`, { token: operatorToken, body: {} });
    expect(update.status).toBe(200);
    const merged = await test.rest('POST', `${changeRequest}/merge`, { token: operatorToken, body: {} });
    expect(merged.body).toMatchObject({ result: 'merge' });
    const found = await test.rest('GET', `/spaces/${ids.spaceId}/search?query=diet`, { token: operatorToken });
    expect(found.body.items).not.toEqual([]);
  });

  it('is served by docgraph start', async () => {
    await test.store.close();
    const env = { ...settings, DATABASE_URL: url, BOOTSTRAP_TOKEN: operatorToken };
    const server = await startServer(env);
    expect((await get(server, '/v1/user', operatorToken)).body.id).toBe(ids.operatorId);
    expect((await get(server, '/readyz')).status).toBe(200);
  });
});

it('each expected difference occurs', () => {
  expect(expectedDifferences.filter(({ place }) => !occurred.has(place)).map(({ reason }) => reason)).toEqual([]);
});

/** Sends the read of an earlier version to the present one, with the token of the operator. */
async function repeatRead(
  test: TestApp,
  { method, path, body }: EarlierRead,
): Promise<Pick<RestResponse, 'status' | 'body'>> {
  const {
    statusCode: status,
    headers,
    payload,
  } = await test.app.inject({
    method,
    url: path,
    headers: { authorization: `Bearer ${operatorToken}`, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { payload: body }),
  });
  return { status, body: String(headers['content-type']).includes('json') ? JSON.parse(payload) : payload };
}
