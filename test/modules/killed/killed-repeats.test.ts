import { expect, it } from 'vitest';
import type { RequestKey } from '../../../src/api/graphql/execution/request-key.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { runUntilKilled } from './kill-each.js';
import { load } from './load.js';
import { expectConsistentOrganization } from './whole.js';
import { loadWrites, setScene } from './writes.mjs';

const test = await testApp();
const actor = { store: test.store, viewer: test.operator };
const writes = await loadWrites(load);

/**
 * Writes in one or several transactions: the transaction at which the process ends, and the number of completed effects
 * at that point.
 */
const killed = [
  { write: 'creating a space', moment: 'before', count: 1, done: 0 },
  { write: 'creating a space', moment: 'after', count: 1, done: 1 },
  { write: 'duplicating a space', moment: 'after', count: 1, done: 0 },
  { write: 'duplicating a space', moment: 'before', count: 2, done: 0 },
  { write: 'duplicating a space', moment: 'after', count: 2, done: 1 },
  { write: 'transferring a space', moment: 'after', count: 3, done: 0 },
  { write: 'transferring a space', moment: 'after', count: 4, done: 1 },
];

it.concurrent.each(killed)(
  '$write: killing the process $moment commit $count leaves $done effects; a repeated request makes it exactly one',
  async ({ write, moment, count, done }) => {
    const { id: organization } = await seedOrganization(test);
    const scene = await setScene(load, actor, organization);
    const { event, run } = writes[write]!;
    const logged = async () =>
      (await expectConsistentOrganization(test, organization)).filter(({ action }) => action === event).length;
    const before = await logged();
    const key = `${organization} ${write}`;
    expect(await runUntilKilled(write, { url: test.url, scene, moment, count, key })).toBe(0);
    expect((await logged()) - before).toBe(done);
    const requestKey: RequestKey = { hash: key, requestHash: () => 'the same', replay: () => {}, isReplayed: false };
    await run({ ...actor, requestKey }, scene, 1);
    expect((await logged()) - before).toBe(1);
  },
);
