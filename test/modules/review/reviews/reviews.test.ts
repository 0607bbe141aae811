import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createToken } from '../../../../src/modules/identity/tokens/operator-actions.js';
import { paragraphDocument } from '../../../../src/modules/shared/samples.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from '../change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let proposal: ChangeRequestClient;
let [author, reviewer, reader]: Person[] = [];

beforeAll(async () => {
  manual = await seedManual(test, acme);
  author = await seedMember(test, acme.id, 'edit');
  reviewer = await seedMember(test, acme.id, 'review');
  reader = await seedMember(test, acme.id, 'read');
});

beforeEach(async () => {
  proposal = await openChangeRequest(test, manual.id, author!.token);
});

const reviews = (query = '') => test.rest('GET', `${proposal.path}/reviews${query}`, acme.admin);
const submit = (token: string, body: object = { status: 'approved' }) =>
  test.rest('POST', `${proposal.path}/reviews`, { token, body });
const request = (...users: string[]) =>
  test.rest('POST', `${proposal.path}/requested-reviewers`, { ...author!, body: { users } });
const edit = () => proposal.change({ operation: 'insert_page', title: 'More', document: {} });
const agentOf = async ({ id }: Person, ...scopes: string[]) =>
  (await createToken({ store: test.store, viewer: test.operator }, { user: id, scopes: ['agent', ...scopes] })).token;

describe('a review', () => {
  it('is returned, listed and found as it was written, with its comment', async () => {
    const { status, body } = await submit(reviewer!.token, {
      status: 'changes-requested',
      comment: { markdown: 'Which *version*?' },
    });
    expect(status).toBe(201);
    expect(body).toMatchObject({
      object: 'change-request-review',
      reviewer: { id: reviewer!.id },
      status: 'changes-requested',
      outdated: false,
      revision: (await proposal.get()).revision,
      comment: {
        object: 'comment',
        body: { markdown: 'Which *version*?' },
        status: 'open',
        postedBy: { id: reviewer!.id },
        target: { changeRequest: proposal.id, review: body.id, space: manual.id },
        permissions: { view: true, edit: true, reply: true, delete: true },
      },
    });
    const found = (await test.rest('GET', body.urls.location.replace(/^.*\/v1/, ''), reviewer!)).body;
    expect(found).toEqual(body);
    const [listed] = (await reviews()).body.items;
    expect(listed).toMatchObject({ id: body.id, comment: { permissions: { edit: false, delete: true } } });
  });

  it('accepts its comment as Markdown or blocks, and returns blocks on request', async () => {
    const document = paragraphDocument('Plain.');
    const { body } = await submit(reviewer!.token, { status: 'approved', comment: { document } });
    expect(body.comment.body).toEqual({ markdown: 'Plain.\n' });
    const [listed] = (await reviews('?format=document')).body.items;
    expect(listed.comment.body.document.nodes[0]).toMatchObject({ type: 'paragraph' });
    expect(listed.comment.body.markdown).toBeUndefined();
  });

  it.each([{}, { markdown: '' }, { markdown: ' \n' }])('without a text has no comment: %j', async (comment) => {
    const { body } = await submit(reviewer!.token, { status: 'approved', comment });
    expect(body.comment).toBeUndefined();
  });

  it.each([
    [
      { markdown: 'One', document: paragraphDocument('Two') },
      '`comment` must have one of `markdown` and `document` (got both)',
    ],
    [{ markdown: 'x'.repeat(65_537) }, '`comment` must have at most 65536 characters (got 65537)'],
  ])('with an invalid comment returns 400, and is not stored', async (comment, message) => {
    const { status, body } = await submit(reviewer!.token, { status: 'approved', comment });
    expect([status, body.error.message]).toEqual([400, message]);
    expect((await reviews()).body.count).toBe(0);
  });

  it('is outdated after an edit, but not after an update from the space', async () => {
    await submit(reviewer!.token);
    const other = await openChangeRequest(test, manual.id, acme.admin.token);
    await other.change({ operation: 'insert_page', title: 'Elsewhere', document: {} });
    await other.merge();
    expect((await proposal.update()).body.result).toBe('update');
    expect((await reviews('?outdated=false')).body.count).toBe(1);
    await edit();
    expect((await reviews('?outdated=true')).body.items[0].outdated).toBe(true);
    expect((await reviews('?outdated=false')).body.count).toBe(0);
  });

  it('is accepted for a draft, and returns 409 for an archived or merged change request', async () => {
    await test.rest('PATCH', proposal.path, { ...author!, body: { status: 'draft' } });
    expect((await submit(reviewer!.token)).status).toBe(201);
    await test.rest('PATCH', proposal.path, { ...author!, body: { status: 'archived' } });
    expect((await submit(reviewer!.token)).status).toBe(409);
    await test.rest('PATCH', proposal.path, { ...author!, body: { status: 'open' } });
    await test.rest('POST', `${proposal.path}/merge`, acme.admin);
    const { status, body } = await submit(reviewer!.token);
    expect(status).toBe(409);
    expect(body.error.message).toContain('is merged');
  });
});

