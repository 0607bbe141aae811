import { describe, expect, it } from 'vitest';
import { readFolder } from '../../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { sharedPath, skippedWithout } from '../../support/shared-data.js';

const test = await testApp();

/**
 * Expected numbers of links. References of a page to one target count as one link. Broken links are:
 * - images that the corpora leave out (13 and 32, see the README next to them)
 * - links that were broken upstream (9 of the large one)
 * - folders without a page
 * - anchors without a heading (1 and 26, all of sections that were renamed or moved)
 */
const expected: [string, { total: number; broken: { total: number } }][] = [
  ['small-laravel-translatable', { total: 119, broken: { total: 0 } }],
  ['medium-elsa', { total: 1031, broken: { total: 16 } }],
  ['large-rocketchat-dev', { total: 2204, broken: { total: 70 } }],
  ['mdbook-rust-by-example', { total: 409, broken: { total: 0 } }],
];

describe.each(expected)('the links of the corpus %s', (name, stats) => {
  const folder = sharedPath(`docs/${name}`);
  const skipped = skippedWithout(folder);
  it.skipIf(skipped !== '')(`are found on import, with their status${skipped}`, async () => {
    const { id: organization, admin } = await seedOrganization(test);
    const actor = { store: test.store, viewer: test.operator };
    const { spaceId } = await importIntoSpace(actor, { organization, title: name, entries: readFolder(folder) });
    const { body } = await test.rest('GET', `/spaces/${spaceId}/links?limit=0`, admin);
    expect(body.stats).toEqual(stats);
    expect(body.count).toBe(stats.total);
  });
});

it('the first 4,000 links of a page with 100,000 links are indexed', async () => {
  const { id: organization, admin } = await seedOrganization(test);
  const text = Array.from({ length: 100_000 }, (_, index) => `[](${index})`).join(' ');
  const space = await seedSpace(test, organization, { 'README.md': text });
  const { body } = await test.rest('GET', `/spaces/${space}/links?limit=1`, admin);
  expect(body.stats).toEqual({ total: 4_000, broken: { total: 4_000 } });
});
