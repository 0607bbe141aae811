import { beforeEach, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type SiteScene, siteScene } from './site-scene.js';

const test = await testApp();
let site: SiteScene;
let [a, b, c]: string[] = [];
let [group, inner]: string[] = [];

type Kind = 'site-space' | 'site-section' | 'site-section-group';
const at = (type: Kind, id: string | undefined) => ({ type, id });
const section = (id: string | undefined) => at('site-section', id);
const inGroup = (id: string | undefined) => at('site-section-group', id);
const sort = (item: object, position: object) => site.ask('PATCH /structure/sort', { item, position });
const events = async (): Promise<number> => {
  const { read } = test.store;
  const query = read.sql.selectFrom('Organization').select('eventSequence').where('id', '=', site.organization);
  return (await read.first(query))!.eventSequence;
};
const spacesOf = async (id: string | undefined): Promise<string[]> =>
  (await site.requestOk('GET /sections')).items
    .find((one: { id: string }) => one.id === id)
    .siteSpaces.map((one: { id: string }) => one.id);

beforeEach(async () => {
  site = await siteScene(test);
  const add = async (title: string) =>
    (await site.requestOk('POST /sections', { spaceId: await site.space(title), title })).id;
  [a, b, c] = [await add('Aa'), await add('Bb'), await add('Cc')];
  group = (await site.requestOk('POST /section-groups', { title: 'G', sections: [c] })).id;
  inner = (await site.requestOk('POST /section-groups', { title: 'H', parent: group })).id;
});

const start = [['Aa*', 'Aa*'], ['Bb', 'Bb*'], { G: [['Cc', 'Cc*'], { H: [] }] }];

it('sections and groups can be siblings, also in groups', async () => {
  expect(await site.outline()).toEqual(start);
  const { status, body } = await sort(inGroup(inner), { before: section(a) });
  expect([status, body.id, body.object, body.sectionGroup]).toEqual([200, inner, 'site-section-group', undefined]);
  await sort(section(b), { after: section(c) });
  await sort(section(a), { after: inGroup(group) });
  expect(await site.outline()).toEqual([
    { H: [] },
    {
      G: [
        ['Cc', 'Cc*'],
        ['Bb', 'Bb*'],
      ],
    },
    ['Aa*', 'Aa*'],
  ]);
});

it('a part can be moved between two adjacent siblings; siblings that are not adjacent return 400', async () => {
  expect((await sort(section(c), { after: section(a), before: section(b) })).status).toBe(200);
  expect(await site.outline()).toEqual([['Aa*', 'Aa*'], ['Cc', 'Cc*'], ['Bb', 'Bb*'], { G: [{ H: [] }] }]);
  for (const [after, before] of [
    [b, a],
    [a, b],
    [a, a],
  ]) {
    const { status, body } = await sort(inGroup(group), { after: section(after), before: section(before) });
    expect([status, body.error.message]).toEqual([
      400,
      `\`position.before\` must directly follow \`position.after\` (got ["${after}","${before}"])`,
    ]);
  }
});

it('a part that is moved without a neighbor is then at the end of its list', async () => {
  await sort(section(a), {});
  await site.requestOk(`POST /sections/${c}/move`, {});
  expect(await site.outline()).toEqual([['Bb', 'Bb*'], { G: [{ H: [] }, ['Cc', 'Cc*']] }, ['Aa*', 'Aa*']]);
});

it('a move to the present position returns 200 and records no event', async () => {
  const before = await events();
  for (const position of [{ before: section(b) }, {}, { after: section(a), before: inGroup(group) }]) {
    const item = 'before' in position && 'after' in position ? section(b) : section(a);
    if (Object.keys(position).length > 0) expect((await sort(item, position)).status).toBe(200);
  }
  expect((await sort(inGroup(group), {})).status).toBe(200);
  expect(await events()).toBe(before);
});

