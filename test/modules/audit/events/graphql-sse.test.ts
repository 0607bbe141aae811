import { createClient } from 'graphql-sse';
import { expect, it } from 'vitest';
import { feedOf } from '../../../../src/modules/audit/events/feed.js';
import { listen } from '../../../api/http/server-kit.js';
import { anotherInstance, type TestApp, testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const space = await seedSpace(test, acme.id);

const query = `subscription ($after: Int) {
  event: spaceEvents(space: "${space}", after: $after) { sequence targetId }
}`;

interface EventMessage {
  event: { sequence: number; targetId: string };
}

/** Appends the events of the space that the client receives to a list, until the server ends the stream. */
async function readEvents(origin: string, after: number | null, received: EventMessage['event'][]): Promise<void> {
  const headers = { authorization: `Bearer ${acme.admin.token}` };
  const client = createClient({ url: `${origin}/graphql`, headers, retryAttempts: 0 });
  for await (const { data, errors } of client.iterate<EventMessage>({ query, variables: { after } })) {
    expect(errors).toBeUndefined();
    received.push(data!.event);
  }
}

async function post(): Promise<string> {
  const body = { body: { markdown: 'Hello' } };
  return (await test.rest('POST', `/spaces/${space}/comments`, { ...acme.admin, body })).body.id;
}

const followed = ({ store }: TestApp) => expect.poll(() => feedOf(store).followers()).toBe(1);

it('the client of graphql-sse receives events until a server stops, and resumes at another instance', async () => {
  const [one, other] = [await anotherInstance(test), await anotherInstance(test)];
  const received: EventMessage['event'][] = [];
  const first = readEvents(await listen(one), null, received);
  await followed(one);
  const posted = [await post(), await post()];
  await expect.poll(() => received.length).toBe(2);
  await one.app.close();
  await first;
  posted.push(await post());
  const second = readEvents(await listen(other), received.at(-1)!.sequence, received);
  await followed(other);
  posted.push(await post());
  await expect.poll(() => received.length).toBe(4);
  await other.app.close();
  await second;
  expect(received.map(({ targetId }) => targetId)).toEqual(posted);
});
