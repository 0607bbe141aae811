import { beforeAll, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { insertRows } from '../../../../src/platform/db/write/insert-rows.js';
import { testApp } from '../../../support/app.js';
import { type SiteScene, siteScene } from './site-scene.js';

const test = await testApp();
let site: SiteScene;

/** Seeds a site of 200 sections in 20 groups, with five spaces in each section. */
beforeAll(async () => {
  site = await siteScene(test);
  const { organization: organizationId, site: siteId } = site;
  const source = await test.store.read.first(
    test.store.read.sql
      .selectFrom('Space')
      .selectAll()
      .where('id', '=', await site.space('Space')),
  );
  const { mergeRules, ...space } = source!;
  const times = { createdAt: space.createdAt };
  const own = { organizationId, siteId, ...times };
  const part = (kind: 'SiteSpace' | 'SiteSection' | 'SiteSectionGroup') => {
    const id = newId(kind);
    return { id, position: id.slice(-26), ...own };
  };
  const groups = Array.from({ length: 20 }, () => ({ ...part('SiteSectionGroup'), parentId: null, title: 'Group' }));
  const sections = Array.from({ length: 200 }, (_, index) => ({
    ...part('SiteSection'),
    ...{ groupId: groups[index % 20]!.id, title: 'Section', path: `path-${index}`, isDefault: index === 0 },
  }));
  const spaces = Array.from({ length: 1000 }, () => ({
    ...space,
    mergeRules: JSON.stringify(mergeRules),
    id: newId('Space'),
  }));
  const siteSpaces = spaces.map(({ id }, index) => ({
    ...part('SiteSpace'),
    ...{ sectionId: sections[index % 200]!.id, spaceId: id, path: `path-${index}`, isDefault: index < 200 },
  }));
  await test.store.transaction(async (tx) => {
    await insertRows(tx, { table: 'Space', rows: spaces });
    await insertRows(tx, { table: 'SiteSectionGroup', rows: groups });
    await insertRows(tx, { table: 'SiteSection', rows: sections });
    await insertRows(tx, { table: 'SiteSpace', rows: siteSpaces });
  });
});

it('a structure of 200 sections and 1,000 spaces is read in five batches, plus the organization', async () => {
  let structure: { children: { siteSpaces: { space: { id: string } }[] }[] }[] = [];
  const batches = await test.batches(async () => {
    structure = (await site.requestOk('GET /structure')).structure;
  });
  console.info(`The structure of a site with 1,000 spaces is read in ${batches.length} batches`);
  expect(batches).toHaveLength(6);
  const sections = structure.flatMap(({ children }) => children);
  const spaceIds = sections.flatMap(({ siteSpaces }) => siteSpaces.map(({ space }) => space.id));
  expect([structure.length, sections.length, new Set(spaceIds).size]).toEqual([20, 200, 1000]);
});

it('a move takes as many batches in a large site as in a small site', async () => {
  const small = await siteScene(test, ['One', 'Two']);
  const statements = async (one: SiteScene) => {
    const { items } = await one.requestOk('GET /site-spaces?limit=2');
    const [first, second] = items.map(({ id }: { id: string }) => ({ type: 'site-space', id }));
    return test.batches(() => one.requestOk('PATCH /structure/sort', { item: second, position: { before: first } }));
  };
  expect((await statements(site)).length).toBe((await statements(small)).length);
});
