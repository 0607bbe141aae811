import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { siteScene } from './site-scene.js';

const test = await testApp();

it('a new site has spaces at the root, the first of which is its default', async () => {
  const site = await siteScene(test, ['One', 'Two']);
  expect((await site.requestOk('GET /structure')).type).toBe('siteSpaces');
  expect(await site.outline()).toEqual(['One*', 'Two']);
  const three = await site.requestOk('POST /site-spaces', { spaceId: await site.space('Three') });
  expect(three).toMatchObject({ object: 'site-space', title: 'Three', path: 'three', default: false });
  expect(three.section).toBeUndefined();
  expect(await site.outline()).toEqual(['One*', 'Two', 'Three']);
});

it('the first section contains the existing spaces; they are at the root again after the last section is deleted', async () => {
  const site = await siteScene(test, ['One', 'Two']);
  const first = await site.requestOk('POST /sections', { spaceId: await site.space('Three'), icon: 'book' });
  expect(first).toMatchObject({ object: 'site-section', title: 'Three', path: 'three', default: true, icon: 'book' });
  expect((await site.requestOk('GET /structure')).type).toBe('sections');
  expect(await site.outline()).toEqual([['Three*', 'One*', 'Two', 'Three']]);
  const second = await site.requestOk('POST /sections', { spaceId: await site.space('Four'), title: 'Next' });
  expect(await site.outline()).toEqual([
    ['Three*', 'One*', 'Two', 'Three'],
    ['Next', 'Four*'],
  ]);
  await site.requestOk(`DELETE /sections/${second.id}`);
  await site.requestOk(`DELETE /sections/${first.id}`);
  expect(await site.outline()).toEqual(['One*', 'Two', 'Three']);
});

it('a group is listed with its whole content, and each nested group also by itself', async () => {
  const site = await siteScene(test);
  const add = async (title: string) =>
    (await site.requestOk('POST /sections', { spaceId: await site.space(title), title })).id;
  const [one, two, three] = [await add('One'), await add('Two'), await add('Three')];
  const outer = await site.requestOk('POST /section-groups', { title: 'Outer', icon: 'box', sections: [two, one] });
  const inner = await site.requestOk('POST /section-groups', { title: 'Inner', parent: outer.id, sections: [three] });
  const { items, count } = await site.requestOk('GET /section-groups');
  const ids = (list: { id: string }[]) => list.map(({ id }) => id);
  expect([count, ids(items), ids(items[0].sections), ids(items[0].children)]).toEqual([
    2,
    [outer.id, inner.id],
    [two, one],
    [two, one, inner.id],
  ]);
  expect(items[1]).toMatchObject({ object: 'site-section-group', sectionGroup: outer.id, children: [{ id: three }] });
  expect(items[0].children[2]).toEqual(items[1]);
  expect(items[0]).toMatchObject({ icon: 'box' });
  expect(items[0].sectionGroup).toBeUndefined();
  expect(ids((await site.requestOk('GET /sections')).items)).toEqual([two, one, three]);
});

it('a section has the title of its space, or `Untitled` if that is too short', async () => {
  const site = await siteScene(test);
  const title = async (name: string, given: object = {}) =>
    (await site.requestOk('POST /sections', { spaceId: await site.space(name), ...given })).title;
  expect([await title('Manual'), await title('M'), await title('M', { title: null })]).toEqual([
    'Manual',
    'Untitled',
    'Untitled',
  ]);
  expect((await site.requestOk('GET /sections')).items.map(({ path }: { path: string }) => path)).toEqual([
    'manual',
    'untitled',
    'untitled-1',
  ]);
});

it('an update of a section changes only the given fields; null clears optional fields', async () => {
  const site = await siteScene(test, ['One', 'Two']);
  const { id, siteSpaces } = await site.requestOk('POST /sections', { spaceId: await site.space('Three') });
  const condition = 'visitor.claims.plan == "pro"';
  const given = { title: 'Changed', path: 'été_2.0', description: 'All of it.', icon: 'book', condition };
  const second = siteSpaces[1].id;
  const changed = await site.requestOk(`PATCH /sections/${id}`, { ...given, defaultSiteSpace: second });
  expect(changed).toMatchObject(given);
  expect(changed.siteSpaces.map((one: { default: boolean }) => one.default)).toEqual([false, true, false]);
  const cleared = await site.requestOk(`PATCH /sections/${id}`, { condition: null, icon: null, description: null });
  expect([cleared.condition, cleared.icon, cleared.description, cleared.title]).toEqual([
    undefined,
    undefined,
    undefined,
    'Changed',
  ]);
});

it.each(['a/b', '.a', 'a.', '..', 'a b', 'a%', 'é́?', '\u202ea'])('the path %j returns 400', async (path) => {
  const site = await siteScene(test, ['One']);
  const { items } = await site.requestOk('GET /site-spaces');
  const { status, body } = await site.ask(`PATCH /site-spaces/${items[0].id}`, { path });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining('`path` must consist of letters')]);
});

