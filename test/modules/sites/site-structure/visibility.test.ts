import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedGrant, seedMember } from '../../../support/seed.js';
import { type SiteScene, siteScene } from './site-scene.js';

const test = await testApp();
let site: SiteScene;
let ids: string[] = [];
let spaces: string[] = [];
let editor: Person;

const set = (space: string, body: object) => test.rest('PATCH', `/spaces/${space}`, { ...site.admin, body });
const as = (person: Person, request: string, body?: object) => site.ask(request, body, person);

/** Creates a site of three spaces. Its editor does not see the first one, which is the default. */
beforeEach(async () => {
  site = await siteScene(test, ['Secret', 'Open', 'Other']);
  const { items } = await site.requestOk('GET /site-spaces');
  ids = items.map(({ id }: { id: string }) => id);
  spaces = items.map(({ space }: { space: { id: string } }) => space.id);
  editor = await seedMember(test, site.organization, 'create');
  await set(spaces[0]!, { defaultLevel: null });
});

it('a hidden space is absent from lists, structure and counts, and the first visible space is the default', async () => {
  const listed = async (query: string) =>
    (await as(editor, `GET /site-spaces${query}`)).body.items.map(({ title }: { title: string }) => title);
  expect(await site.outline(editor)).toEqual(['Open*', 'Other']);
  expect([await listed(''), await listed('?default=true'), await listed('?default=false')]).toEqual([
    ['Open', 'Other'],
    ['Open'],
    ['Other'],
  ]);
  expect((await as(editor, 'GET /site-spaces?limit=1')).body.count).toBe(2);
  expect((await as(editor, 'GET ')).body.siteSpaces).toBe(2);
  expect(await site.outline()).toEqual(['Secret*', 'Open', 'Other']);
});

it('an update of a hidden space returns 404, and a hidden space cannot be a neighbor in a move', async () => {
  const query = 'query ($id: ID!) { node(id: $id) { id } }';
  const { data } = await test.graphql(query, { ...editor, variables: { id: ids[0] } });
  expect(data.node).toBeNull();
  const pointer = (index: number) => ({ type: 'site-space', id: ids[index] });
  const sort = async (item: number, before: number) =>
    as(editor, 'PATCH /structure/sort', { item: pointer(item), position: { before: pointer(before) } });
  expect((await as(editor, `PATCH /site-spaces/${ids[0]}`, { path: 'x' })).status).toBe(404);
  expect((await as(editor, `DELETE /site-spaces/${ids[0]}`)).status).toBe(204);
  expect([(await sort(0, 1)).status, (await sort(1, 0)).status]).toEqual([404, 400]);
  const between = { after: pointer(1), before: pointer(2) };
  await as(editor, 'PATCH /structure/sort', { item: pointer(2), position: { before: pointer(1) } });
  await site.requestOk('PATCH /structure/sort', { item: pointer(0), position: { before: pointer(1) } });
  expect(await site.outline()).toEqual(['Other', 'Secret*', 'Open']);
  const item = {
    type: 'site-space',
    id: (await site.requestOk('POST /site-spaces', { spaceId: await site.space('New') })).id,
  };
  const position = { after: between.before, before: between.after };
  expect((await as(editor, 'PATCH /structure/sort', { item, position })).status).toBe(200);
  expect(await site.outline(editor)).toEqual(['Other*', 'New', 'Open']);
});

it('a deleted space is also hidden from admins, and has its old position after it is restored', async () => {
  await test.rest('DELETE', `/spaces/${spaces[0]}`, site.admin);
  expect(await site.outline()).toEqual(['Open*', 'Other']);
  expect((await site.requestOk('GET ')).siteSpaces).toBe(2);
  expect((await site.ask(`PATCH /site-spaces/${ids[0]}`, { path: 'x' })).status).toBe(404);
  const found = `/orgs/${site.organization}/sites?space=${spaces[0]}`;
  expect((await test.rest('GET', found, site.admin)).body.count).toBe(0);
  await test.rest('POST', `/spaces/${spaces[0]}/restore`, site.admin);
  expect(await site.outline()).toEqual(['Secret*', 'Open', 'Other']);
});

it('a section without visible spaces is shown empty', async () => {
  const spaceId = await site.space('Hidden');
  await site.requestOk('POST /sections', { spaceId: await site.space('First') });
  const section = await site.requestOk('POST /sections', { spaceId, title: 'Closed' });
  await set(spaceId, { defaultLevel: null });
  const sectionForEditor = (await as(editor, 'GET /sections')).body.items.find(
    (one: { id: string }) => one.id === section.id,
  );
  expect(sectionForEditor).toMatchObject({ title: 'Closed', siteSpaces: [] });
});

it('a user who may only read a space cannot add it to a site: 403; without access to the space: 400', async () => {
  const [spaceId, hidden] = [await site.space('Read'), await site.space('Hidden')];
  await set(spaceId, { defaultLevel: 'review' });
  await set(hidden, { defaultLevel: null });
  const path = `/orgs/${site.organization}/sites`;
  const ways = (space: string) => [
    () => as(editor, 'POST /site-spaces', { spaceId: space }),
    () => as(editor, 'POST /sections', { spaceId: space }),
    () => as(editor, `PATCH /site-spaces/${ids[1]}`, { spaceId: space }),
    () => test.rest('POST', path, { ...editor, body: { spaces: [space] } }),
  ];
  for (const way of ways(spaceId)) {
    const { status, body } = await way();
    expect([status, body.error.message]).toEqual([403, 'space.publish needs the role create; yours is review']);
  }
  for (const way of ways(hidden)) expect((await way()).status).toBe(400);
  await seedGrant(test, site.organization, { to: editor.id, on: spaceId, role: 'create' });
  for (const way of ways(spaceId).slice(2)) expect((await way()).status).toBeLessThan(300);
});

it.each(['read', 'review'] as const)('the role %s can read the structure but not change it: 403', async (role) => {
  const reader = await seedMember(test, site.organization, role);
  expect(await site.outline(reader)).toEqual(['Open*', 'Other']);
  const { status, body } = await as(reader, `PATCH /site-spaces/${ids[1]}`, { path: 'x' });
  expect([status, body.error.message]).toEqual([403, `site.update needs the role create; yours is ${role}`]);
});

it('a space lists the sites that show it', async () => {
  const query = 'query ($id: ID!) { space(id: $id) { sites { totalCount nodes { id } } } }';
  const { data } = await test.graphql(query, { ...editor, variables: { id: spaces[1] } });
  expect(data.space.sites).toEqual({ totalCount: 1, nodes: [{ id: site.site }] });
});
