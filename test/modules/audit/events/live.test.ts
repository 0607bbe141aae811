import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { listen } from '../../../api/http/server-kit.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { follow, type Subscriber } from './live-kit.js';

const test = await testApp();
const origin = await listen(test);
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let reader: Person;
let space: string;
let secret: string;
let following: Subscriber[] = [];

beforeAll(async () => {
  reader = await seedMember(test, acme.id, 'read');
  space = (await seedManual(test, acme)).id;
  secret = (await seedManual(test, acme)).id;
  await test.rest('PATCH', `/spaces/${secret}`, { ...acme.admin, body: { defaultLevel: null } });
});

afterEach(() => {
  for (const one of following) one.stop();
  following = [];
});

const selected = 'sequence action actor { id } target { id } space { id } changes';

async function listenTo(field: string, who: { token: string } | null = acme.admin, selection = selected) {
  const one = await follow(origin, who?.token ?? null, `subscription { event: ${field} { ${selection} } }`);
  following.push(one);
  return one;
}

const comment = (place = space, text = 'Hello') =>
  test.rest('POST', `/spaces/${place}/comments`, { ...acme.admin, body: { body: { markdown: text } } });

describe('a follower of a space', () => {
  it('receives each event when it happens, with the current state of the object', async () => {
    const one = await listenTo(`spaceEvents(space: "${space}")`, reader);
    const { body } = await comment();
    const [{ data }] = (await one.until(1)) as [any];
    expect(data.event).toMatchObject({
      action: 'POST_COMMENT',
      actor: { id: acme.admin.id },
      target: { id: body.id },
      space: { id: space },
    });
  });

  it('receives headers that prevent proxies from buffering the stream', async () => {
    const { headers, status } = await listenTo(`spaceEvents(space: "${space}")`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/event-stream; charset=utf-8']);
    expect([headers.get('x-accel-buffering'), headers.get('cache-control')]).toEqual(['no', 'no-cache, no-transform']);
  });

  it('has its own connection, which is closed when the stream ends', async () => {
    const { headers } = await listenTo(`spaceEvents(space: "${space}")`);
    expect(headers.get('connection')).toBe('close');
  });

  it('resumes after the last event number that it received, without a gap or a repeat', async () => {
    const first = await listenTo(`spaceEvents(space: "${space}")`);
    await comment();
    const [{ data }] = (await first.until(1)) as [any];
    first.stop();
    const missed = [(await comment()).body.id, (await comment()).body.id];
    const again = await listenTo(`spaceEvents(space: "${space}", after: ${data.event.sequence})`);
    missed.push((await comment()).body.id);
    expect((await again.until(3)).map((got) => got.data.event.target.id)).toEqual(missed);
  });

  it('receives the events of all change requests, and a follower of one change request only the events of this one', async () => {
    const [one, other] = [
      await openChangeRequest(test, space, acme.admin.token),
      await openChangeRequest(test, space, acme.admin.token),
    ];
    const whole = await listenTo(`spaceEvents(space: "${space}")`);
    const single = await listenTo(`changeRequestEvents(space: "${space}", changeRequest: "${one.number}")`);
    for (const { path } of [other, one]) await test.rest('PATCH', path, { ...acme.admin, body: { subject: 'New' } });
    await comment();
    expect((await whole.until(3)).map((got) => got.data.event.target?.id).slice(0, 2)).toEqual([other.id, one.id]);
    expect((await single.until(1)).map((got) => got.data.event.target.id)).toEqual([one.id]);
  });
});

describe('the permissions of a follower', () => {
  it('hide the events of other spaces, of admins, and of other organizations', async () => {
    const admin = await listenTo(`organizationEvents(organization: "${acme.id}")`);
    const one = await listenTo(`organizationEvents(organization: "${acme.id}")`, reader);
    await comment(secret, 'Secret');
    await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { title: 'Acme again' } });
    await test.rest('PATCH', `/orgs/${globex.id}`, { ...globex.admin, body: { title: 'Globex again' } });
    await comment(space, 'Open');
    expect((await admin.until(3)).map((got) => got.data.event.action)).toEqual([
      'POST_COMMENT',
      'UPDATE_ORGANIZATION_BY_ID',
      'POST_COMMENT',
    ]);
    expect((await one.until(1)).map((got) => got.data.event.space.id)).toEqual([space]);
  });

  it.each([
    ['a space of another organization', () => `spaceEvents(space: "${space}")`, () => globex.admin],
    ['another organization', () => `organizationEvents(organization: "${acme.id}")`, () => globex.admin],
    ['a space that it may not see', () => `spaceEvents(space: "${secret}")`, () => reader],
    ['anything without a token', () => `organizationEvents(organization: "${acme.id}")`, () => null],
  ])('refuse %s with NOT_FOUND', async (_what, field, who) => {
    const one = await listenTo(field(), who());
    await one.ended;
    expect(one.got.map(({ data, errors }) => [data, errors![0]!.extensions.code])).toEqual([[undefined, 'NOT_FOUND']]);
    expect(one.isComplete()).toBe(true);
  });

  it.each([
    [
      'its role',
      async (who: Person) => void (await test.rest('DELETE', `/orgs/${acme.id}/members/${who.id}`, acme.admin)),
    ],
    [
      'the default level',
      async () => void (await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { defaultLevel: null } })),
    ],
  ])('change as soon as the follower loses %s', async (_what, take) => {
    const leaving = await seedMember(test, acme.id, 'read');
    const one = await listenTo(`spaceEvents(space: "${space}")`, leaving, 'action target { id }');
    const admin = await listenTo(`spaceEvents(space: "${space}")`);
    const { body } = await comment(space, 'Before');
    expect((await one.until(1))[0]!.data.event.target.id).toBe(body.id);
    await take(leaving);
    const after = (await comment(space, 'After')).body.id;
    await expect.poll(() => admin.got.some((got) => got.data.event.target?.id === after)).toBe(true);
    await comment(space, 'Later');
    expect(JSON.stringify(one.got)).not.toContain(after);
    await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { defaultLevel: 'inherit' } });
  });
});

describe('another instance on the same database', () => {
  it('sends its followers the events that this instance writes', async () => {
    const other = await anotherInstance(test);
    const there = await listen(other);
    const one = await follow(
      there,
      reader.token,
      `subscription { event: spaceEvents(space: "${space}") { target { id } } }`,
    );
    following.push(one);
    const { body } = await comment();
    expect((await one.until(1))[0]!.data.event.target.id).toBe(body.id);
  });
});

it('a server ends its streams when it closes', async () => {
  const other = await anotherInstance(test);
  const one = await follow(
    await listen(other),
    reader.token,
    `subscription { spaceEvents(space: "${space}") { action } }`,
  );
  await other.app.close();
  await one.ended;
  expect(one.got).toEqual([]);
});
