import { describe, expect, it } from 'vitest';
import { findCallerUnbatched, hashToken } from '../../../src/access/authenticate.js';
import { removeMember } from '../../../src/modules/identity/members/actions.js';
import { lightWork } from '../../../src/modules/shared/computing.js';
import { lockTarget } from '../../../src/modules/shared/targets.js';
import { runAction, type UnitOfWork } from '../../../src/modules/shared/unit-of-work.js';
import { bufferUpdate } from '../../../src/platform/db/write/change-rows.js';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../support/seed.js';
import { signal } from '../../support/signal.js';

const test = await testApp();
const { store } = test;
const acme = await seedOrganization(test);
const viewerOf = async (token: string) => (await findCallerUnbatched(store.read)(hashToken(token))).viewer;
const admin = { store, viewer: await viewerOf(acme.admin.token) };

/** Returns a function that performs a computation within an action, and the list of the keys that were computed. */
function computation(run: (time: number) => Promise<void> = async () => {}, weight = lightWork + 1) {
  const ran: string[] = [];
  const computing = (unit: UnitOfWork, branch: string, key: string) =>
    unit.compute({
      ...{ branch, name: 'test', key },
      load: async () => ({
        weight,
        async run() {
          ran.push(key);
          await run(ran.length);
          return `made of ${key}`;
        },
      }),
    });
  return { ran, computing };
}

/** Sets the title of a space to a value that is computed from its title. */
function retitle(space: string, { computing }: ReturnType<typeof computation>, actor = admin) {
  return runAction(actor, async (unit) => {
    const { title } = await lockTarget(unit, 'Space', space, 'space.update');
    const computedTitle = await computing(unit, space, title);
    bufferUpdate(unit.tx, { table: 'Space', where: { id: space }, set: { title: computedTitle } });
    return computedTitle;
  });
}

const setTitle = (space: string, title: string) =>
  store.transaction(async (tx) => void bufferUpdate(tx, { table: 'Space', where: { id: space }, set: { title } }));

const titleOf = async (space: string) =>
  (await store.read.first(store.sql.selectFrom('Space').select('title').where('id', '=', space)))!.title;

async function spaceNamed(title: string): Promise<string> {
  const space = await seedSpace(test, acme.id);
  await setTitle(space, title);
  return space;
}

describe('a computation within an action', () => {
  it('runs outside a transaction if it is heavy, so others can write in the meantime, even to the same space', async () => {
    const space = await spaceNamed('one');
    const { ran, computing } = computation(async (time) => {
      if (time === 1) await setTitle(space, 'two');
    });
    expect(await retitle(space, { ran, computing })).toBe('made of two');
    expect(ran).toEqual(['one', 'two']);
    expect(await titleOf(space)).toBe('made of two');
  });

  it('runs in the transaction, once, if it is light', async () => {
    const space = await spaceNamed('one');
    const light = computation(async () => {}, lightWork);
    await retitle(space, light);
    expect(light.ran).toEqual(['one']);
  });

  it('is followed by a second check of permissions', async () => {
    const space = await spaceNamed('one');
    const member = await seedMember(test, acme.id, 'admin');
    const actor = { store, viewer: await viewerOf(member.token) };
    const losing = computation(async () => {
      await removeMember(admin, { organization: acme.id, user: member.id });
    });
    await expect(retitle(space, losing, actor)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await titleOf(space)).toBe('one');
  });

  it('runs under the lock once other writes have interrupted several attempts, so that it ends', async () => {
    const space = await spaceNamed('0');
    const lastRun = signal();
    const racing = computation(async (time) => {
      if (time < 5) await setTitle(space, String(time));
      else lastRun.give();
    });
    const retitled = retitle(space, racing);
    await lastRun.given;
    expect(await retitled).toBe('made of 4');
    expect(racing.ran).toEqual(['0', '1', '2', '3', '4']);
  });

  it('runs in order with others on the same space, one at a time, and none is repeated', async () => {
    const space = await spaceNamed('one');
    const released = signal();
    const [first, second] = [computation(() => released.given), computation()];
    const making = retitle(space, first);
    await expect.poll(() => first.ran).toEqual(['one']);
    const all = Promise.all([making, retitle(space, second)]);
    released.give();
    expect(await all).toEqual(['made of one', 'made of made of one']);
    expect([first.ran, second.ran]).toEqual([['one'], ['made of one']]);
  });

  it('does not delay actions on other spaces', async () => {
    const [space, other] = [await spaceNamed('one'), await spaceNamed('two')];
    const released = signal();
    const slow = retitle(
      space,
      computation(() => released.given),
    );
    expect(await retitle(other, computation())).toBe('made of two');
    released.give();
    expect(await slow).toBe('made of one');
  });

  it('ends the action if it fails, writes nothing and blocks no other action', async () => {
    const space = await spaceNamed('one');
    const failing = computation(async () => {
      throw new Error('it fails');
    });
    await expect(retitle(space, failing)).rejects.toThrow('it fails');
    expect(await titleOf(space)).toBe('one');
    expect(await retitle(space, computation())).toBe('made of one');
  });
});
