import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Manual, seedManual } from '../../manual-space.js';

const test = await testApp();
const acme = await seedOrganization(test);
let manual: Manual;
let base: string;

beforeAll(async () => {
  manual = await seedManual(test, acme);
  base = `/spaces/${manual.id}/content`;
});

const get = (path: string) => test.rest('GET', `${base}${path}`, acme.admin);

describe('reading a page', () => {
  it('returns the same page by id and by path', async () => {
    const byId = await get(`/page/${manual.page('guide/install')}`);
    const byPath = await get('/path/guide/install');
    expect([byId.status, byPath.status]).toEqual([200, 200]);
    expect(byPath.body).toEqual(byId.body);
    expect(byId.body).toMatchObject({ id: manual.page('guide/install'), title: 'Install', path: 'guide/install' });
  });

  it('accepts raw and encoded slashes in a path', async () => {
    expect((await get('/path/guide%2Finstall')).body).toEqual((await get('/path/guide/install')).body);
  });

  it('returns the first page for the empty path', async () => {
    const { status, body } = await get('/path/');
    expect([status, body.id]).toEqual([200, manual.page('')]);
  });

  it('returns a page with all pages below it, nested', async () => {
    const { body } = await get('/path/guide');
    expect(body.pages.map(({ path }: { path: string }) => path)).toEqual(['guide/install', 'guide/use']);
  });

  it('finds a group by its path and by its id', async () => {
    const byPath = await get('/path/more');
    expect([byPath.status, byPath.body.type]).toEqual([200, 'group']);
    expect((await get(`/page/${byPath.body.id}`)).body).toEqual(byPath.body);
    expect(byPath.body.pages).toMatchObject([{ type: 'link', title: 'Elsewhere' }]);
  });

  it('finds a link by its id, but returns 404 for the path that it would have', async () => {
    const link = (await get('/path/more')).body.pages[0];
    expect((await get(`/page/${link.id}`)).body).toMatchObject({ type: 'link', id: link.id });
    expect((await get('/path/more/elsewhere')).status).toBe(404);
  });

  it.each(['guide/', '/guide', '%2Fguide', 'guide%2F'])('ignores the slashes around the path %j', async (path) => {
    expect((await get(`/path/${path}`)).body).toEqual((await get('/path/guide')).body);
  });

  it.each(['Guide', 'guide/install.md', 'nowhere', 'guide%2F..%2Fguide'])(
    'returns 404 for the path %j',
    async (path) => {
      expect((await get(`/path/${path}`)).status).toBe(404);
    },
  );

  it.each(['page_unknown', 'x', 'spc_00000000000000000000000000'])('returns 404 for the page id %j', async (id) => {
    expect((await get(`/page/${id}`)).status).toBe(404);
  });

  it('`format=markdown` returns the stored text without front matter', async () => {
    const { body } = await get('/path/?format=markdown');
    expect(body.markdown).toBe('\n# Welcome\n\nSee [installing](guide/install.md) and ![a plan](plan.png).\n');
    expect(body).not.toHaveProperty('document');
  });

  it('`format=document`, the default, returns blocks with keys and resolved references', async () => {
    const { body } = await get('/path/?format=document');
    expect(await get('/path/')).toMatchObject({ body });
    expect(body).not.toHaveProperty('markdown');
    const [heading, paragraph] = body.document.nodes;
    expect(heading).toMatchObject({ type: 'heading-1', key: expect.any(String) });
    const references = paragraph.nodes.flatMap((node: { data?: { ref?: object } }) => node.data?.ref ?? []);
    expect(references).toEqual([
      { kind: 'page', page: manual.page('guide/install') },
      { kind: 'file', file: expect.stringMatching(/^file_/) },
    ]);
  });

  it('returns 400 for another format, naming the parameter', async () => {
    const { status, body } = await get('/path/?format=html');
    expect([status, body.error.message]).toEqual([400, expect.stringContaining('format')]);
  });

  it.each(['true', 'false', 'deterministic-only'])('accepts `evaluated=%s`', async (evaluated) => {
    expect((await get(`/path/?evaluated=${evaluated}`)).status).toBe(200);
  });

  it('takes one batch in GraphQL, and three for the Markdown on /v1', async () => {
    await get('/path/guide');
    const query = 'query ($id: ID!) { space(id: $id) { revision { page(path: "guide") { title } } } }';
    const find = () => test.graphql(query, { ...acme.admin, variables: { id: manual.id } });
    expect(await test.batches(find)).toHaveLength(1);
    expect(await test.batches(() => get('/path/guide?format=markdown'))).toHaveLength(3);
  });

  it('returns the time of the import as both times of an imported page', async () => {
    const { body } = await get('/path/guide');
    expect(body.createdAt).toMatch(/^\d{4}-.*Z$/);
    expect(body.updatedAt).toBe(body.createdAt);
  });

  it('returns the page at the head by its id through `node`, with its parent', async () => {
    const query = `query ($id: ID!) {
    node(id: $id) { id ... on DocumentPage { path parentId parent { id parent { id } } } }
  }`;
    const { data } = await test.graphql(query, { ...acme.admin, variables: { id: manual.page('guide/use') } });
    expect(data.node).toEqual({
      id: manual.page('guide/use'),
      path: 'guide/use',
      parentId: manual.page('guide'),
      parent: { id: manual.page('guide'), parent: null },
    });
  });

  it('returns the same page by its path and by its id in GraphQL', async () => {
    const query = `query ($space: ID!, $path: String, $id: ID) {
    space(id: $space) { revision { page(path: $path, id: $id) { id title ... on DocumentPage { path } } } }
  }`;
    const find = async (name: object) => {
      const { data } = await test.graphql(query, { ...acme.admin, variables: { space: manual.id, ...name } });
      return data.space.revision.page;
    };
    for (const path of ['guide', 'guide/install', 'guide/use']) {
      const found = await find({ path });
      expect(found).toMatchObject({ id: manual.page(path), path });
      expect(await find({ id: found.id })).toEqual(found);
    }
    expect(await find({ path: 'nowhere' })).toBeNull();
  });

  it('refuses a GraphQL query with both an id and a path, or with neither', async () => {
    const query =
      'query ($id: ID!, $page: ID, $path: String) { space(id: $id) { revision { page(id: $page, path: $path) { id } } } }';
    for (const name of [{}, { page: manual.page('guide'), path: 'guide' }]) {
      const { errors } = await test.graphql(query, { ...acme.admin, variables: { id: manual.id, ...name } });
      expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'page' });
    }
  });
});
