import { expect, it } from 'vitest';
import { anotherInstance, testApp } from '../../../support/app.js';
import { refuseDeadlocks } from '../../../support/deadlocks.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { expectConsistentStructure } from './settled-site.js';
import { siteScene } from './site-scene.js';

const test = await testApp();
refuseDeadlocks(test);
const instances = [test, await anotherInstance(test)];

it('one of two concurrent moves that put two groups into each other is refused', async () => {
  const site = await siteScene(test);
  const add = async (title: string, parent?: string) =>
    (await site.requestOk('POST /section-groups', { title, ...(parent && { parent }) })).id;
  const [one, two] = [await add('One'), await add('Two')];
  const [inOne, inTwo] = [await add('In one', one), await add('In two', two)];
  const path = `/orgs/${site.organization}/sites/${site.site}/structure/sort`;
  const pointer = (id: string) => ({ type: 'site-section-group', id });
  const moves = [
    [one, inTwo],
    [two, inOne],
  ].map(([item, neighbor], index) =>
    instances[index]!.rest('PATCH', path, {
      ...site.admin,
      body: { item: pointer(item!), position: { before: pointer(neighbor!) } },
    }),
  );
  expect((await Promise.all(moves)).map(({ status }) => status).sort()).toEqual([200, 400]);
  await expectConsistentStructure(test.store, site.site);
});

it('a space is added once if two concurrent requests add it', async () => {
  const site = await siteScene(test, ['One']);
  const spaceId = await site.space('Two');
  const at = `/orgs/${site.organization}/sites/${site.site}`;
  const answers = await Promise.all([
    instances[0]!.rest('POST', `${at}/site-spaces`, { ...site.admin, body: { spaceId } }),
    instances[1]!.rest('POST', `${at}/sections`, { ...site.admin, body: { spaceId } }),
  ]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  await expectConsistentStructure(test.store, site.site);
});

it.each(seeds(2))('concurrent random requests (seed %i) leave a consistent site', async (seed) => {
  const site = await siteScene(test, ['One', 'Two']);
  const random = randomFrom(seed);
  const spaces: string[] = [];
  for (const number of [1, 2, 3, 4, 5, 6, 7, 8]) spaces.push(await site.space(`Space ${number}`));
  const pick = <Item>(items: Item[]): Item => items[random(items.length)]!;
  const at = `/orgs/${site.organization}/sites/${site.site}`;
  const wave = async () => {
    const sections: string[] = (await site.requestOk('GET /sections')).items.map(({ id }: { id: string }) => id);
    const siteSpaces: string[] = (await site.requestOk('GET /site-spaces')).items.map(({ id }: { id: string }) => id);
    const sort = (type: string, from: string[]) => ({
      item: { type, id: pick(from) },
      position: { before: { type, id: pick(from) } },
    });
    const requests: [string, string, object?][] = [
      ['POST', '/sections', { spaceId: pick(spaces) }],
      ['POST', '/site-spaces', { spaceId: pick(spaces) }],
      ['POST', '/section-groups', { title: 'Group', sections: sections.slice(0, 1) }],
      ['PATCH', '/structure/sort', sort('site-space', siteSpaces)],
      ['DELETE', `/site-spaces/${pick(siteSpaces)}`],
      ...(sections.length > 0
        ? ([
            ['PATCH', '/structure/sort', sort('site-section', sections)],
            ['DELETE', `/sections/${pick(sections)}`],
          ] as [string, string, object?][])
        : []),
    ];
    const answers = await Promise.all(
      requests.map(([method, path, body], index) =>
        instances[index % 2]!.rest(method, `${at}${path}`, { ...site.admin, body }),
      ),
    );
    expect(answers.filter(({ status }) => status >= 500)).toEqual([]);
  };
  for (const _ of [1, 2, 3, 4]) {
    await wave();
    await expectConsistentStructure(test.store, site.site);
  }
});
