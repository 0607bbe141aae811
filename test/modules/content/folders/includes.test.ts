import { expect, it } from 'vitest';
import { exportSpace } from '../../../../src/modules/content/folders/export-actions.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { entriesOf, seedLinkSpace } from '../../links/link-kit.js';
import { visitorOf } from '../../sites/published-pages/browsing.js';
import { seedSite } from '../../sites/published-sites/site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);

const note =
  '---\ntitle: Note\n---\n\n{% hint style="info" %}\nSaid in manifold places.\n{% endhint %}\n\n## Limits\n\nTen a day, see [home](../../README.md).\n';
const files = {
  'README.md': '# Start\n\nSee [limits](#limits) and [more](#more).\n\n{% include ".gitbook/includes/note.md" %}\n',
  'below/other.md':
    '# Other\n\n{% include "../.gitbook/includes/note.md" %}\n\n{% include "../.gitbook/includes/gone.md" %}\n',
  '.gitbook/includes/note.md': note,
};
const space = await seedLinkSpace(test, files, acme);
const get = async (path: string) =>
  (await test.rest('GET', `/spaces/${space.space}${path}`, { token: space.token })).body;
const contents = async () => (await get('/content')).reusableContents;
const found = async (query: string) =>
  (await get(`/search?query=${query}`)).items.map(({ title }: { title: string }) => title);

it('a file in `.gitbook/includes` is reusable content, and neither a page nor a file', async () => {
  expect(await contents()).toMatchObject([{ title: 'Note' }]);
  const { pages, files: listedFiles } = await get('/content');
  expect([pages.map(({ title }: { title: string }) => title), listedFiles]).toEqual([['Start', 'below'], []]);
});

it('documents reference the reusable content that they include', async () => {
  const [{ id }] = await contents();
  const { document } = await get(`/content/page/${await space.page('')}`);
  expect(document.nodes.at(-1)).toMatchObject({ type: 'reusable-content', data: { ref: { reusableContent: id } } });
});

it('headings of included text are link targets, its words are found, and a missing include is a broken link', async () => {
  expect(await space.links('?status=broken')).toEqual([
    expect.stringContaining('#more'),
    expect.stringContaining('gone.md'),
  ]);
  expect((await found('manifold')).sort()).toEqual(['Other', 'Start']);
});

it('readers of a site see the included text', async () => {
  const site = await seedSite(test, { organization: acme.id, spaces: [{ space: space.space, path: 'guide' }] });
  for (const path of ['/guide', '/guide/below/other']) {
    const { text } = await visitorOf(test).follow(`/published/${acme.id}/${site.id}${path}`);
    expect(text).toMatch(/<div class="hint hint-info"[^>]*>.*Said in manifold places\..*<h2 id="limits">/s);
    expect(text).not.toContain('{%');
  }
});

it('an export writes reusable content to its file, and an import recognizes it', async () => {
  const [{ id }] = await contents();
  const exported = new Map(
    (await exportSpace(test.store, space.space)).map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]),
  );
  expect(Object.fromEntries(exported)).toEqual(files);
  await space.replace({
    ...files,
    '.gitbook/includes/note.md': note.replace('manifold', 'many').replace('Limits', 'Bounds'),
  });
  expect(await contents()).toMatchObject([{ id, title: 'Note' }]);
  expect(await found('manifold')).toEqual([]);
  expect(await space.links('?status=broken')).toHaveLength(3);
  await space.replace({ 'README.md': '# Start\n' });
  expect(await contents()).toEqual([]);
});

it('a sidecar restores reusable content with its id', async () => {
  const other = await seedLinkSpace(test, files, acme);
  const exported = await exportSpace(test.store, other.space, { sidecar: true });
  const before = (await test.rest('GET', `/spaces/${other.space}/content`, { token: other.token })).body
    .reusableContents;
  const entries = Object.fromEntries(exported.map(({ path, bytes }) => [path, Buffer.from(bytes).toString()]));
  expect(entriesOf(entries).size).toBe(4);
  await other.replace(entries);
  expect(
    (await test.rest('GET', `/spaces/${other.space}/content`, { token: other.token })).body.reusableContents,
  ).toEqual(before);
});
