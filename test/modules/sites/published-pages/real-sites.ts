import { join } from 'node:path';
import { readFolder } from '../../../../src/cli/folders/read-folder.js';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { packagePath } from '../../../../src/platform/base/package-path.js';
import { corpora } from '../../../engine/corpora.js';
import { markdown } from '../../../render/html/layout/all-blocks.js';
import type { TestApp } from '../../../support/app.js';
import { type Person, seedSpace } from '../../../support/seed.js';
import { type SiteSeed, seedSite } from '../published-sites/site-kit.js';
import { visitorOf } from './browsing.js';

type Organization = { id: string; admin: Person };

/** A published site: its address, and the addresses of its pages in reading order. */
export interface PublishedSiteAddresses {
  id: string;
  home: string;
  pages: string[];
  signingKey: string;
}

/** Publishes a site with the given spaces. */
export async function publish(
  test: TestApp,
  acme: Organization,
  site: Omit<SiteSeed, 'organization'>,
): Promise<PublishedSiteAddresses> {
  const { id, siteSpaces, signingKey } = await seedSite(test, { organization: acme.id, ...site });
  const home = `/published/${acme.id}/${id}`;
  const maps = await Promise.all(siteSpaces.map((one) => visitorOf(test).get(`${home}/~sitemap/${one}.xml`)));
  const pages = maps.flatMap(({ text }) =>
    [...text.matchAll(/<loc>[^<]*?(\/published\/[^<]*)<\/loc>/g)].map(([, path]) => path!),
  );
  return { id, home, pages, signingKey };
}

/** Publishes the manual of docgraph. */
export async function manualSite(test: TestApp, acme: Organization): Promise<PublishedSiteAddresses> {
  return publish(test, acme, { spaces: [{ space: await spaceFrom(test, acme, packagePath('docs')), path: 'manual' }] });
}

/** Publishes a corpus. */
export async function corpusSite(test: TestApp, acme: Organization, name: string): Promise<PublishedSiteAddresses> {
  return publish(test, acme, { spaces: [{ space: await spaceFrom(test, acme, join(corpora!, name)), path: 'docs' }] });
}

/** Publishes three spaces in two sections. The first space has a page with every kind of block, and nested pages. */
export async function blocksSite(
  test: TestApp,
  acme: Organization,
  more: Partial<SiteSeed> = {},
): Promise<PublishedSiteAddresses> {
  const blocks = await seedSpace(test, acme.id, {
    'README.md': `---\ndescription: What a text can have\n---\n\n# All blocks\n\n${markdown.replace(/\/(?:pictures|files)\/map\.svg/g, 'map.svg')}`,
    'guide/README.md': '# Guide\n\nAll of it.\n',
    'guide/linux.md': '# On Linux\n\n## Install\n\nType this.\n',
    'map.svg': map,
    'SUMMARY.md': '* [All blocks](README.md)\n* [Guide](guide/README.md)\n  * [On Linux](guide/linux.md)\n',
  });
  const other = await seedSpace(test, acme.id, { 'README.md': '# Other\n\nAnother space.\n' });
  const third = await seedSpace(test, acme.id, { 'README.md': '# Third\n\nIn another section.\n' });
  return publish(test, acme, {
    sections: [{ name: 'Docs' }, { name: 'More' }],
    spaces: [
      { space: blocks, path: 'blocks', section: 'Docs' },
      { space: other, path: 'other', section: 'Docs' },
      { space: third, path: 'third', section: 'More' },
    ],
    ...more,
  });
}

async function spaceFrom(test: TestApp, { id }: Organization, folder: string): Promise<string> {
  const actor = { store: test.store, viewer: test.operator };
  const { spaceId } = await importIntoSpace(actor, { organization: id, title: 'Manual', entries: readFolder(folder) });
  return spaceId;
}

const map =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 220" width="640" height="220"><rect width="640" height="220" fill="#eef2fb"/>' +
  '<g fill="#fff" stroke="#346ddb" stroke-width="2"><rect x="30" y="70" width="140" height="80" rx="8"/><rect x="470" y="70" width="140" height="80" rx="8"/></g></svg>';
