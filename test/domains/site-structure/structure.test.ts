import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { siteScene } from './site-scene.js';

const test = await testApp();

it('a site begins with spaces at the root, the first of which is its default', async () => {
  const site = await siteScene(test, ['One', 'Two']);
  expect((await site.done('GET /structure')).type).toBe('siteSpaces');
  expect(await site.outline()).toEqual(['One*', 'Two']);
  const three = await site.done('POST /site-spaces', { spaceId: await site.space('Three') });
  expect(three).toMatchObject({ object: 'site-space', title: 'Three', path: 'three', default: false });
  expect(three.section).toBeUndefined();
  expect(await site.outline()).toEqual(['One*', 'Two', 'Three']);
});

it('the first section takes what is there into itself; deleting the last one gives it back', async () => {
  const site = await siteScene(test, ['One', 'Two']);
  const first = await site.done('POST /sections', { spaceId: await site.space('Three'), icon: 'book' });
  expect(first).toMatchObject({ object: 'site-section', title: 'Three', path: 'three', default: true, icon: 'book' });
  expect((await site.done('GET /structure')).type).toBe('sections');
  expect(await site.outline()).toEqual([['Three*', 'One*', 'Two', 'Three']]);
  const second = await site.done('POST /sections', { spaceId: await site.space('Four'), title: 'Next' });
  expect(await site.outline()).toEqual([
    ['Three*', 'One*', 'Two', 'Three'],
    ['Next', 'Four*'],
  ]);
  await site.done(`DELETE /sections/${second.id}`);
  await site.done(`DELETE /sections/${first.id}`);
  expect(await site.outline()).toEqual(['One*', 'Two', 'Three']);
});
