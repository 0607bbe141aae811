import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { openProposal, type Proposal } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let proposal: Proposal;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openProposal(test, manual.id, acme.admin.token);
});

const remove = (page: string) => ({ operation: 'delete_page', page });
const post = (body: unknown, query = '') =>
  test.rest('POST', `${proposal.path}/content${query}`, { ...acme.admin, body });

it('`compat=true`, the default, answers the change request alone', async () => {
  const { status, body } = await post({ changes: [remove(manual.page('guide/use'))] });
  expect(status).toBe(200);
  expect(body).toEqual(await proposal.get());
  expect((await post({ changes: [remove(manual.page('guide/install'))] }, '?compat=true')).body.object).toBe(
    'change-request',
  );
});

it('`compat=false` answers the change request, the changes and the files', async () => {
  const { body } = await post({ changes: [remove(manual.page('guide/use'))] }, '?compat=false');
  expect(body).toEqual({
    changeRequest: await proposal.get(),
    changes: [{ object: 'deleted_page', page: manual.page('guide/use') }],
    convertedPages: [],
    insertedFiles: [],
  });
});

it('when the third change fails none is done, and the error names it', async () => {
  const before = (await proposal.get()).revision;
  const { status, body } = await proposal.change(
    { operation: 'insert_page', title: 'New', document: { markdown: '' } },
    remove(manual.page('guide/use')),
    remove('page_unknown'),
  );
  expect([status, body.error.message]).toEqual([400, 'No page with the id "page_unknown"']);
  expect((await proposal.get()).revision).toBe(before);
  const changes = [{ deletePage: { page: manual.page('guide') } }, { deletePage: { page: manual.page('guide/use') } }];
  const { errors } = await test.graphql(
    `mutation ($input: UpdateChangeRequestContentInput!) {
      updateChangeRequestContent(input: $input) { changeRequest { id } }
    }`,
    { ...acme.admin, variables: { input: { space: manual.id, changeRequest: proposal.id, changes } } },
  );
  expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'changes[1].page' });
  expect((await proposal.get()).revision).toBe(before);
});

it('a page of another space is 400 and reads like an unknown one', async () => {
  const foreign = (await seedManual(test, await seedOrganization(test))).page('guide');
  const [refused, missing] = [await proposal.change(remove(foreign)), await proposal.change(remove('page_unknown'))];
  expect(refused.status).toBe(400);
  expect(JSON.stringify(refused.body).replaceAll(foreign, 'page_unknown')).toBe(JSON.stringify(missing.body));
});

it.each([
  ['no changes', { changes: [] }],
  ['51 changes', { changes: Array(51).fill({ operation: 'delete_page', page: 'page_1' }) }],
  ['no body', undefined],
  ['changes that are no list', { changes: { operation: 'delete_page', page: 'page_1' } }],
  ['a change without an operation', { changes: [{ page: 'page_1' }] }],
  ['an unknown operation', { changes: [{ operation: 'rename_page', page: 'page_1' }] }],
  ['an unknown member', { changes: [{ operation: 'delete_page', page: 'page_1', force: true }] }],
  ['a page that is no text', { changes: [{ operation: 'delete_page', page: 7 }] }],
  ['an insertion without a document', { changes: [{ operation: 'insert_page', title: 'New' }] }],
])('%s is 400', async (_name, body) => {
  const answer = await post(body);
  expect([answer.status, typeof answer.body.error.message]).toEqual([400, 'string']);
});

it.each([
  ['title', ''],
  ['title', 'two\nlines'],
  ['slug', 'x'.repeat(101)],
  ['at', -1],
  ['at', 99],
  ['into', 'page_unknown'],
  ['hidden', 'yes'],
])('a page with `%s: %j` is 400, naming the field', async (field, value) => {
  const page = { operation: 'insert_page', title: 'New', document: { markdown: '' }, [field]: value };
  const { status, body } = await proposal.change(page);
  expect(status).toBe(400);
  expect(body.error.message).toMatch(field === 'into' ? /No page with the id "page_unknown"/ : field);
});

it('a text with NUL or half a surrogate pair is 400', async () => {
  for (const markdown of ['a\0b', 'a\ud800b'])
    expect((await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown } })).status).toBe(
      400,
    );
});

it('a locked space is 403', async () => {
  await test.rest('PATCH', `/spaces/${manual.id}`, { ...acme.admin, body: { editMode: 'locked' } });
  const { status, body } = await proposal.change(remove(manual.page('guide')));
  expect([status, body.error.message]).toEqual([403, expect.stringContaining('is locked')]);
});

it.each(['archived', 'merged'])('a change request that is %s is 409', async (status) => {
  if (status === 'merged') await proposal.merge();
  else await test.rest('PATCH', proposal.path, { ...acme.admin, body: { status } });
  const answer = await proposal.change(remove(manual.page('guide')));
  expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringContaining(`is ${status}`)]);
});

it('a draft takes changes', async () => {
  await test.rest('PATCH', proposal.path, { ...acme.admin, body: { status: 'draft' } });
  expect((await proposal.change(remove(manual.page('guide')))).status).toBe(200);
});

it('the number names the change request as well as its id', async () => {
  const path = `/spaces/${manual.id}/change-requests/${proposal.number}/content`;
  const body = { changes: [remove(manual.page('guide'))] };
  expect((await test.rest('POST', path, { ...acme.admin, body })).status).toBe(200);
});

it('content is read alike in the change request and at the head, until it changes', async () => {
  const parts = ['', '/pages', '/files', '/path/guide', '/path/', `/page/${manual.page('guide/use')}`];
  const head = await Promise.all(
    parts.map((part) => test.rest('GET', `/spaces/${manual.id}/content${part}`, acme.admin)),
  );
  const own = await Promise.all(parts.map((part) => test.rest('GET', `${proposal.path}/content${part}`, acme.admin)));
  expect(own.map(({ body }) => body)).toEqual(head.map(({ body }) => body));
  await proposal.change(remove(manual.page('guide')));
  expect((await test.rest('GET', `${proposal.path}/content/path/guide`, acme.admin)).status).toBe(404);
  expect((await test.rest('GET', `${proposal.path}/content/page/${manual.page('guide')}`, acme.admin)).status).toBe(
    404,
  );
  expect((await test.rest('GET', `${proposal.path}/content/files/file_unknown`, acme.admin)).status).toBe(404);
});

it('the pages of a warm change request cost one batch, the times, beside that of the change request', async () => {
  const read = () => test.rest('GET', `${proposal.path}/content/pages`, acme.admin);
  await read();
  expect(await test.batches(read)).toHaveLength(2);
});
