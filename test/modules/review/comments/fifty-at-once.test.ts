import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { refuseDeadlocks } from '../../../support/deadlocks.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { expectCorrectCounts } from '../change-requests/counted.js';
import { type Commenter, type CommentTarget, commenterOn, createCommentTarget, kinds } from './comment-kit.js';

const test = await testApp();
refuseDeadlocks(test);
const acme = await seedOrganization(test);
const times = <Value>(count: number, make: (index: number) => Value): Value[] =>
  Array.from({ length: count }, (_, at) => make(at));

describe.each(kinds)('fifty concurrent requests on a page of %s', (kind) => {
  let page: string;
  let on: CommentTarget;
  let people: Person[];
  let writers: Commenter[];
  const of = (index: number) => writers[index % writers.length]!;

  beforeAll(async () => {
    const manual = await seedManual(test, acme);
    page = manual.page('guide');
    on = await createCommentTarget(test, kind, { space: manual.id, token: acme.admin.token });
    people = await Promise.all(times(5, () => seedMember(test, acme.id, 'edit')));
    writers = people.map((person) => commenterOn(test, on, person));
  });

  const write = (index: number) => of(index).post({ page, body: { markdown: `Comment ${index}` } });
  const idsOf = (answers: { body: any }[]): string[] => answers.map(({ body }) => body.id);

  it('lose no accepted comment, reply or reaction, and leave correct counts', async () => {
    const thread = (await write(0)).body.id;
    const [written, replied, reacted, resolved] = await Promise.all([
      Promise.all(times(15, write)),
      Promise.all(times(15, (index) => of(index).reply(thread, `Reply ${index}`))),
      Promise.all(times(15, (index) => of(index).update(thread, { addedReactions: [['👍', '🎉', '🚀'][index % 3]!] }))),
      Promise.all(times(5, (index) => of(index).update(thread, { resolved: index % 2 === 0 }))),
    ]);
    expect([...written, ...replied].map(({ status }) => status)).toEqual(Array(30).fill(201));
    expect([...reacted, ...resolved].map(({ status }) => status)).toEqual(Array(20).fill(200));
    const list = (await of(0).list(`?targetPage=${page}&limit=100`)).body;
    expect(idsOf(list.items.map((body: object) => ({ body }))).sort()).toEqual([thread, ...idsOf(written)].sort());
    const comment = (await of(0).get(thread)).body;
    expect([comment.replies, comment.repliers.map(({ count }: { count: number }) => count)]).toEqual([
      15,
      Array(5).fill(3),
    ]);
    expect(comment.reactions.map(({ count }: { count: number }) => count)).toEqual([5, 5, 5]);
    await expectCorrectCounts(test.store);
  });

  it('leave no orphans if a thread is deleted meanwhile', async () => {
    const threads = idsOf(await Promise.all(times(5, write)));
    const deep = idsOf(await Promise.all(threads.map((thread) => of(0).reply(thread, 'First'))));
    const answers = await Promise.all(
      threads.flatMap((thread, at) => [
        ...times(4, (index) => of(index).reply(thread, `Reply ${index}`)),
        ...times(4, (index) => of(index).update(`${thread}/replies/${deep[at]}`, { addedReactions: ['👍'] })),
        commenterOn(test, on, acme.admin).remove(thread),
        of(at).update(thread, { resolved: true }),
      ]),
    );
    for (const { status } of answers) expect([200, 201, 204, 404]).toContain(status);
    const { sql, all } = test.store.read;
    const orphans = sql.selectFrom('Comment').select('id').where('threadId', 'in', threads);
    const reactions = sql
      .selectFrom('Reaction')
      .select('emoji')
      .where('commentId', 'in', [...threads, ...deep]);
    expect([await all(orphans), await all(reactions)]).toEqual([[], []]);
    await expectCorrectCounts(test.store);
  });
});
