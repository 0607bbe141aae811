import { describe, expect, it } from 'vitest';
import { groupItems } from '../../../src/engine/clusters/group.js';
import { assignGroup } from '../../../src/engine/clusters/model.js';
import { analyse } from '../../../src/modules/conversations/analyse.js';
import { lastGroupingPoint } from '../../../src/modules/conversations/grouping-points.js';
import type { Store } from '../../../src/platform/db/write/store.js';
import { testApp } from '../../support/app.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { type ConversationInput, seedConversationOrganization } from './scene.js';
import { expectWholeConversations } from './whole.js';

const test = await testApp();

const subjects = ['card', 'refund', 'password', 'exchange rate', 'invoice'];
const troubles = ['has not arrived', 'is wrong', 'cannot be changed'];
const openings = ['', 'Hello, ', 'Help: ', 'Since yesterday '];

/** Returns random messages about a few subjects. */
function messages(count: number, seed: number): ConversationInput[] {
  const random = randomFrom(seed);
  const one = <Item>(items: readonly Item[]): Item => items[random(items.length)]!;
  return Array.from({ length: count }, (_, index) => ({
    id: `m${index}`,
    text: `${one(openings)}my ${one(subjects)} ${one(troubles)}`,
  }));
}

/** Returns the groups that the engine makes of messages in this order, without a database. */
function expectedGroups(conversations: readonly ConversationInput[]): string[] {
  const groupedCount = lastGroupingPoint(conversations.length);
  const items = conversations.map(({ text }) => ({ text: text! }));
  const { groups, model } = groupItems(items.slice(0, groupedCount));
  const byGroup = new Map<number, string[]>();
  for (const [index, { id }] of conversations.entries()) {
    const group = index < groupedCount ? groups[index]! : (assignGroup(model, items[index]!)?.group ?? -1);
    if (group >= 0) byGroup.set(group, [...(byGroup.get(group) ?? []), id]);
  }
  return [...byGroup.values()].map((ids) => ids.sort().join(' ')).sort();
}

type Organization = Awaited<ReturnType<typeof seedConversationOrganization>>;
type Call = (organization: Organization) => Promise<unknown>;

const calls: Record<string, (conversations: readonly ConversationInput[]) => Call[]> = {
  'all at once': (conversations) => [({ ask }) => ask(...conversations)],
  'one by one': (conversations) =>
    conversations.map(
      (one): Call =>
        ({ ask }) =>
          ask(one),
    ),
  'in pieces': (conversations) =>
    [conversations.slice(0, 7), conversations.slice(7, 40), conversations.slice(40)].map(
      (some): Call =>
        ({ ask }) =>
          ask(...some),
    ),
};

describe.each(seeds(2))('random messages (seed %i)', (seed) => {
  const conversations = messages(64, seed);

  it.each(Object.keys(calls))(
    'are in the clusters that the engine computes if ingested %s, no matter when they are analysed',
    async (how) => {
      const [often, once] = [await seedConversationOrganization(test), await seedConversationOrganization(test)];
      for (const call of calls[how]!(conversations)) {
        await call(often);
        await often.analyse();
        await call(once);
      }
      await once.analyse();
      expect(await often.groups()).toEqual(expectedGroups(conversations));
      expect(await once.groups()).toEqual(expectedGroups(conversations));
      await expectWholeConversations(test.store);
    },
  );

  it('are in the same clusters after replacements and deletions, no matter when they are analysed', async () => {
    const [often, once] = [await seedConversationOrganization(test), await seedConversationOrganization(test)];
    const changes: Call[] = [
      ({ ask }) => ask(...conversations.slice(0, 30)),
      ({ remove }) => remove('m3'),
      ({ ask }) => ask({ ...conversations[5]!, text: conversations[6]!.text! }, ...conversations.slice(30, 50)),
      ({ remove }) => remove('m49'),
      ({ ask }) => ask(...conversations.slice(50)),
      ({ remove }) => remove('m63'),
    ];
    for (const change of changes) {
      await change(often);
      await often.analyse();
      await change(once);
    }
    await once.analyse();
    expect(await often.groups()).toEqual(await once.groups());
    await expectWholeConversations(test.store);
  });
});

describe('an interrupted analysis', () => {
  const conversations = messages(64, seeds(1)[0]!);
  const run = { id: 'job_of_a_test', attempt: 1, progress: async () => {}, signal: new AbortController().signal };

  /** Returns a store that fails at the end of transaction `count`, before or after its commit. */
  function failingStore(store: Store, count: number, isAfterCommit: boolean): Store {
    let transactions = 0;
    return {
      ...store,
      async transaction(work) {
        transactions += 1;
        const isLast = transactions === count;
        const result = await store.transaction(async (tx) => {
          const written = await work(tx);
          if (isLast && !isAfterCommit) throw new Error('ended');
          return written;
        });
        if (isLast && isAfterCommit) throw new Error('ended');
        return result;
      },
    };
  }

  it.each([false, true])(
    'resumes after any step, without losses or duplicates (after its commit: %s)',
    async (isAfterCommit) => {
      let isEnded = true;
      for (let count = 1; isEnded; count += 1) {
        const { id, ask, groups, read } = await seedConversationOrganization(test);
        await ask(...conversations);
        const attempt = (store: Store) => analyse({ store, ai: null }, id, run);
        isEnded = await attempt(failingStore(test.store, count, isAfterCommit)).then(
          () => false,
          () => true,
        );
        await expectWholeConversations(test.store);
        await attempt(test.store);
        expect(await groups()).toEqual(expectedGroups(conversations));
        expect((await read('/conversations-issues')).count).toBe(64);
        const { items } = await read('/conversations-clusters');
        expect(items.every(({ stats }: { stats: { issues: number } }) => stats.issues > 0)).toBe(true);
        await expectWholeConversations(test.store);
        expect(count).toBeLessThan(50);
      }
    },
  );
});

describe('two analyses at the same time', () => {
  it('run as one: the second ends, and the first does its work', async () => {
    const organization = await seedConversationOrganization(test);
    const conversations = messages(40, seeds(1)[0]!);
    await organization.ask(...conversations.slice(0, 30));
    const [first] = await Promise.all([
      organization.analyse(),
      organization.ask(...conversations.slice(30)).then(() => organization.analyse()),
    ]);
    expect(first).toBeGreaterThan(0);
    await organization.analyse();
    expect(await organization.groups()).toEqual(expectedGroups(conversations));
    await expectWholeConversations(test.store);
  });
});
