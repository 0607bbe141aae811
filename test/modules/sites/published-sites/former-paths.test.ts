import { channel } from 'node:diagnostics_channel';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { addresses } from './address-kit.js';

const test = await testApp();
const sqlTexts: string[] = [];
const recordStatement = (message: unknown) => sqlTexts.push((message as { sql: string }).sql);
const statements = channel('docgraph:statements');
beforeAll(() => statements.subscribe(recordStatement));
afterAll(() => void statements.unsubscribe(recordStatement));

const about = (table: string) => sqlTexts.filter((sql) => sql.includes(`"${table}"`)).length;

it('former paths of a thousand moved pages are recorded in five statements, and none for pages that do not move', async () => {
  const site = await addresses(test);
  const pages = Array.from({ length: 999 }, (_, index) => [`guide/page-${index}.md`, `# ${index}\n`]);
  const { space } = await site.show('Guide', { 'guide/README.md': '# Guide\n', ...Object.fromEntries(pages) });
  const guide = { page: await site.page(space, 'guide') };
  sqlTexts.length = 0;
  await site.change(space, { updatePage: { ...guide, title: 'Guides', document: { markdown: 'Text.\n' } } });
  expect(about('FormerPagePath')).toBe(0);
  await site.change(space, { updatePage: { ...guide, slug: 'guides' } });
  expect(about('FormerPagePath')).toBe(5);
  expect(await site.leads('guide/guide/page-998')).toBe('998 at guide/guides/page-998');
});

it('former paths of all spaces of a section are recorded in one statement when its path changes', async () => {
  const site = await addresses(test);
  const section = await site.requestOk('POST /sections', { spaceId: await site.space('One'), title: 'Guides' });
  for (const title of ['Two', 'Three']) await site.show(title, { 'README.md': `# ${title}\n` }, section.id);
  sqlTexts.length = 0;
  await site.requestOk(`PATCH /sections/${section.id}`, { title: 'Manuals' });
  expect(about('FormerSitePath')).toBe(0);
  await site.requestOk(`PATCH /sections/${section.id}`, { path: 'manuals' });
  expect(about('FormerSitePath')).toBe(1);
  expect(await site.leads('guides/three')).toBe('Three at manuals/three');
});
