import { readFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { sqlitePath } from '../../../../src/platform/db/connection/store-url.js';
import { createClient } from '../../../access/outsider/client.js';
import { startsIn, traverseGraph } from '../../../access/outsider/traverse-graph.js';
import { fillSample, sampleRequests } from '../../../contract/sample-requests.js';
import { appWithLog } from '../../../support/app.js';
import { dumpDatabase, partsWith } from './database-dump.js';
import { canaries, createCanaryScene, erase, idsOf } from './erasure-kit.js';

const log: string[] = [];
const test = await appWithLog(log);

/** Empties the write-ahead log. Returns the parts of the database file that contain canaries. */
function fileParts(): Record<string, string[]> {
  const path = sqlitePath(test.url);
  const database = new Database(path);
  database.pragma('wal_checkpoint(TRUNCATE)');
  database.close();
  return partsWith(new Map([['file', readFileSync(path, 'latin1')]]), canaries);
}

it('an erased person is named neither in the database, nor in the log, nor by any API', async () => {
  const { scene, watcher } = await createCanaryScene(test);
  const before = Object.keys(partsWith(await dumpDatabase(test.store), canaries)).sort();
  expect(before).toEqual(
    expect.arrayContaining([
      ...['AccessToken', 'Event', 'IdempotencyKey', 'Job', 'Mail', 'OidcIdentity', 'SamlIdentity'],
      ...['SamlLogin', 'User'],
    ]),
  );
  const { displayName } = await erase(test, scene.admin.id);
  expect(displayName).toMatch(/^Former member [0-9a-f]{4}$/);
  expect(partsWith(await dumpDatabase(test.store), canaries)).toEqual({});
  if (test.store.provider === 'sqlite') expect(fileParts()).toEqual({});
  const client = createClient(test, watcher.token);
  const answers = new Map<string, string>();
  for (const request of sampleRequests.filter(({ method }) => method === 'GET'))
    answers.set(request.id, await client.rest('GET', fillSample(request, await idsOf(scene, request.id)).path));
  expect([...answers.values()].filter((answer) => answer.startsWith('200')).length).toBeGreaterThan(90);
  const { answers: walked } = await traverseGraph({ asking: client, starts: startsIn(scene) });
  expect(partsWith(new Map([...answers, ...walked]), canaries)).toEqual({});
  expect(answers.get('getCommentInSpace')).toContain(displayName);
  expect(log.length).toBeGreaterThan(0);
  expect(partsWith(new Map([['log', log.join('\n')]]), canaries)).toEqual({});
});
