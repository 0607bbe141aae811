import { beforeAll, expect, it } from 'vitest';
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

it('a page by its id and by its path is the same answer', async () => {
  const byId = await get(`/page/${manual.page('guide/install')}`);
  const byPath = await get('/path/guide/install');
  expect([byId.status, byPath.status]).toEqual([200, 200]);
  expect(byPath.body).toEqual(byId.body);
  expect(byId.body).toMatchObject({ id: manual.page('guide/install'), title: 'Install', path: 'guide/install' });
});

it('slashes of a path come raw or encoded', async () => {
  expect((await get('/path/guide%2Finstall')).body).toEqual((await get('/path/guide/install')).body);
});

it('the empty path is the first page', async () => {
  const { status, body } = await get('/path/');
  expect([status, body.id]).toEqual([200, manual.page('')]);
});

it('a page comes with all pages below it, nested', async () => {
  const { body } = await get('/path/guide');
  expect(body.pages.map(({ path }: { path: string }) => path)).toEqual(['guide/install', 'guide/use']);
});

it('a group is found by its path and by its id', async () => {
  const byPath = await get('/path/more');
  expect([byPath.status, byPath.body.type]).toEqual([200, 'group']);
  expect((await get(`/page/${byPath.body.id}`)).body).toEqual(byPath.body);
  expect(byPath.body.pages).toMatchObject([{ type: 'link', title: 'Elsewhere' }]);
});

it('a link has an id but no path: by its would-be path it is 404', async () => {
  const link = (await get('/path/more')).body.pages[0];
  expect((await get(`/page/${link.id}`)).body).toMatchObject({ type: 'link', id: link.id });
  expect((await get('/path/more/elsewhere')).status).toBe(404);
});

it.each(['guide/', '/guide', '%2Fguide', 'guide%2F'])('the slashes around the path %j are ignored', async (path) => {
  expect((await get(`/path/${path}`)).body).toEqual((await get('/path/guide')).body);
});

it.each(['Guide', 'guide/install.md', 'nowhere', 'guide%2F..%2Fguide'])('the path %j is 404', async (path) => {
  expect((await get(`/path/${path}`)).status).toBe(404);
});

it.each(['page_unknown', 'x', 'spc_00000000000000000000000000'])('the page id %j is 404', async (id) => {
  expect((await get(`/page/${id}`)).status).toBe(404);
});

it('`format=markdown` answers the text without front matter, as it is stored', async () => {
  const { body } = await get('/path/?format=markdown');
  expect(body.markdown).toBe('\n# Welcome\n\nSee [installing](guide/install.md) and ![a plan](plan.png).\n');
  expect(body).not.toHaveProperty('document');
});

it('`format=document` answers blocks with keys and resolved references, and is the default', async () => {
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

it('another format is 400, naming it', async () => {
  const { status, body } = await get('/path/?format=html');
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('format')]);
});

it.each(['true', 'false', 'deterministic-only'])('`evaluated=%s` is taken', async (evaluated) => {
  expect((await get(`/path/?evaluated=${evaluated}`)).status).toBe(200);
});

it('a page costs no batch beside that of its space, its text one more; the answer of /v1 three in all', async () => {
  await get('/path/guide');
  const query = 'query ($id: ID!) { space(id: $id) { revision { page(path: "guide") { title } } } }';
  const find = () => test.graphql(query, { ...acme.admin, variables: { id: manual.id } });
  expect(await test.batches(find)).toHaveLength(1);
  expect(await test.batches(() => get('/path/guide?format=markdown'))).toHaveLength(3);
});

it('the times of an imported page are those of the import', async () => {
  const { body } = await get('/path/guide');
  expect(body.createdAt).toMatch(/^\d{4}-.*Z$/);
  expect(body.updatedAt).toBe(body.createdAt);
});

it('node finds a page at its head, and its parent leads up', async () => {
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

it('in the graph a path leads to the page and the page to its path', async () => {
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

it('in the graph a page by both id and path, or by neither, is refused', async () => {
  const query =
    'query ($id: ID!, $page: ID, $path: String) { space(id: $id) { revision { page(id: $page, path: $path) { id } } } }';
  for (const name of [{}, { page: manual.page('guide'), path: 'guide' }]) {
    const { errors } = await test.graphql(query, { ...acme.admin, variables: { id: manual.id, ...name } });
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', field: 'page' });
  }
});