describe('permission to review', () => {
  it('belongs to the role review, to requested reviewers, and to users that a merge rule names', async () => {
    expect((await submit(reader!.token)).status).toBe(403);
    await request(reader!.id);
    expect((await submit(reader!.token)).status).toBe(201);
    proposal = await openChangeRequest(test, manual.id, author!.token);
    const rules = [{ rule: 'require_specific_reviewers', users: [reader!.id] }];
    const setMergeRules = (mergeRules: object) =>
      test.rest('PATCH', `/spaces/${manual.id}`, { ...acme.admin, body: { mergeRules } });
    await setMergeRules({ type: 'rules', rules });
    expect((await submit(reader!.token)).status).toBe(201);
    await setMergeRules({ type: 'none' });
  });

  it('belongs to the author, too', async () => {
    await test.rest('PATCH', proposal.path, { ...author!, body: { status: 'draft' } });
    const own = await openChangeRequest(test, manual.id, reviewer!.token);
    expect(
      (await test.rest('POST', `${own.path}/reviews`, { ...reviewer!, body: { status: 'approved' } })).status,
    ).toBe(201);
  });

  it('belongs to agents of permitted users; agents can neither merge nor edit the head, whatever their scopes', async () => {
    const agent = await agentOf(acme.admin, 'changeRequest:merge', 'space:edit');
    const { body } = await submit(agent);
    const { data } = await test.graphql(`{ node(id: "${body.id}") { ... on Review { byAgent } } }`, reviewer!);
    expect(data.node).toEqual({ byAgent: true });
    expect((await test.rest('POST', `${proposal.path}/merge`, { token: agent })).status).toBe(403);
    const head = `mutation { updateSpaceContent(input: { space: "${manual.id}", changes: [{ deletePage: { page: "x" } }] }) { revision { id } } }`;
    expect((await test.graphql(head, { token: agent })).errors![0]!.extensions.code).toBe('FORBIDDEN');
  });
});

describe('a request for a review', () => {
  it('is closed by a review, which names the requesting user; another request opens it again', async () => {
    await request(reader!.id);
    const { body } = await submit(reader!.token);
    expect(body.requestedBy.id).toBe(author!.id);
    const open = async () => (await test.rest('GET', `${proposal.path}/requested-reviewers`, acme.admin)).body.count;
    expect(await open()).toBe(0);
    await request(reader!.id);
    expect(await open()).toBe(1);
  });

  it('is not closed by a review of an agent', async () => {
    await request(reviewer!.id);
    await submit(await agentOf(reviewer!));
    expect((await test.rest('GET', `${proposal.path}/requested-reviewers`, acme.admin)).body.count).toBe(1);
  });
});

describe('contributors', () => {
  it('are users who edited and users who commented, latest first', async () => {
    await edit();
    await edit();
    await submit(reviewer!.token, { status: 'approved', comment: { markdown: 'Well.' } });
    await submit(reader!.token);
    const { body } = await test.rest('GET', `${proposal.path}/contributors`, reader!);
    const contributions = body.items.map(
      ({ user, actionType, count }: { user: { id: string } } & Record<string, unknown>) => [user.id, actionType, count],
    );
    expect(contributions).toEqual([
      [reviewer!.id, 'comment', 1],
      [author!.id, 'edit', 2],
    ]);
    const by = async ({ id }: Person) =>
      (await test.rest('GET', `/spaces/${manual.id}/change-requests?contributor=${id}`, reader!)).body.items.map(
        (one: { id: string }) => one.id,
      );
    expect(await by(reviewer!)).toContain(proposal.id);
    expect(await by(author!)).toContain(proposal.id);
    expect(await by(reader!)).not.toContain(proposal.id);
  });
});

it('thirty concurrent reviews, edits and requests are stored; reviews of older revisions are outdated', async () => {
  const people = await Promise.all(Array.from({ length: 5 }, () => seedMember(test, acme.id, 'review')));
  const work = Array.from({ length: 30 }, (_, index) => {
    const { token, id } = people[index % people.length]!;
    if (index % 3 === 0) return submit(token, { status: 'approved', comment: { markdown: `Comment ${index}` } });
    return index % 3 === 1 ? edit() : request(id);
  });
  const answers = await Promise.all(work);
  expect(answers.map(({ status }) => status).filter((status) => status >= 300)).toEqual([]);
  const { items } = (await reviews()).body;
  expect(items).toHaveLength(10);
  expect(items.map((one: { comment: { body: object } }) => one.comment.body)).toHaveLength(10);
  const query = `{ changeRequest(id: "${proposal.id}") { revisions { totalCount } reviews { nodes { outdated revision { id } } } revision { id } } }`;
  const { changeRequest } = (await test.graphql(query, acme.admin)).data;
  expect(changeRequest.revisions.totalCount).toBe(10);
  for (const { outdated, revision } of changeRequest.reviews.nodes)
    expect(outdated).toBe(revision.id !== changeRequest.revision.id);
});
