import { expect, it } from 'vitest';
import { makeFullWorld } from '../../../modules/lists/full-world.js';
import { testApp } from '../../../support/app.js';
import { migratedDatabase, testFolder } from '../../../support/database.js';
import { copyAll, summaries } from './move-kit.js';

const origin = await testApp();
await makeFullWorld(origin);

it('a loaded database has the same rows as its source', async () => {
  const before = await summaries(origin.url);
  for (const commits of ['atEnd', 'perPart'] as const) {
    const copy = await migratedDatabase();
    expect(await summaries(copy)).toEqual({});
    await copyAll(origin.url, copy, commits);
    expect(await summaries(copy, testFolder())).toEqual(before);
  }
  expect(Object.keys(before).length).toBeGreaterThan(50);
});
