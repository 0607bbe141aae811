import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedOrganization } from '../../support/seed.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';
import { formatUsages, seedLinkSpace } from './link-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const found = ['31-first-steps', '3-1-first-steps', '3.1-first-steps', 'id-3.1-first-steps', 'here', 'Here', 'top'];
const brokenAnchors = ['32-first-steps', 'first-steps', 'id-here'];
const links = (page: string) => [...found, ...brokenAnchors].map((anchor) => `[x](${page}#${anchor})`).join(' ');
const headings = '## 3.1 First steps\n\nText.\n\n<a id="here"></a>\n';

it('a link leads to the heading or id with the letters and digits of its anchor, or to the top; other links are broken', async () => {
  const guide = await seedLinkSpace(
    test,
    { 'README.md': '# Start\n', 'guide.md': headings, 'links.md': links('guide.md') },
    acme,
  );
  expect(await guide.links('?status=ok')).toEqual(found.map((anchor) => `ok page guide#${anchor} from links`));
  expect(await guide.links('?status=broken')).toEqual(
    brokenAnchors.map((anchor) => `broken page guide#${anchor} from links`),
  );
});

it('the same applies to links from another space and links of a change request', async () => {
  const guide = await seedLinkSpace(test, { 'README.md': '# Start\n', 'guide.md': headings }, acme);
  const page = `docgraph:space/${guide.space}/page/${await guide.page('guide')}`;
  const other = await seedLinkSpace(test, { 'README.md': links(page) }, acme);
  expect(await other.stats()).toEqual({ total: 10, broken: { total: brokenAnchors.length } });
  const proposal = await openChangeRequest(test, guide.space, acme.admin.token);
  const same = `${headings}\n${links('')}\n`;
  await proposal.change(
    { operation: 'insert_page', title: 'New', document: { markdown: same } },
    { operation: 'insert_page', title: 'Newer', document: { markdown: links('guide.md') } },
  );
  const { body } = await test.rest('GET', `${proposal.path}/links?status=broken`, acme.admin);
  expect(formatUsages(body.items).sort()).toEqual(
    [
      ...brokenAnchors.map((anchor) => `broken page guide#${anchor} from newer`),
      ...brokenAnchors.map((anchor) => `broken page new#${anchor} from new#31-first-steps`),
    ].sort(),
  );
});
