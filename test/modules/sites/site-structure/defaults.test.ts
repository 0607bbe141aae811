import { beforeEach, expect, it } from 'vitest';
import { lockTarget } from '../../../../src/modules/shared/targets.js';
import { runAction } from '../../../../src/modules/shared/unit-of-work.js';
import { type Defaults, setDefaults } from '../../../../src/modules/sites/site-structure/defaults.js';
import { testApp } from '../../../support/app.js';
import { type SiteScene, siteScene } from './site-scene.js';

const test = await testApp();
let site: SiteScene;
const actor = { store: test.store, viewer: test.operator };

/** Sets default site spaces in the same way as an update of the site. */
const set = (defaults: Defaults): Promise<boolean> =>
  runAction(actor, async (unit) =>
    setDefaults(unit, await lockTarget(unit, 'Site', site.site, 'site.update'), defaults),
  );
const siteSpaces = async (): Promise<{ id: string; section?: string }[]> =>
  (await site.requestOk('GET /site-spaces')).items;

beforeEach(async () => {
  site = await siteScene(test, ['One', 'Two']);
});

it('a site without sections has one default space; setting the same default again changes nothing', async () => {
  const defaultSiteSpace = (await siteSpaces())[1]!.id;
  expect([await set({ defaultSiteSpace }), await set({ defaultSiteSpace }), await set({})]).toEqual([
    true,
    false,
    false,
  ]);
  expect(await site.outline()).toEqual(['One', 'Two*']);
  await site.requestOk(`DELETE /site-spaces/${defaultSiteSpace}`);
  expect(await site.outline()).toEqual(['One*']);
});

it('with sections, the default is a space of the default section', async () => {
  await site.requestOk('POST /sections', { spaceId: await site.space('Three') });
  const next = await site.requestOk('POST /sections', { spaceId: await site.space('Four') });
  await site.requestOk('POST /site-spaces', { spaceId: await site.space('Five'), sectionId: next.id });
  const [one, , , , five] = await siteSpaces();
  await expect(set({ defaultSiteSpace: five!.id })).rejects.toThrow(
    `\`defaultSiteSpace\` must be a site space of the default section (got "${five!.id}")`,
  );
  await set({ defaultSiteSection: next.id, defaultSiteSpace: five!.id });
  expect(await site.outline()).toEqual([
    ['Three', 'One*', 'Two', 'Three'],
    ['Four*', 'Four', 'Five*'],
  ]);
  await expect(set({ defaultSiteSpace: one!.id })).rejects.toThrow('must be a site space of the default section');
  await site.requestOk(`DELETE /sections/${next.id}`);
  expect(await site.outline()).toEqual([['Three*', 'One*', 'Two', 'Three']]);
});

it('a default must be a part of the site', async () => {
  await expect(set({ defaultSiteSection: 'x' })).rejects.toThrow(
    '`defaultSiteSection` must be a section of the site (got "x")',
  );
  await expect(set({ defaultSiteSpace: 'x' })).rejects.toThrow(
    '`defaultSiteSpace` must be a site space of the site (got "x")',
  );
});
