import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let base: string;

beforeAll(async () => {
  manual = await seedManual(test, acme);
  base = `/spaces/${manual.id}/content`;
});

const get = (path = '') => test.rest('GET', `${base}${path}`, acme.admin);
const shape = (pages: { title: string; pages?: [] }[]): unknown =>
  pages.map(({ title, pages: below }) => (below?.length ? [title, shape(below)] : title));

const connection = `query ($space: ID!, $first: Int, $after: String, $last: Int, $before: String, $parent: ID) {
  space(id: $space) { revision {
    pages(first: $first, after: $after, last: $last, before: $before, filter: { parent: $parent }) {
      totalCount pageInfo { hasNextPage hasPreviousPage startCursor endCursor } nodes { id title }
    }
    files { totalCount nodes { name path } }
  } }
}`;
const connected = async (part: object = {}) => {
  const answer = await test.graphql(connection, { ...acme.admin, variables: { space: manual.id, ...part } });
  return answer.errors ? answer : answer.data.space.revision;
};
const titles = (page: { nodes: { title: string }[] }) => page.nodes.map(({ title }) => title);

describe('the content of a space', () => {
  it('is its head revision, with pages and files', async () => {
    const { status, body } = await get();
    expect(status).toBe(200);
    expect(body).toMatchObject({ object: 'revision', type: 'edits', variables: {}, reusableContents: [] });
    expect(body.parents).toEqual([expect.stringMatching(/^rev_/)]);
    expect(shape(body.pages)).toEqual(['Welcome', ['Guide', ['Install', 'Use']], ['More', ['Elsewhere']]]);
    expect(body.files.map(({ name }: { name: string }) => name)).toEqual(['notes.txt', 'plan.png']);
    expect(body).not.toHaveProperty('mergedFrom');
  });

  it('has the same tree of pages, nested to any depth, at `/pages`', async () => {
    const [pages, content] = [await get('/pages'), await get()];
    expect(pages.body).toEqual({ pages: content.body.pages });
  });

  it('has the documented fields for each kind of page', async () => {
    const [welcome, guide, more] = (await get('/pages')).body.pages;
    expect(welcome).toMatchObject({ kind: 'sheet', type: 'document', path: '', slug: '', description: 'Start here' });
    expect(guide.pages[0]).toMatchObject({ path: 'guide/install', slug: 'install', hidden: false, pages: [] });
    expect(more).toMatchObject({ kind: 'group', type: 'group', title: 'More', path: 'more' });
    expect(more.pages[0]).toMatchObject({
      kind: 'link',
      type: 'link',
      title: 'Elsewhere',
      target: { kind: 'url', url: 'https://example.org/more' },
      href: 'https://example.org/more',
    });
    expect(more.pages[0]).not.toHaveProperty('path');
  });

  it('has no `git` if it was not imported from a repository, with and without `metadata`', async () => {
    for (const metadata of ['true', 'false']) {
      const { body, status } = await get(`?metadata=${metadata}`);
      expect([status, body.git, body.pages[0].git]).toEqual([200, undefined, undefined]);
    }
    expect((await get('?metadata=maybe')).status).toBe(400);
  });

  it('takes two batches for pages of a cached revision, for the space and the times; a repeated request takes one', async () => {
    await get('/pages');
    const path = '/pages?metadata=false';
    expect(await test.batches(() => get(path))).toHaveLength(2);
    expect(await test.batches(() => get(path))).toHaveLength(1);
  });

  it('takes one batch for each page of the list of files in a cached revision', async () => {
    await get('/files');
    expect(await test.batches(() => get('/files'))).toHaveLength(1);
    const first = (await get('/files?limit=1')).body;
    expect(first).toMatchObject({ count: 2, items: [{ name: 'notes.txt' }], next: { page: expect.any(String) } });
    const second = (await get(`/files?limit=1&page=${first.next.page}`)).body;
    expect([second.items[0].name, second.next]).toEqual(['plan.png', undefined]);
    expect((await get('/files?limit=0')).body).toEqual({ count: 2, items: [] });
    expect((await get('/files?limit=1001')).status).toBe(400);
    expect((await get('/files?page=nonsense')).status).toBe(400);
  });

  it('has a file by its id, whose download URL serves its bytes', async () => {
    const listed = (await get('/files')).body.items[0];
    const { status, body } = await get(`/files/${listed.id}`);
    expect([status, body]).toEqual([200, listed]);
    expect(body).toMatchObject({ name: 'notes.txt', contentType: 'text/plain', size: 10 });
    const address = new URL(body.downloadURL);
    const download = await test.app.inject({ url: address.pathname + address.search });
    expect([download.statusCode, download.body]).toEqual([200, 'some notes']);
  });

  it('returns 404 for an unknown file id and for the id of a page', async () => {
    for (const id of [manual.page('guide'), 'file_unknown']) expect((await get(`/files/${id}`)).status).toBe(404);
  });

  it('is returned by `node` as the head revision with its pages and files', async () => {
    const { body } = await get();
    const query = `query ($id: ID!) { node(id: $id) { ... on Revision { id pages { totalCount } files { totalCount } } } }`;
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: body.id } });
    expect(data.node).toEqual({ id: body.id, pages: { totalCount: 6 }, files: { totalCount: 2 } });
  });

  it('can be paged in GraphQL in reading order, forward and backward', async () => {
    const all = ['Welcome', 'Guide', 'Install', 'Use', 'More', 'Elsewhere'];
    expect(titles((await connected()).pages)).toEqual(all);
    const first = (await connected({ first: 2 })).pages;
    expect([titles(first), first.totalCount, first.pageInfo.hasNextPage]).toEqual([all.slice(0, 2), 6, true]);
    const second = (await connected({ first: 2, after: first.pageInfo.endCursor })).pages;
    expect([titles(second), second.pageInfo.hasPreviousPage]).toEqual([all.slice(2, 4), true]);
    const back = (await connected({ last: 2, before: second.pageInfo.startCursor })).pages;
    expect(titles(back)).toEqual(all.slice(0, 2));
    expect(titles((await connected({ last: 1 })).pages)).toEqual(['Elsewhere']);
  });

  it('has the pages below a page with `parent`, and the top level with an empty `parent`', async () => {
    expect(titles((await connected({ parent: manual.page('guide') })).pages)).toEqual(['Install', 'Use']);
    expect(titles((await connected({ parent: '' })).pages)).toEqual(['Welcome', 'Guide', 'More']);
    expect(titles((await connected({ parent: 'page_unknown' })).pages)).toEqual([]);
  });

  it('refuses a cursor of the pages below another page', async () => {
    const { endCursor } = (await connected({ parent: '', first: 1 })).pages.pageInfo;
    const refused = await connected({ parent: manual.page('guide'), after: endCursor });
    expect(refused.errors[0].extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'after' });
  });

  it('lists files in the order of their paths', async () => {
    expect((await connected()).files.nodes).toEqual([
      { name: 'notes.txt', path: 'notes.txt' },
      { name: 'plan.png', path: 'plan.png' },
    ]);
  });

  it('returns 404 if the viewer is a guest', async () => {
    const guest = await seedMember(test, acme.id, null);
    for (const path of ['', '/pages', '/files', '/path/', `/page/${manual.page('guide')}`])
      expect((await test.rest('GET', `${base}${path}`, guest)).status).toBe(404);
  });
});