it('a group cannot be in itself, and groups cannot be nested more than 5 deep', async () => {
  const { status, body } = await sort(inGroup(group), { after: section(c) });
  expect([status, body.error.message]).toEqual([
    400,
    `\`position\` must not be in the group that moves (got a place in ${group})`,
  ]);
  let parent = inner;
  for (const title of ['3', '4', '5']) parent = (await site.requestOk('POST /section-groups', { title, parent })).id;
  const deeper = await site.ask('POST /section-groups', { title: '6', parent });
  expect([deeper.status, deeper.body.error.message]).toEqual([
    400,
    '`parent` must leave groups nested at most 5 deep (got 6)',
  ]);
  const pair = await site.requestOk('POST /section-groups', { title: 'P' });
  await site.requestOk('POST /section-groups', { title: 'Q', parent: pair.id });
  expect((await sort(inGroup(pair.id), { before: inGroup(parent) })).body.error.message).toBe(
    '`position` must leave groups nested at most 5 deep (got 6)',
  );
});

it.each([
  ['an unknown section', () => section('sitesc_00000000000000000000000000')],
  ['itself', () => section(a)],
  ['a group with the type of a section', () => section(group)],
] as const)('a move returns 400 if the neighbor is %s', async (_, neighbour) => {
  const { status, body } = await sort(section(a), { before: neighbour() });
  expect([status, body.error.message]).toEqual([
    400,
    `\`position.before\` must be another section or group of the site (got "${neighbour().id}")`,
  ]);
});

it('a space can be moved only next to spaces; a move of an unknown part returns 404', async () => {
  const [space] = await spacesOf(a);
  const { status, body } = await sort(at('site-space', space), { before: section(b) });
  expect([status, body.error.message]).toEqual([
    400,
    `\`position.before\` must be another space of the site (got "${b}")`,
  ]);
  expect((await sort(section(space), {})).status).toBe(404);
  expect((await site.ask('POST /sections/sitesc_00000000000000000000000000/move', {})).status).toBe(404);
});

it('a space in another section gets a free path, and the first space left in its section is the default', async () => {
  const [first, other] = [(await spacesOf(a))[0], (await spacesOf(b))[0]];
  await site.requestOk(`PATCH /site-spaces/${other}`, { path: 'aa' });
  const position = { after: { type: 'site-space', siteSpace: other } };
  const moved = await site.requestOk(`POST /site-spaces/${first}/move`, { position });
  expect(moved).toMatchObject({ path: 'aa-1', section: b, default: false });
  expect(await site.outline()).toEqual([['Aa*'], ['Bb', 'Bb*', 'Aa'], start[2]]);
});

it('a deprecated move refuses a group next to a section, and accepts a section next to a group', async () => {
  const position = { before: { type: 'site-section-group', siteSection: group } };
  expect((await site.ask(`POST /sections/${a}/move`, { position })).status).toBe(400);
  const moved = await site.ask(`POST /section-groups/${group}/move`, { position: { before: section(a) } });
  expect([moved.status, moved.body.children]).toEqual([
    200,
    [expect.objectContaining({ id: c }), expect.objectContaining({ id: inner, children: [] })],
  ]);
});

it('the content of a deleted group takes its position; a removed section is after its former group', async () => {
  const added = await site.ask(`POST /section-groups/${group}/sections`, { sectionId: a });
  expect([added.status, added.body.sections.map(({ id }: { id: string }) => id)]).toEqual([201, [c, a]]);
  await site.requestOk(`DELETE /section-groups/${group}/sections/${c}`);
  expect((await site.ask(`DELETE /section-groups/${group}/sections/${c}`)).status).toBe(204);
  expect(await site.outline()).toEqual([['Bb', 'Bb*'], { G: [{ H: [] }, ['Aa*', 'Aa*']] }, ['Cc', 'Cc*']]);
  await site.requestOk(`DELETE /section-groups/${group}`);
  expect((await site.ask(`DELETE /section-groups/${group}`)).status).toBe(204);
  expect(await site.outline()).toEqual([['Bb', 'Bb*'], { H: [] }, ['Aa*', 'Aa*'], ['Cc', 'Cc*']]);
});
