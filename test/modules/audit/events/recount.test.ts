import { expect, it } from 'vitest';
import { listen } from '../../../api/http/server-kit.js';
import { testApp } from '../../../support/app.js';
import { seeds } from '../../../support/properties.js';
import { expectConsistentOrganization } from '../../killed/whole.js';
import { follow } from './live-kit.js';
import { createRandomActions, type RandomAction } from './random-acts.js';
import { makeWorld, withCurrentPaths } from './random-world.js';
import { statesFromLog, statesFromRows } from './replayed.js';
import { readOrganizationRows } from './rows-of.js';

const test = await testApp();
const { read } = test.store;
const origin = await listen(test);

function log(organizationId: string) {
  const events = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organizationId);
  return read.all(events.orderBy('sequence'));
}

/** Returns all stored data of an organization: its event log and its rows. */
const stored = async (organization: string) => ({
  events: await log(organization),
  rows: await readOrganizationRows(read, organization),
});

/** Additional action that the event log contains before an action, by action. */
const extraActions: Record<string, string> = { duplicateSpace: 'createSpace', deleteCollectionById: 'deleteSpaceById' };

it.each(seeds(1))(
  'random actions, sent in sequence (seed %i), log one event if they change a row, otherwise none',
  async (seed) => {
    let world = await makeWorld(test);
    let before = await stored(world.organization);
    const done: { event: string; status: number; changed: boolean }[] = [];
    for (const { event, send } of createRandomActions(() => world, { seed, times: 8 })) {
      const status = await send();
      const after = await stored(world.organization);
      const changed = JSON.stringify(after.rows) !== JSON.stringify(before.rows);
      const actions = after.events.slice(before.events.length).map(({ action }) => action);
      const logged = actions.filter((action) => action !== extraActions[event]);
      const outcome = { event, status, changed, logged };
      expect(outcome).toEqual({ ...outcome, changed: changed && status < 300, logged: changed ? [event] : [] });
      expect(statesFromRows(after.rows)).toEqual(statesFromLog(after.events));
      done.push({ event, status, changed });
      [before, world] = [after, withCurrentPaths(world, after.rows)];
    }
    const kinds = (some: typeof done) => new Set(some.map(({ event }) => event)).size;
    expect(kinds(done.filter(({ changed }) => changed))).toBeGreaterThan(20);
    expect(kinds(done.filter(({ changed, status }) => !changed && status < 300))).toBeGreaterThan(5);
    expect(kinds(done.filter(({ status }) => status >= 400))).toBeGreaterThan(5);
  },
);

/** Sends actions concurrently. None of them may fail with 5xx. */
async function sendConcurrently(acts: readonly RandomAction[]): Promise<void> {
  const answers = await Promise.all(acts.map(async ({ event, send }) => ({ event, status: await send() })));
  expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
}

it.each(seeds(2))(
  'after rounds of 30 concurrent random actions (seed %i), the rows match the log, and a follower gets it in order',
  async (seed) => {
    let world = await makeWorld(test);
    const { organization, people } = world;
    const acts = createRandomActions(() => world, { seed, times: 4 });
    while (acts.length > 0) {
      await sendConcurrently(acts.splice(0, 30));
      const { events, rows } = await stored(organization);
      expect(statesFromRows(rows)).toEqual(statesFromLog(events));
      world = withCurrentPaths(world, rows);
    }
    const numbers = (await log(organization)).map(({ sequence }) => sequence);
    await expectConsistentOrganization(test, organization);
    const field = `organizationEvents(organization: "${organization}", after: 0)`;
    const one = await follow(origin, people[0].token, `subscription { event: ${field} { sequence } }`);
    const got = await one.until(numbers.length);
    one.stop();
    expect(got.map(({ data }) => data.event.sequence)).toEqual(numbers);
  },
);
