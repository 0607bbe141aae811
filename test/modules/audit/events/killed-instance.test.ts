import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { type ServerProcess, settings, startServer } from '../../../support/server-process.js';
import { follow, type Subscriber } from './live-kit.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const space = await seedSpace(test, organization);
const otherSpace = await seedSpace(test, organization);

const start = () => startServer({ ...settings, DEMO: 'false', RATE_LIMIT: 'off', DATABASE_URL: test.url });

/** Sends a request to a server process. */
async function send({ url }: ServerProcess, [method, path]: [string, string], body: object): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json' };
  const answer = await fetch(`${url}/v1${path}`, { method, headers, body: JSON.stringify(body) });
  expect(answer.status).toBeLessThan(300);
  return (await answer.json()) as { id: string };
}

/**
 * Posts comments and reactions in sequence until `isOver` returns true. Also comments in another space, so the event
 * numbers of the first space have gaps.
 */
async function writeUntil(isOver: () => boolean, server: ServerProcess): Promise<void> {
  while (!isOver()) {
    const { id } = await send(server, ['POST', `/spaces/${space}/comments`], { body: { markdown: 'Hello' } });
    await send(server, ['PUT', `/spaces/${space}/comments/${id}`], { addedReactions: ['👍'] });
    await send(server, ['POST', `/spaces/${otherSpace}/comments`], { body: { markdown: 'Elsewhere' } });
  }
}

/** Returns the sequence numbers of the events of the space that are greater than `after`. */
async function loggedNumbers(after: number): Promise<number[]> {
  const { read } = test.store;
  const events = read.sql.selectFrom('Event').select('sequence').where('organizationId', '=', organization);
  const own = events.where('spaceId', '=', space).where('sequence', '>', after).orderBy('sequence');
  return (await read.all(own)).map(({ sequence }) => sequence);
}

const numbers = ({ got }: Subscriber): number[] => got.map(({ data }) => data.event.sequence);

/** Creates a follower of events. The follower can resume after its last event, at any server. */
function createFollower(begin: number) {
  let earlierNumbers: number[] = [];
  let now: Subscriber | null = null;
  const all = (): number[] => [...earlierNumbers, ...(now ? numbers(now) : [])];
  return {
    all,
    async followAt({ url }: ServerProcess): Promise<void> {
      await now?.ended;
      earlierNumbers = all();
      now = null;
      const field = `spaceEvents(space: "${space}", after: ${earlierNumbers.at(-1) ?? begin})`;
      now = await follow(url, admin.token, `subscription { event: ${field} { sequence } }`);
    },
    stop: () => now?.stop(),
  };
}

it('followers of a killed instance resume at another one and receive every event once, in order, without a gap', async () => {
  const [killed, other] = await Promise.all([start(), start()]);
  const begin = (await loggedNumbers(0)).at(-1)!;
  const followers = Array.from({ length: 20 }, () => createFollower(begin));
  await Promise.all(followers.map((one) => one.followAt(killed)));
  let isOver = false;
  const writing = writeUntil(() => isOver, other);
  const fewestReceived = () => Math.min(...followers.map((one) => one.all().length));

  await expect.poll(fewestReceived).toBeGreaterThan(10);
  killed.signal('SIGKILL');
  await Promise.all(followers.map((one) => one.followAt(other)));
  const resumed = Math.max(...followers.map((one) => one.all().length));
  await expect.poll(fewestReceived).toBeGreaterThan(resumed + 10);
  isOver = true;
  await writing;

  const written = await loggedNumbers(begin);
  await expect.poll(fewestReceived).toBe(written.length);
  for (const one of followers) {
    expect(one.all()).toEqual(written);
    one.stop();
  }
  expect(await killed.ended).toMatchObject({ code: null });
});
