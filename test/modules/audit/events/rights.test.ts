import { afterEach, describe, expect, it } from 'vitest';
import { removeMember } from '../../../../src/modules/identity/members/actions.js';
import { setMemberDisabled } from '../../../../src/modules/identity/members/disabling-actions.js';
import { insertMembers } from '../../../../src/modules/identity/members/insert-members.js';
import { listen } from '../../../api/http/server-kit.js';
import { anotherInstance, testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { withinBounds } from '../../../support/cost.js';
import {
  type Person,
  seedGrant,
  seedMember,
  seedOrganization,
  seedSpace,
  seedTeam,
  tokenOf,
} from '../../../support/seed.js';
import { follow, type Subscriber } from './live-kit.js';

const test = await testApp();
const operator = { store: test.store, viewer: test.operator };
const acme = await seedOrganization(test);
const instances = { 'this instance': await listen(test), another: await listen(await anotherInstance(test)) };
const instanceNames = Object.keys(instances) as (keyof typeof instances)[];
let following: Subscriber[] = [];

afterEach(() => {
  for (const one of following) one.stop();
  following = [];
});

/** A guest who may see two spaces by a grant on each. The grant on the first space is to the guest or to a team. */
interface Scene {
  guest: Person;
  space: string;
  open: string;
  team: string;
}

async function createScene(by: 'user' | 'team'): Promise<Scene> {
  const guest = await seedMember(test, acme.id, null);
  const [space, open] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
  const team = await seedTeam(test, acme.id, { title: `Team of ${guest.id}`, members: [guest.id] });
  await seedGrant(test, acme.id, { to: by === 'team' ? team : guest.id, on: space, role: 'read' });
  await seedGrant(test, acme.id, { to: guest.id, on: open, role: 'read' });
  return { guest, space, open, team };
}

async function listenAs(
  token: string,
  place: keyof typeof instances,
  after: number | null = null,
): Promise<Subscriber> {
  const events = `organizationEvents(organization: "${acme.id}", after: ${after})`;
  const one = await follow(instances[place], token, `subscription { event: ${events} { space { id } targetId } }`);
  following.push(one);
  return one;
}

const targets = ({ got }: Subscriber) => got.map(({ data }) => data.event.targetId);

const post = (space: string, { rest } = test) =>
  rest('POST', `/spaces/${space}/comments`, { ...acme.admin, body: { body: { markdown: 'Hello' } } });

/** Ways to lose access to one space and keep access to another. */
const accessLosses: [string, 'user' | 'team', (scene: Scene) => Promise<{ status: number }>][] = [
  [
    'the grant is revoked',
    'user',
    ({ space, guest }) =>
      test.rest('PATCH', `/spaces/${space}/permissions/users/${guest.id}`, { ...acme.admin, body: { role: null } }),
  ],
  [
    'the guest leaves the team with the grant',
    'team',
    ({ team, guest }) => test.rest('DELETE', `/orgs/${acme.id}/teams/${team}/members/${guest.id}`, acme.admin),
  ],
  ['the space is deleted', 'user', ({ space }) => test.rest('DELETE', `/spaces/${space}`, acme.admin)],
];

/** Ways to lose all access with a token, and the error that ends the stream. */
const tokenLosses: [string, string, (scene: Scene, token: string) => unknown][] = [
  ['its token expires', 'UNAUTHENTICATED', () => moveClock(2 * 3_600_000)],
  ['its token is revoked', 'UNAUTHENTICATED', (_scene, token) => revoke(token)],
  ['it is disabled', 'UNAUTHENTICATED', ({ guest: { id } }) => disable(id)],
  ['it is disabled, and has another organization', 'NOT_FOUND', ({ guest: { id } }) => joinElsewhere(id, disable)],
  ['it is removed, and has another organization', 'NOT_FOUND', ({ guest: { id } }) => joinElsewhere(id, remove)],
];

const disable = (user: string) => setMemberDisabled(operator, { user, organization: acme.id, disabled: true });

const remove = (user: string) => removeMember(operator, { user, organization: acme.id });

/** Makes a user a member of another organization before the user loses access to this one. */
async function joinElsewhere(user: string, lose: (user: string) => Promise<unknown>): Promise<void> {
  const { id: organizationId } = await seedOrganization(test);
  await test.store.transaction((tx) =>
    insertMembers({ tx, at: new Date() }, { id: organizationId, maxMembers: null }, [{ userId: user, role: 'read' }]),
  );
  await lose(user);
}

/** Revokes the token that authenticates the request. Every token may revoke itself. */
async function revoke(token: string): Promise<void> {
  const { data } = await test.graphql('{ accessTokens(first: 1) { nodes { id } } }', { token });
  const [{ id }] = data.accessTokens.nodes;
  await test.graphql(`mutation { revokeAccessToken(input: { accessToken: "${id}" }) { deletedId } }`, { token });
}

/**
 * Expects a follower to receive an event, or to be disconnected, within some seconds. The time starts after the
 * preparation in `happens`.
 */
function expectWithin(seconds: number, happens: () => Promise<() => Promise<void>>): Promise<unknown> {
  const timed = async () => {
    const waitForEffect = await happens();
    const from = performance.now();
    await waitForEffect();
    return { clock: (performance.now() - from) / 1000 };
  };
  return withinBounds({ clock: seconds }, timed, (cost) => cost);
}

describe.each(instanceNames)('a follower at %s', (place) => {
  it.each(accessLosses)(
    'no longer receives events of a space once %s, and receives events of other spaces within 2 seconds',
    async (_way, by, take) => {
      await expectWithin(2, async () => {
        const scene = await createScene(by);
        const one = await listenAs(scene.guest.token, place);
        const expectedTargets = [(await post(scene.space)).body.id];
        await one.until(1);
        expect((await take(scene)).status).toBeLessThan(300);
        await post(scene.space);
        // Events arrive in order. When this event has arrived, the permissions of all earlier events were checked.
        expectedTargets.push((await post(scene.open)).body.id);
        return async () => {
          await one.until(2);
          expect(targets(one)).toEqual(expectedTargets);
        };
      });
    },
  );

  it.each(tokenLosses)(
    'is disconnected within a second once %s, with the error %s, even without events',
    async (_way, code, end) => {
      await expectWithin(1, async () => {
        const scene = await createScene('user');
        const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
        const token = await tokenOf(test, scene.guest.id, { expiresAt });
        const one = await listenAs(token, place);
        await post(scene.space);
        await one.until(1);
        await end(scene, token);
        return async () => {
          await one.ended;
          expect(one.got).toHaveLength(2);
          expect(one.got[1]!.errors![0]!.extensions.code).toBe(code);
        };
      });
    },
  );
});

/** Returns the number of the latest event. */
async function latest(): Promise<number> {
  const query = `{ organization(id: "${acme.id}") { events(first: 1) { nodes { sequence } } } }`;
  return (await test.graphql(query, acme.admin)).data.organization.events.nodes[0].sequence;
}

it('a new subscription does not replay events after its user lost a right on another instance', async () => {
  const { guest, space, open } = await createScene('user');
  await post(open);
  const before = await latest();
  const first = await listenAs(guest.token, 'this instance');
  await post(space);
  await first.until(1);
  // This instance is notified within a second of writes by the other one. It reads the log for its followers before the
  // notification arrives.
  const other = await anotherInstance(test);
  await other.rest('DELETE', `/spaces/${space}/permissions/users/${guest.id}`, acme.admin);
  const [secret, last] = [await post(space, other), await post(open, other)];
  const again = await listenAs(guest.token, 'this instance', before - 1);
  await expect.poll(() => targets(again)).toContain(last.body.id);
  expect(targets(again)).not.toContain(secret.body.id);
});
