import { describe, expect, it } from 'vitest';
import { weekOf } from '../../../src/modules/conversations/weeks.js';
import { testApp } from '../../support/app.js';
import { seedConversationOrganization } from './scene.js';
import { tablesContaining } from './tables-containing.js';

const test = await testApp();

// Nearly identical texts. The tests of the engine cover similarity.
const cards = ['The new card has not arrived', 'The new card has not arrived!', 'the new card has not arrived.'];
const pins = ['How do I change my PIN?', 'how do I change my pin', 'How do I change my PIN'];

const messages = (prefix: string, texts: readonly string[]) =>
  texts.map((text, index) => ({ id: `${prefix}${index}`, text }));

async function seedAnalysedOrganization() {
  const organization = await seedConversationOrganization(test);
  await organization.ask(...messages('card', cards), ...messages('pin', pins));
  await organization.analyse();
  return organization;
}

describe('analysed conversations', () => {
  it('have issues with title, summary and quotes', async () => {
    const { read, admin } = await seedAnalysedOrganization();
    const { items } = await read('/conversations-issues?conversation=card0');
    expect(items).toEqual([
      {
        issue: expect.objectContaining({ object: 'conversation-issue', conversation: 'card0' }),
        conversation: expect.objectContaining({ object: 'conversation', id: 'card0' }),
      },
    ]);
    const [{ issue, conversation }] = items;
    expect(issue.ingestedAt).toBe(conversation.createdAt);
    expect(conversation.processedAt).toBeDefined();
    expect([issue.title, issue.summary].every((text) => text.length > 0)).toBe(true);
    expect(await read(`/conversations-issues/${issue.id}`)).toEqual({ issue, conversation });
    const query =
      'query ($id: ID!) { conversationIssue(id: $id) { quotes cluster { id } conversation { externalId } } }';
    const { data } = await test.graphql(query, { ...admin, variables: { id: issue.id } });
    expect(data.conversationIssue).toEqual({
      quotes: [cards[0]],
      cluster: { id: issue.cluster },
      conversation: { externalId: 'card0' },
    });
  });

  it('are in clusters with conversations about the same issue', async () => {
    const { read, groups } = await seedAnalysedOrganization();
    expect(await groups()).toEqual(['card0 card1 card2', 'pin0 pin1 pin2']);
    const { items } = await read('/conversations-clusters');
    expect(items).toHaveLength(2);
    for (const cluster of items) {
      expect(await read(`/conversations-clusters/${cluster.id}`)).toEqual(cluster);
      expect(cluster.stats).toMatchObject({ issues: 3, conversations: 3, tasksTotal: 0 });
      expect(Object.values(cluster.sources)).toEqual([3]);
      expect(cluster.weeklyPulse).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3]);
      expect(cluster.label.length).toBeLessThanOrEqual(60);
      const inCluster = await read(`/conversations-issues?cluster=${cluster.id}`);
      expect(inCluster.items).toHaveLength(3);
    }
  });

  it('join existing clusters, whose ids do not change', async () => {
    const { ask, analyse, read, groups } = await seedAnalysedOrganization();
    const before = (await read('/conversations-clusters?orderBy=issues')).items;
    await ask({ id: 'card3', text: 'The new card has NOT arrived' });
    await analyse();
    const after = (await read('/conversations-clusters?orderBy=issues')).items;
    expect(await groups()).toEqual(['card0 card1 card2 card3', 'pin0 pin1 pin2']);
    const ids = (clusters: { id: string }[]) => clusters.map(({ id }) => id).sort();
    expect(ids(after)).toEqual(ids(before));
    expect(after.map(({ stats }: { stats: { issues: number } }) => stats.issues)).toEqual([4, 3]);
    const ascending = (await read('/conversations-clusters?orderBy=issues&order=asc')).items;
    expect(ascending).toEqual([...after].reverse());
  });

  it('are counted in the weeks of their conversations, for thirteen weeks', async () => {
    const { ask, analyse, read } = await seedConversationOrganization(test);
    const weeksAgo = (weeks: number) => new Date(Date.now() - weeks * 7 * 86_400_000).toISOString();
    const at = (weeks: number, text: string) => ({
      id: `${weeks}`,
      text,
      metadata: { createdAt: weeksAgo(weeks) },
    });
    await ask(at(0, cards[0]!), at(12, cards[1]!), at(13, cards[2]!));
    await analyse();
    const [cluster] = (await read('/conversations-clusters')).items;
    expect(cluster.weeklyPulse).toEqual([1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
    expect(cluster.stats.issues).toBe(3);
  });

  it('are in no cluster that stays pending or analysing', async () => {
    const { read } = await seedAnalysedOrganization();
    expect((await read('/conversations-clusters?status=pending')).items).toEqual([]);
    expect((await read('/conversations-clusters?status=analysing')).items).toEqual([]);
  });
});

describe('a replaced conversation', () => {
  it('loses its old issues, and the clusters of these issues are pending until it is analysed', async () => {
    const { ask, analyse, read, groups } = await seedAnalysedOrganization();
    await ask({ id: 'pin0', text: 'The NEW card has not arrived' });
    expect((await read('/conversations/pin0')).conversation.processedAt).toBeUndefined();
    expect((await read('/conversations-issues?conversation=pin0')).items).toEqual([]);
    const waiting = (await read('/conversations-clusters?status=pending')).items;
    expect(waiting.map(({ stats }: { stats: { issues: number } }) => stats.issues)).toEqual([2]);
    await analyse();
    expect(await groups()).toEqual(['card0 card1 card2 pin0', 'pin1 pin2']);
    expect((await read('/conversations-clusters?status=pending')).items).toEqual([]);
  });
});

describe('a deleted conversation', () => {
  it('is deleted with its issues, and with clusters that have no other issues', async () => {
    const { remove, analyse, read, groups, id } = await seedAnalysedOrganization();
    for (const index of [0, 1, 2]) await remove(`pin${index}`);
    expect(await groups()).toEqual(['card0 card1 card2']);
    expect((await read('/conversations-clusters')).items).toHaveLength(1);
    await analyse();
    expect(await groups()).toEqual(['card0 card1 card2']);
    expect(await tablesContaining(test.store, id, 'PIN')).toEqual([]);
  });
});

it('weeks begin on Mondays in UTC', () => {
  const week = weekOf(new Date('2026-01-05T00:00:00Z'));
  expect(weekOf(new Date('2026-01-04T23:59:59.999Z'))).toBe(week - 1);
  expect(weekOf(new Date('2026-01-11T23:59:59.999Z'))).toBe(week);
  expect(weekOf(new Date('1969-12-29T00:00:00Z'))).toBe(0);
});
