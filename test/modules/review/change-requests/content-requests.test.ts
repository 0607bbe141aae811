import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';
import { type ChangeRequestClient, openChangeRequest } from './proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let proposal: ChangeRequestClient;

beforeEach(async () => {
  manual = await seedManual(test, acme);
  proposal = await openChangeRequest(test, manual.id, acme.admin.token);
});

const remove = (page: string) => ({ operation: 'delete_page', page });
const post = (body: unknown, query = '') =>
  test.rest('POST', `${proposal.path}/content${query}`, { ...acme.admin, body });

describe('the content of a change request', () => {
  it('`compat=true`, the default, returns only the change request', async () => {
    const { status, body } = await post({ changes: [remove(manual.page('guide/use'))] });
    expect(status).toBe(200);
    expect(body).toEqual(await proposal.get());
    expect((await post({ changes: [remove(manual.page('guide/install'))] }, '?compat=true')).body.object).toBe(
      'change-request',
    );
  });

  it('`compat=false` returns the change request, the changes and the files', async () => {
    const { body } = await post({ changes: [remove(manual.page('guide/use'))] }, '?compat=false');
    expect(body).toEqual({
      changeRequest: await proposal.get(),
      changes: [{ object: 'deleted_page', page: manual.page('guide/use') }],
      convertedPages: [],
      insertedFiles: [],
    });
  });

  it('is unchanged if one change in a request fails, and the error names this change', async () => {
    const before = (await proposal.get()).revision;
    const { status, body } = await proposal.change(
      { operation: 'insert_page', title: 'New', document: { markdown: '' } },
      remove(manual.page('guide/use')),
      remove('page_unknown'),
    );
    expect([status, body.error.message]).toEqual([400, 'No page with the id "page_unknown"']);
    expect((await proposal.get()).revision).toBe(before);
    const changes = [
      { deletePage: { page: manual.page('guide') } },
      { deletePage: { page: manual.page('guide/use') } },
    ];
    const { errors } = await test.graphql(
      `mutation ($input: UpdateChangeRequestContentInput!) {
      updateChangeRequestContent(input: $input) { changeRequest { id } }
    }`,
      { ...acme.admin, variables: { input: { space: manual.id, changeRequest: proposal.id, changes } } },
    );
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'changes[1].page' });
    expect((await proposal.get()).revision).toBe(before);
  });

  it('returns the same 400 for a page of another space as for an unknown page', async () => {
    const foreign = (await seedManual(test, await seedOrganization(test))).page('guide');
    const [refused, missing] = [await proposal.change(remove(foreign)), await proposal.change(remove('page_unknown'))];
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body).replaceAll(foreign, 'page_unknown')).toBe(JSON.stringify(missing.body));
  });

  it.each([
    ['no changes', { changes: [] }],
    ['51 changes', { changes: Array(51).fill({ operation: 'delete_page', page: 'page_1' }) }],
    ['no body', undefined],
    ['changes that are not a list', { changes: { operation: 'delete_page', page: 'page_1' } }],
    ['a change without an operation', { changes: [{ page: 'page_1' }] }],
    ['an unknown operation', { changes: [{ operation: 'rename_page', page: 'page_1' }] }],
    ['an unknown member', { changes: [{ operation: 'delete_page', page: 'page_1', force: true }] }],
    ['a page that is not a string', { changes: [{ operation: 'delete_page', page: 7 }] }],
    ['an insertion without a document', { changes: [{ operation: 'insert_page', title: 'New' }] }],
  ])('returns 400 for %s', async (_name, body) => {
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
  ])('returns 400 that names the field for a page with `%s: %j`', async (field, value) => {
    const page = { operation: 'insert_page', title: 'New', document: { markdown: '' }, [field]: value };
    const { status, body } = await proposal.change(page);
    expect(status).toBe(400);
    expect(body.error.message).toMatch(field === 'into' ? /No page with the id "page_unknown"/ : field);
  });

  it('returns 400 for a text with NUL or half a surrogate pair', async () => {
    for (const markdown of ['a\0b', 'a\ud800b'])
      expect((await proposal.change({ operation: 'insert_page', title: 'New', document: { markdown } })).status).toBe(
        400,
      );
  });

  it('returns 403 for a locked space', async () => {
    await test.rest('PATCH', `/spaces/${manual.id}`, { ...acme.admin, body: { editMode: 'locked' } });
    const { status, body } = await proposal.change(remove(manual.page('guide')));
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('is locked')]);
  });

  it.each(['archived', 'merged'])('returns 409 for a change request that is %s', async (status) => {
    if (status === 'merged') await proposal.merge();
    else await test.rest('PATCH', proposal.path, { ...acme.admin, body: { status } });
    const answer = await proposal.change(remove(manual.page('guide')));
    expect([answer.status, answer.body.error.message]).toEqual([409, expect.stringContaining(`is ${status}`)]);
  });

  it('accepts changes to a draft', async () => {
    await test.rest('PATCH', proposal.path, { ...acme.admin, body: { status: 'draft' } });
    expect((await proposal.change(remove(manual.page('guide')))).status).toBe(200);
  });

  it('can be changed by the number of the change request as well as by its id', async () => {
    const path = `/spaces/${manual.id}/change-requests/${proposal.number}/content`;
    const body = { changes: [remove(manual.page('guide'))] };
    expect((await test.rest('POST', path, { ...acme.admin, body })).status).toBe(200);
  });

  it('is the content of the head until it is changed', async () => {
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

  it('has pages that are read in two batches if it is cached: the change request, and times of pages', async () => {
    const read = () => test.rest('GET', `${proposal.path}/content/pages`, acme.admin);
    await read();
    expect(await test.batches(read)).toHaveLength(2);
  });
});
