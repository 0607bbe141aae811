import { afterEach, describe, expect, it } from 'vitest';
import { listen } from '../../../api/http/server-kit.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { follow, type Subscriber } from '../../audit/events/live-kit.js';
import { daysBefore, expire, readRetention, setRetention } from './retention-kit.js';

const test = await testApp();
const origin = await listen(test);
let following: Subscriber[] = [];

afterEach(() => {
  for (const one of following) one.stop();
  following = [];
});

/** Creates an organization with `old` events that are 50 days old and some new ones. Events are kept for 30 days. */
async function seedLog(old: number) {
  const { id: organization, admin } = await seedOrganization(test);
  await setRetention(test, { token: admin.token, organization, events: 30 });
  const act = () => test.rest('POST', `/orgs/${organization}/collections`, { ...admin, body: {} });
  for (let count = 0; count < old + 2; count += 1) await act();
  await test.store.transaction(({ prisma }) =>
    prisma.event.updateMany({
      where: { organizationId: organization, sequence: { lte: old } },
      data: { at: daysBefore(50) },
    }),
  );
  const sequences = async (): Promise<number[]> => {
    const text = `query ($id: ID!) { organization(id: $id) { events(first: 50, orderBy: { field: AT, direction: ASC }) { totalCount nodes { sequence } } } }`;
    const { data } = await test.graphql(text, { token: admin.token, variables: { id: organization } });
    return data.organization.events.nodes.map(({ sequence }: { sequence: number }) => sequence);
  };
  return { organization, token: admin.token, act, sequences };
}

async function followAfter({ organization, token }: { organization: string; token: string }, after: number) {
  const query = `subscription { event: organizationEvents(organization: "${organization}", after: ${after}) { sequence } }`;
  const one = await follow(origin, token, query);
  following.push(one);
  return one;
}

describe('events that have expired', () => {
  it('are removed from the oldest on, except the first one, and numbers go on', async () => {
    const log = await seedLog(5);
    const before = await log.sequences();
    await expire(test, 'events.expire');
    expect(await log.sequences()).toEqual([1, ...before.filter((sequence) => sequence > 5)]);
    await log.act();
    expect((await log.sequences()).at(-1)).toBe(before.at(-1)! + 1);
    const { data } = await readRetention(test, log.organization, log.token);
    expect(data.organization.retention.oldestEvent).toBe(6);
  });

  it('stay if they follow a younger event, so that the log has no other gap', async () => {
    const log = await seedLog(5);
    await test.store.transaction(({ prisma }) =>
      prisma.event.updateMany({ where: { organizationId: log.organization, sequence: 3 }, data: { at: new Date() } }),
    );
    await expire(test, 'events.expire');
    expect((await log.sequences()).slice(0, 4)).toEqual([1, 3, 4, 5]);
  });

  it('stay for the shortest time if an imported organization has a shorter one', async () => {
    const log = await seedLog(5);
    await test.store.transaction(({ prisma }) =>
      prisma.organization.update({ where: { id: log.organization }, data: { eventRetention: -1 } }),
    );
    const before = await log.sequences();
    await expire(test, 'events.expire');
    expect(await log.sequences()).toEqual([1, ...before.filter((sequence) => sequence > 5)]);
  });

  it('stay without a setting', async () => {
    const log = await seedLog(5);
    await setRetention(test, { token: log.token, organization: log.organization, events: null });
    const before = await log.sequences();
    await expire(test, 'events.expire');
    expect(await log.sequences()).toEqual(before);
  });

  it('leave the number of the next event as the oldest one if all have expired', async () => {
    const log = await seedLog(5);
    const latest = (await log.sequences()).at(-1)!;
    await test.store.transaction(({ prisma }) =>
      prisma.event.updateMany({ where: { organizationId: log.organization }, data: { at: daysBefore(50) } }),
    );
    await expire(test, 'events.expire');
    expect(await log.sequences()).toEqual([1]);
    const { data } = await readRetention(test, log.organization, log.token);
    expect(data.organization.retention.oldestEvent).toBe(latest + 1);
    const follower = await followAfter(log, 0);
    await log.act();
    expect((await follower.until(1)).map((got) => got.data.event.sequence)).toEqual([latest + 1]);
  });
});

describe('a follower after events have expired', () => {
  it('is refused if it needs one of them, with the number to follow after', async () => {
    const log = await seedLog(5);
    await expire(test, 'events.expire');
    const follower = await followAfter(log, 3);
    const [refused] = await follower.until(1);
    expect(refused!.errors).toMatchObject([
      {
        message:
          'Cannot send the events after 3: retention has removed some of them. Follow after 5, or after 0 for all that are left.',
        extensions: { code: 'CONFLICT', reason: 'EVENTS_EXPIRED' },
      },
    ]);
  });

  it.each([0, 5])('receives all events that are left after %i', async (after) => {
    const log = await seedLog(5);
    await expire(test, 'events.expire');
    const left = (await log.sequences()).slice(1);
    const follower = await followAfter(log, after);
    expect((await follower.until(left.length)).map((got) => got.data.event.sequence)).toEqual(left);
  });
});
