import { channel } from 'node:diagnostics_channel';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { type Person, seedMember } from '../../support/seed.js';
import { commenterOn } from '../review/comments/comment-kit.js';
import { seedProposal, waitingNotifications } from './notification-kit.js';

const test = await testApp();
const counts = { statements: 0, batches: 0 };
const countStatement = () => {
  counts.statements += 1;
};
const countBatch = () => {
  counts.batches += 1;
};
channel('docgraph:statements').subscribe(countStatement);
channel('docgraph:batches').subscribe(countBatch);
afterAll(() => {
  channel('docgraph:statements').unsubscribe(countStatement);
  channel('docgraph:batches').unsubscribe(countBatch);
});

/** Returns the numbers of statements and batches of a request. */
async function cost(request: () => Promise<{ status: number }>) {
  Object.assign(counts, { statements: 0, batches: 0 });
  expect((await request()).status).toBeLessThan(300);
  return { ...counts };
}

type Scene = Awaited<ReturnType<typeof seedProposal>>;

/** Functions that prepare a notification of some people, and return the action that sends it. */
const actions: { [name: string]: (scene: Scene, people: Person[]) => Promise<() => Promise<{ status: number }>> } = {
  'a request for reviews':
    async ({ requestReview }, people) =>
    () =>
      requestReview(people),
  'a reply': async ({ proposal, space, ann }, people) => {
    const target = { path: proposal.path, names: { space } };
    const { id } = (await commenterOn(test, target, people[0]!).post('Why?')).body;
    for (const person of people) await commenterOn(test, target, person).reply(id, 'Because.');
    return () => commenterOn(test, target, ann).reply(id, 'I agree.');
  },
  'a merge': async ({ requestReview, merge }, people) => {
    await requestReview(people);
    return () => merge();
  },
};

it.each(Object.entries(actions))(
  '%s takes as many statements to notify 20 people as to notify two',
  async (_, prepare) => {
    const costs: object[] = [];
    for (const count of [2, 2, 20]) {
      const scene = await seedProposal(test);
      const { organization } = scene;
      const people = await Promise.all(Array.from({ length: count }, () => seedMember(test, organization, 'review')));
      const act = await prepare(scene, people);
      await test.store.transaction(({ prisma }) =>
        prisma.notification.deleteMany({ where: { organizationId: organization } }),
      );
      // The first use of a token writes the time of its last use.
      for (const { token } of [scene.admin, scene.ann]) await test.rest('GET', `/orgs/${organization}`, { token });
      costs.push(await cost(act));
      expect((await waitingNotifications(test, organization)).length).toBeGreaterThanOrEqual(count);
    }
    expect(costs[2]).toEqual(costs[1]);
  },
);
