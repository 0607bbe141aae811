import { expect, it } from 'vitest';
import { readFolder } from '../../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { sharedPath, skippedWithout } from '../../support/shared-data.js';
import { visitorOf } from '../sites/published-pages/browsing.js';
import { seedSite } from '../sites/published-sites/site-kit.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);

/** Inputs of the shared folder without broken links, with the expected HTML of their published pages. */
const inputs: [string, RegExp][] = [
  ['05-include-of-gitbook-includes', /Said in many places\..*<h2 id="limits">/s],
  ['20-heading-id-in-braces', /<h2 id="old"/],
  ['22-emoji-heading-anchor', /<h2 id="stop-watch".*<a href="#stop-watch">/s],
  ['24-annotation-as-gitbook-writes-it', /<span class="annotation">two words<\/span>/],
  ['45-inline-image-with-a-width', /Press <img [^>]*width="20".*<td[^>]*><img [^>]*width="20"/s],
];

for (const [name, html] of inputs) {
  const folder = sharedPath(`inputs/${name}/in`);
  const skipped = skippedWithout(folder);
  it.skipIf(skipped !== '')(
    `${name}: has no broken links, and readers see the intended content${skipped}`,
    async () => {
      const { spaceId: space, notices } = await importIntoSpace(
        { store: test.store, viewer: test.operator },
        { organization, title: name, entries: readFolder(folder) },
      );
      expect(notices).toEqual([]);
      expect((await test.rest('GET', `/spaces/${space}/links?status=broken`, admin)).body.items).toEqual([]);
      const site = await seedSite(test, { organization, spaces: [{ space, path: 'docs' }] });
      const { text } = await visitorOf(test).follow(`/published/${organization}/${site.id}/docs`);
      expect(text).toMatch(html);
    },
  );
}
