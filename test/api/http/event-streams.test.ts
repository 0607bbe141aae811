import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import { feedOf } from '../../../src/modules/audit/events/feed.js';
import { follow, followAddress, type Subscriber } from '../../modules/audit/events/live-kit.js';
import { anotherInstance, appWithStreamPace } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { startBufferingProxy } from './buffering-proxy.js';
import { listen } from './server-kit.js';

const test = await appWithStreamPace({ quiet: 20, stall: 300 });
const origin = await listen(test);
const acme = await seedOrganization(test);
const space = await seedSpace(test, acme.id);
let following: Subscriber[] = [];

afterEach(() => {
  for (const one of following) one.stop();
  following = [];
});

const query = `subscription { event: spaceEvents(space: "${space}") { sequence targetId } }`;

async function post(markdown = 'Hello'): Promise<string> {
  const path = `/spaces/${space}/comments`;
  const { status, body } = await test.rest('POST', path, { ...acme.admin, body: { body: { markdown } } });
  expect(status).toBe(201);
  return body.id;
}

async function startFollowing(begin: typeof follow, at = origin): Promise<Subscriber> {
  const one = await begin(at, acme.admin.token, query);
  following.push(one);
  return one;
}

const targets = ({ got }: Subscriber) => got.map(({ data }) => data.event.targetId);

describe('a proxy that buffers responses', () => {
  it('forwards comments during silence, and events immediately', async () => {
    const one = await startFollowing(follow, (await startBufferingProxy(origin, { deaf: false })).origin);
    await expect.poll(one.alive).toBeGreaterThan(3);
    const posted = [await post()];
    await one.until(1);
    expect(targets(one)).toEqual(posted);
    const before = one.alive();
    await expect.poll(one.alive).toBeGreaterThan(before);
    posted.push(await post());
    await one.until(2);
    expect(targets(one)).toEqual(posted);
  });

  it('would buffer comments and events until the response ends if it ignored the header against buffering', async () => {
    const other = await anotherInstance(test);
    const proxy = await startBufferingProxy(await listen(other), { deaf: true });
    let answered = false;
    const answer = follow(proxy.origin, acme.admin.token, query).then((one) => {
      answered = true;
      return one;
    });
    await expect.poll(() => feedOf(other.store).followers()).toBe(1);
    await expect.poll(proxy.gathered).toContain(':');
    const posted = await post();
    await expect.poll(proxy.gathered).toContain(posted);
    expect(answered).toBe(false);
    await other.app.close();
    const one = await answer;
    await one.ended;
    expect(targets(one)).toEqual([posted]);
  });
});

it('a client that has only a URL can follow the events by GET', async () => {
  const one = await startFollowing(followAddress);
  expect([one.status, one.headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
  const posted = await post();
  await one.until(1);
  expect(targets(one)).toEqual([posted]);
});

/**
 * Starts to follow the event log after an event number, with a large selection for each event. Returns the response
 * before any of it is read.
 */
async function openUnreadResponse(after: number): Promise<IncomingMessage> {
  const much = Array.from({ length: 15 }, (_, index) => `t${index}: target { ... on Comment { body { markdown } } }`);
  const field = `organizationEvents(organization: "${acme.id}", after: ${after})`;
  const sending = request(`${origin}/graphql`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'text/event-stream',
      authorization: `Bearer ${acme.admin.token}`,
    },
  });
  sending.end(JSON.stringify({ query: `subscription { event: ${field} { sequence ${much.join(' ')} } }` }));
  const [answer] = (await once(sending, 'response')) as [IncomingMessage];
  return answer;
}

/** Returns the event numbers of a response until it is cut off, or until `most` have arrived. */
async function numbersOf(answer: IncomingMessage, most = Number.POSITIVE_INFINITY): Promise<number[]> {
  const numbers: number[] = [];
  let text = '';
  try {
    for await (const bytes of answer.setEncoding('utf8')) {
      text += bytes;
      const blocks = text.split('\n\n');
      text = blocks.pop()!;
      for (const block of blocks) {
        const found = /^event: next\nid: \d+\ndata: \{"data":\{"event":\{"sequence":(\d+)/.exec(block);
        if (found) numbers.push(Number(found[1]));
      }
      if (numbers.length >= most) break;
    }
  } catch {
    // The connection was cut off.
  }
  return numbers;
}

it('a client that stops reading is disconnected and removed, and resumes without a gap or a duplicate', async () => {
  const latest = `{ organization(id: "${acme.id}") { events(first: 1) { nodes { sequence } } } }`;
  const before: number = (await test.graphql(latest, acme.admin)).data.organization.events.nodes[0].sequence;
  const stuck = await openUnreadResponse(before);
  const { followers } = feedOf(test.store);
  await expect.poll(followers).toBe(1);
  const written = 40;
  for (let count = 0; count < written; count++) await post('x'.repeat(65_536));
  await expect.poll(followers).toBe(0);
  await post();
  const first = await numbersOf(stuck);
  expect(first.length).toBeLessThan(written);
  const rest = await numbersOf(await openUnreadResponse(first.at(-1) ?? before), written + 1 - first.length);
  const all = Array.from({ length: written + 1 }, (_, index) => before + index + 1);
  expect([...first, ...rest]).toEqual(all);
});
