import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { seedManual } from '../../manual-space.js';
import { type Commenter, type CommentTarget, commenterOn, createCommentTarget, kinds } from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);

describe.each(kinds)('replies to a comment on %s', (kind) => {
  let on: CommentTarget;
  let [ann, ben]: Person[] = [];
  let [asAnn, asBen]: Commenter[] = [];
  let thread: string;

  beforeAll(async () => {
    const { id: space } = await seedManual(test, acme);
    on = await createCommentTarget(test, kind, { space, token: acme.admin.token });
    [ann, ben] = [await seedMember(test, acme.id, 'comment'), await seedMember(test, acme.id, 'comment')];
    [asAnn, asBen] = [commenterOn(test, on, ann!), commenterOn(test, on, ben!)];
    thread = (await asAnn.post('A question')).body.id;
  });

  it('are returned as written, in the requested format, and a later read returns the same reply', async () => {
    const { status, body } = await asBen!.reply(thread, 'An *answer*');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'comment-reply',
      postedBy: { id: ben!.id },
      body: { markdown: 'An *answer*' },
      reactions: [],
      urls: { location: `https://docs.test/v1${on.path}/comments/${thread}/replies/${body.id}` },
      permissions: { view: true, edit: true, reply: true, delete: true },
    });
    expect((await asBen!.get(`${thread}/replies/${body.id}`)).body).toEqual(body);
    const asDocument = { token: ben!.token, body: { body: { markdown: 'As blocks' } } };
    const other = await test.rest('POST', `${on.path}/comments/${thread}/replies?format=document`, asDocument);
    expect(other.body.body.document.nodes[0].nodes[0].leaves[0].text).toBe('As blocks');
  });

  it('are listed oldest first, and counted on the comment with their authors', async () => {
    const last = (await asAnn!.reply(thread, 'Thanks')).body;
    const { body } = await test.rest('GET', `${on.path}/comments/${thread}/replies`, ann!);
    expect([body.count, body.items.at(-1).id]).toEqual([3, last.id]);
    const comment = (await asAnn!.get(thread)).body;
    expect(comment.replies).toBe(3);
    expect(comment.repliers).toEqual([
      { count: 1, updatedAt: last.postedAt, user: expect.objectContaining({ id: ann!.id }) },
      { count: 2, updatedAt: expect.any(String), user: expect.objectContaining({ id: ben!.id }) },
    ]);
  });

  it('are not in the list of comments, and are not counted as open comments', async () => {
    expect((await asAnn!.list()).body.items.map(({ id }: { id: string }) => id)).toEqual([thread]);
    expect((await test.rest('GET', on.path, ann!)).body.comments).toBe(1);
  });

  it('resolve the thread when an update has `resolved`, by the author of the thread or an editor', async () => {
    const { id } = (await asBen!.reply(thread, 'Done?')).body;
    expect((await asBen!.update(`${thread}/replies/${id}`, { resolved: true })).status).toBe(403);
    expect((await asAnn!.update(`${thread}/replies/${id}`, { resolved: true })).status).toBe(200);
    expect((await asAnn!.get(thread)).body).toMatchObject({ status: 'resolved', resolvedBy: { id: ann!.id } });
    await asAnn!.update(`${thread}/replies/${id}`, { resolved: false });
    expect((await asAnn!.get(thread)).body.status).toBe('open');
  });

  it('are changed only by their author, and deleted by admins too', async () => {
    const { id } = (await asBen!.reply(thread, 'First')).body;
    const at = `${thread}/replies/${id}`;
    expect((await asAnn!.update(at, { body: { markdown: 'Mine' } })).status).toBe(403);
    expect((await asBen!.update(at, { body: {} })).status).toBe(400);
    const edited = (await asBen!.update(at, { body: { markdown: 'Second' } })).body;
    expect(edited).toMatchObject({ body: { markdown: 'Second' }, editedAt: expect.any(String) });
    expect((await asAnn!.remove(at)).status).toBe(403);
    expect((await commenterOn(test, on, acme.admin).remove(at)).status).toBe(204);
    expect([(await asBen!.get(at)).status, (await asBen!.remove(at)).status]).toEqual([404, 204]);
  });

  it('are deleted with their comment, together with their reactions', async () => {
    const { id } = (await asAnn!.post('Short')).body;
    const reply = (await asBen!.reply(id, 'Lived')).body.id;
    await asAnn!.update(`${id}/replies/${reply}`, { addedReactions: ['👍'] });
    expect((await asAnn!.remove(id)).status).toBe(204);
    const { read } = test.store;
    expect(await read.all(read.sql.selectFrom('Comment').select('id').where('id', 'in', [id, reply]))).toEqual([]);
    expect(await read.all(read.sql.selectFrom('Reaction').select('emoji').where('commentId', '=', reply))).toEqual([]);
    expect((await asBen!.reply(id, 'Too late')).status).toBe(404);
  });

  it('have their comment as a field in GraphQL, and the comment lists them', async () => {
    const { id } = (await asBen!.reply(thread, 'Look')).body;
    const query = `query ($id: ID!) { node(id: $id) { ... on CommentReply {
      body { markdown } comment { id replyCount reply(id: $id) { id } replies(last: 1) { nodes { id } } }
    } } }`;
    const { data } = await test.graphql(query, { ...ann!, variables: { id } });
    expect(data.node).toEqual({
      body: { markdown: 'Look' },
      comment: { id: thread, replyCount: 5, reply: { id }, replies: { nodes: [{ id }] } },
    });
  });
});