it('a path that is taken returns 400, also in another normal form; a path in another section is free', async () => {
  const site = await siteScene(test, ['One', 'Été']);
  const [one, summer] = (await site.requestOk('GET /site-spaces')).items;
  expect(summer.path).toBe('été');
  const duplicate = await site.ask(`PATCH /site-spaces/${one.id}`, { path: 'e\u0301te\u0301' });
  expect([duplicate.status, duplicate.body.error.message]).toEqual([
    400,
    '`path` must differ from the paths of its siblings (got "e\u0301te\u0301")',
  ]);
  await site.requestOk('POST /sections', { spaceId: await site.space('Three') });
  const next = await site.requestOk('POST /sections', { spaceId: await site.space('Four'), title: 'Next' });
  expect((await site.requestOk(`PATCH /site-spaces/${next.siteSpaces[0].id}`, { path: 'one' })).path).toBe('one');
  const section = await site.ask(`PATCH /sections/${next.id}`, { path: 'three' });
  expect([section.status, section.body.error.message]).toEqual([
    400,
    '`path` must differ from the paths of its siblings (got "three")',
  ]);
});

it.each(['site-spaces', 'sections'])('a condition of %s is checked; an empty condition removes it', async (parts) => {
  const site = await siteScene(test, ['One']);
  await site.requestOk('POST /sections', { spaceId: await site.space('Two') });
  const { id } = (await site.requestOk(`GET /${parts}`)).items[0];
  const set = (condition: string) => site.ask(`PATCH /${parts}/${id}`, { condition });
  expect((await set('visitor.claims.isBeta')).body.condition).toBe('visitor.claims.isBeta');
  const { status, body } = await set('visitor.claims.');
  expect([status, body.error.message]).toEqual([
    400,
    expect.stringMatching(/^`condition` must be an expression on the visitor: .* at character 16$/),
  ]);
  expect((await set('space.title == "One"')).status).toBe(400);
  expect((await set('x'.repeat(1025))).status).toBe(400);
  expect((await set(' ')).body.condition).toBeUndefined();
});

it('every operation that adds a space returns 409 if the space is already on the site', async () => {
  const site = await siteScene(test, ['One', 'Two']);
  const [one, two] = (await site.requestOk('GET /site-spaces')).items;
  const spaceId = two.space.id;
  const answers = [
    await site.ask('POST /site-spaces', { spaceId }),
    await site.ask('POST /sections', { spaceId }),
    await site.ask(`PATCH /site-spaces/${one.id}`, { spaceId }),
  ];
  for (const { status, body } of answers)
    expect([status, body.error.message]).toEqual([409, `The space ${spaceId} is already on the site ${site.site}`]);
  expect((await site.ask(`PATCH /site-spaces/${two.id}`, { spaceId })).status).toBe(200);
});

it('a site space can be set to show another space, and keeps its path', async () => {
  const site = await siteScene(test, ['One']);
  const [{ id }] = (await site.requestOk('GET /site-spaces')).items;
  const other = await site.space('Other');
  const changed = await site.requestOk(`PATCH /site-spaces/${id}`, { spaceId: other });
  expect(changed).toMatchObject({ id, path: 'one', title: 'Other', space: { object: 'space', id: other } });
});

it('an update without changes records no event', async () => {
  const site = await siteScene(test, ['One']);
  const section = await site.requestOk('POST /sections', { spaceId: await site.space('Two') });
  const [first] = section.siteSpaces;
  const group = await site.requestOk('POST /section-groups', { title: 'Group', sections: [section.id] });
  const { read } = test.store;
  const ofSite = read.sql.selectFrom('Event').select('sequence').where('organizationId', '=', site.organization);
  const events = ofSite.orderBy('sequence');
  const before = await read.all(events);
  await site.requestOk(`PATCH /sections/${section.id}`, { title: section.title, path: section.path, condition: null });
  await site.requestOk(`PATCH /sections/${section.id}`, { defaultSiteSpace: first.id });
  await site.requestOk(`PATCH /site-spaces/${first.id}`, { path: first.path, spaceId: first.space.id });
  await site.requestOk(`PATCH /section-groups/${group.id}`, { title: 'Group' });
  await site.requestOk(`POST /section-groups/${group.id}/sections`, { sectionId: section.id });
  expect(await read.all(events)).toEqual(before);
});

it.each([
  ['POST /site-spaces', { spaceId: 'spc_unknown' }, '`spaceId` must be a space of the organization'],
  ['POST /sections', { spaceId: 'spc_unknown' }, '`spaceId` must be a space of the organization'],
  ['POST /section-groups', { title: 'G', parent: 'x' }, '`parent` must be a section group of the site (got "x")'],
  ['POST /section-groups', { title: 'G', sections: ['x'] }, '`sections[0]` must be a section of the site (got "x")'],
  ['POST /section-groups', { title: '' }, '`title`'],
])('%s with %j returns 400', async (request, body, message) => {
  const site = await siteScene(test, ['One']);
  const answer = await site.ask(request, body);
  expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
});

it('a site and its parts are found only below their own organization and site', async () => {
  const [site, other] = [await siteScene(test, ['One']), await siteScene(test, ['Two'])];
  const [{ id }] = (await other.requestOk('GET /site-spaces')).items;
  expect((await site.ask(`PATCH /site-spaces/${id}`, { path: 'x' })).status).toBe(404);
  expect((await site.ask(`DELETE /site-spaces/${id}`)).status).toBe(204);
  const path = `/orgs/${other.organization}/sites/${site.site}/site-spaces`;
  expect((await test.rest('POST', path, { ...site.admin, body: { spaceId: 'x' } })).status).toBe(404);
  expect(await other.outline()).toEqual(['Two*']);
});
