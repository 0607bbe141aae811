import { beforeAll, describe, expect, it } from 'vitest';
import { paragraphDocument } from '../../../../src/modules/shared/samples.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import {
  blocksOf,
  type Commenter,
  type CommentTarget,
  commenterOn,
  createCommentTarget,
  kinds,
} from './comment-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const ids = (answer: { body: any }): string[] => answer.body.items.map(({ id }: { id: string }) => id);

describe.each(kinds)('comments on %s', (kind) => {
  let manual: Manual;
  let on: CommentTarget;
  let [ann, ben]: Person[] = [];
  let [asAnn, asBen]: Commenter[] = [];

  beforeAll(async () => {
    manual = await seedManual(test, acme);
    on = await createCommentTarget(test, kind, { space: manual.id, token: acme.admin.token });
    [ann, ben] = [await seedMember(test, acme.id, 'comment'), await seedMember(test, acme.id, 'comment')];
    [asAnn, asBen] = [commenterOn(test, on, ann!), commenterOn(test, on, ben!)];
  });

  it('are returned as written, and a later read returns the same comment', async () => {
    const { status, body } = await asAnn!.post('Which *version*?');
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'comment',
      postedBy: { id: ann!.id },
      body: { markdown: 'Which *version*?' },
      status: 'open',
      replies: 0,
      repliers: [],
      reactions: [],
      target: { space: manual.id },
      permissions: { view: true, edit: true, reply: true, delete: true },
      urls: { location: `https://docs.test/v1${on.path}/comments/${body.id}` },
    });
    expect(body.target.changeRequest).toBe(on.names.changeRequest);
    expect(body).not.toHaveProperty('editedAt');
    expect((await asAnn!.get(body.id)).body).toEqual(body);
    expect((await asBen!.get(body.id)).body.permissions).toEqual({
      view: true,
      edit: false,
      reply: true,
      delete: false,
    });
  });

  it('are about a page or a block of it, and quote the block', async () => {
    const page = manual.page('guide/install');
    const node = (await blocksOf(test, { path: on.path, page, ...ann! })).get('Second.')!;
    const { body } = await asAnn!.post({ page, node, body: { markdown: 'Why?' } });
    expect(body.target).toMatchObject({ page: { id: page }, node: { id: node } });
    const query =
      'query ($id: ID!) { node(id: $id) { ... on Comment { anchor { state nodeId quote page { title } } } } }';
    const { data } = await test.graphql(query, { ...ann!, variables: { id: body.id } });
    expect(data.node.anchor).toEqual({ state: 'ANCHORED', nodeId: node, quote: 'Second.', page: { title: 'Install' } });
  });

  it('are on the first page with the block if no page is given', async () => {
    const page = manual.page('guide/use');
    const node = (await blocksOf(test, { path: on.path, page, ...ann! })).get('Back to install.')!;
    const { body } = await asAnn!.post({ node, body: { markdown: 'Where?' } });
    expect(body.target.page).toEqual({ id: page });
  });

  it.each([
    ['`page`', { page: 'page_00000000000000000000000000' }],
    ['`node`', { node: '000000000000' }],
    ['`tableCell`', { tableCell: { record: 'a', definition: 'b' } }],
    ['`body`', { body: {} }],
    ['`body`', { body: { markdown: ' \n' } }],
    ['`body`', { body: { document: paragraphDocument('') } }],
    ['`body`', { body: { markdown: 'x'.repeat(65_537) } }],
  ])('are refused with a 400 that names %s if it is invalid', async (field, wrong) => {
    const before = (await asAnn!.list()).body.count;
    const { status, body } = await asAnn!.post({ body: { markdown: 'Text.' }, ...wrong });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
    expect((await asAnn!.list()).body.count).toBe(before);
  });

  it('are refused if the block is not a table, or has no such cell', async () => {
    const page = manual.page('guide/install');
    const node = (await blocksOf(test, { path: on.path, page, ...ann! })).get('First.')!;
    const cell = { record: 'a', definition: 'b' };
    const { status, body } = await asAnn!.post({ page, node, tableCell: cell, body: { markdown: 'Here.' } });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('`tableCell.record` must be a row')]);
  });

  it('are written and read as documents, too', async () => {
    const document = paragraphDocument('Read this.');
    const { body } = await asAnn!.post({ body: { document } });
    expect(body.body).toEqual({ markdown: 'Read this.\n' });
    const read = (await asAnn!.get(body.id, '?format=document')).body.body;
    expect(read.document.nodes[0].nodes[0].leaves[0].text).toBe('Read this.');
    expect(ids(await asAnn!.list('?format=document'))).toContain(body.id);
  });

  it('are listed newest or oldest first, and filtered by status, page and authors', async () => {
    const page = manual.page('guide');
    const first = (await asAnn!.post({ page, body: { markdown: 'One' } })).body.id;
    const second = (await asBen!.post({ page, body: { markdown: 'Two' } })).body.id;
    await asBen!.update(second, { resolved: true });
    const about = async (query: string) => ids(await asAnn!.list(`?targetPage=${page}${query}`));
    expect(await about('')).toEqual([second, first]);
    expect(await about('&order=asc')).toEqual([first, second]);
    expect(await about('&status=open')).toEqual([first]);
    expect(await about('&status=resolved')).toEqual([second]);
    expect(await about(`&authors=${ben!.id}`)).toEqual([second]);
    expect(await about(`&authors=${ben!.id}&authors=${ann!.id}`)).toEqual([second, first]);
    expect(await about('&authors=usr_00000000000000000000000000')).toEqual([]);
    expect(ids(await asAnn!.list('?targetPage=page_unknown'))).toEqual([]);
  });

  it('are changed by their author; only a new text is an edit', async () => {
    const { body } = await asAnn!.post('Draft');
    expect((await asAnn!.update(body.id, {})).body).toEqual(body);
    expect((await asAnn!.update(body.id, { body: { markdown: 'Draft' } })).body).toEqual(body);
    const { body: edited } = await asAnn!.update(body.id, { body: { markdown: 'Final' } });
    expect(edited).toMatchObject({ body: { markdown: 'Final' }, editedAt: expect.any(String) });
    expect((await asAnn!.update(body.id, { body: {} })).status).toBe(400);
    expect((await asBen!.update(body.id, { body: { markdown: 'Mine' } })).status).toBe(403);
    expect((await asAnn!.get(body.id)).body).toEqual(edited);
  });

  it('are resolved and reopened by their author and by editors, and name the user who resolved them', async () => {
    const { body } = await asAnn!.post('A question');
    expect((await asBen!.update(body.id, { resolved: true })).status).toBe(403);
    const editor = await seedMember(test, acme.id, 'edit');
    const resolvedComment = (await commenterOn(test, on, editor).update(body.id, { resolved: true })).body;
    expect(resolvedComment).toMatchObject({
      status: 'resolved',
      resolvedBy: { id: editor.id },
      resolvedAt: expect.any(String),
    });
    const { permissions } = body;
    expect((await asAnn!.update(body.id, { resolved: true })).body).toEqual({ ...resolvedComment, permissions });
    expect((await asAnn!.update(body.id, { resolved: false })).body).toEqual(body);
  });

  it('are deleted by their author and by admins, even repeatedly', async () => {
    const [one, two] = [(await asAnn!.post('One')).body.id, (await asAnn!.post('Two')).body.id];
    expect((await asBen!.remove(one)).status).toBe(403);
    expect((await asAnn!.remove(one)).status).toBe(204);
    expect((await commenterOn(test, on, acme.admin).remove(two)).status).toBe(204);
    for (const id of [one, two])
      expect([(await asBen!.remove(id)).status, (await asAnn!.get(id)).status]).toEqual([204, 404]);
  });

  it('are not found below another change request', async () => {
    const other = await createCommentTarget(test, 'a change request', { space: manual.id, token: acme.admin.token });
    const { id } = (await asAnn!.post('Here')).body;
    const elsewhere = commenterOn(test, other, ann!);
    expect((await elsewhere.get(id)).status).toBe(404);
    expect((await elsewhere.update(id, { resolved: true })).status).toBe(404);
    expect((await elsewhere.reply(id, 'There')).status).toBe(404);
    expect((await elsewhere.remove(id)).status).toBe(204);
    expect((await asAnn!.get(id)).status).toBe(200);
  });

  it('make their authors commenters, as long as they are members', async () => {
    const gone = await seedMember(test, acme.id, 'comment');
    const { id } = (await commenterOn(test, on, gone).post('I was here')).body;
    const commenters = async () => ids(await test.rest('GET', `${on.path}/commenters`, acme.admin));
    expect(await commenters()).toEqual(expect.arrayContaining([gone.id, ann!.id, ben!.id]));
    await test.rest('DELETE', `/orgs/${acme.id}/members/${gone.id}`, acme.admin);
    expect(await commenters()).not.toContain(gone.id);
    expect((await asAnn!.get(id)).body.postedBy.id).toBe(gone.id);
  });
});
