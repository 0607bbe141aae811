import { describe, expect, it } from 'vitest';
import { analyse } from '../../../src/modules/conversations/analyse.js';
import { takeAnalysis } from '../../../src/modules/conversations/analysis-lease.js';
import { testApp } from '../../support/app.js';
import { seedConversationOrganization } from './scene.js';
import { tablesContaining } from './tables-containing.js';

const test = await testApp();

const run = { id: 'job_of_a_test', attempt: 1, progress: async () => {}, signal: new AbortController().signal };
const equalMessages = (prefix: string, count: number, text: string) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, text }));

/** Analyses an organization, and runs `act` before one of the transactions of the analysis. */
async function analyseWith(id: string, { before, act: change }: { before: number; act: () => Promise<unknown> }) {
  let transactions = 0;
  const store = {
    ...test.store,
    async transaction(work: never): Promise<never> {
      transactions += 1;
      if (transactions === before) await change();
      return test.store.transaction(work) as Promise<never>;
    },
  };
  await analyse({ store, ai: null }, id, run);
  expect(transactions).toBeGreaterThanOrEqual(before);
}

// Numbers of the transactions after a grouping has begun. An analysis has six transactions: take it, store issues,
// begin
// a grouping, write clusters, move issues, store the grouping.
const whileGrouping = [4, 5, 6];

describe('a conversation that is removed during a grouping', () => {
  it.each(whileGrouping)('leaves no text if it is deleted (before transaction %i)', async (before) => {
    const { id, ask, remove } = await seedConversationOrganization(test);
    await ask(
      ...equalMessages('a', 2, 'The new card has not arrived'),
      ...equalMessages('b', 2, 'My xylophone has not arrived'),
    );
    const change = async () => void (await Promise.all(['b0', 'b1'].map((one) => remove(one))));
    await analyseWith(id, { before, act: change });
    expect(await tablesContaining(test.store, id, 'xylophon')).toEqual([]);
  });

  it.each(whileGrouping)('leaves no text if it is replaced (before transaction %i)', async (before) => {
    const { id, ask, groups } = await seedConversationOrganization(test);
    // At this number of conversations, two more do not cause a new grouping of all.
    await ask(
      ...equalMessages('a', 18, 'The new card has not arrived'),
      ...equalMessages('b', 2, 'My xylophone has not arrived'),
    );
    await analyseWith(id, { before, act: () => ask(...equalMessages('b', 2, 'The new card has not arrived')) });
    expect(await tablesContaining(test.store, id, 'xylophon')).toEqual([]);
    expect(await groups()).toHaveLength(1);
  });
});

describe('clusters that lose an issue', () => {
  const pending = '/conversations-clusters?status=pending';

  it('are analysed again after the deletion of a conversation that is not in a grouping', async () => {
    const { ask, analyse, remove, read } = await seedConversationOrganization(test);
    await ask(...equalMessages('a', 22, 'The new card has not arrived'));
    await analyse();
    await remove('a21');
    expect((await read(pending)).items).toHaveLength(1);
    expect(await analyse()).toBe(1);
    expect((await read(pending)).items).toEqual([]);
  });

  it('are analysed by an analysis that is already running when they lose the issue', async () => {
    const { id, ask, analyse, read, groups } = await seedConversationOrganization(test);
    await ask(
      ...equalMessages('a', 11, 'The new card has not arrived'),
      ...equalMessages('b', 11, 'How do I change my PIN?'),
    );
    await analyse();
    await ask({ id: 'b11', text: 'How do I change my PIN?' });
    // Two transactions take the analysis and store the issues of `b11`. Without the new conversation, the analysis
    // would then end.
    await analyseWith(id, { before: 3, act: () => ask({ id: 'b10', text: 'The new card has not arrived' }) });
    expect((await read(pending)).items).toEqual([]);
    expect((await groups()).map((ids) => ids.split(' ').length)).toEqual([12, 11]);
  });
});

describe('an attempt whose job has a newer attempt', () => {
  it('does not release the analysis when it fails', async () => {
    const { id, ask } = await seedConversationOrganization(test);
    await ask(...equalMessages('a', 2, 'The new card has not arrived'));
    const change = async () => {
      await takeAnalysis({ store: test.store, ai: null, organizationId: id, run: { ...run, attempt: 2 } });
      throw new Error('Another attempt has the job');
    };
    await expect(analyseWith(id, { before: 2, act: change })).rejects.toThrow('Another attempt has the job');
    const { read, sql } = test.store;
    const query = sql.selectFrom('ConversationAnalysis').select('jobId').where('organizationId', '=', id);
    expect(await read.first(query)).toEqual({ jobId: `${run.id} 2` });
  });
});
