import { beforeEach, describe, expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../../support/app.js';
import { seedSpace } from '../../../support/seed.js';
import { type AddedSpace, type Addresses, addresses, findPageAt } from './address-kit.js';

const test = await testApp();
let site: Addresses;
let linux: AddedSpace;

/** Files of a guide: `install` with a subpage, and `use`. */
const guide = {
  'README.md': '# Home\n',
  'install/README.md': '# Install\n',
  'install/server.md': '# Server\n',
  'use.md': '# Use\n',
};

beforeEach(async () => {
  site = await addresses(test);
  linux = await site.show('Linux', guide);
});

const update = (page: string, change: object) => ({ updatePage: { page, ...change } });
const pageOf = (path: string) => site.page(linux.space, path);
const rename = async (path: string, slug: string) => site.change(linux.space, update(await pageOf(path), { slug }));

describe('A page at its own address', () => {
  it('is found, and the address of its space leads to its first page', async () => {
    expect(await site.leads('linux/install/server')).toBe('Server at linux/install/server');
    expect(await site.leads('linux')).toBe('Home at linux');
    expect(await site.leads('linux/')).toBe('Home at linux');
    expect(await site.leads('linux/no-such-page')).toBeNull();
  });

  it('is found without the path of the default space of the site', async () => {
    await site.requestOk('PATCH ', { defaultSiteSpace: linux.siteSpace });
    expect(await site.leads('')).toBe('Home at linux');
    expect(await site.leads('use')).toBe('Use at linux/use');
  });

  it('is found without the path of the section, or of the default space of the section', async () => {
    const mac = await seedSpace(test, site.organization, guide);
    const section = await site.requestOk('POST /sections', { spaceId: mac, title: 'Guides' });
    expect(await site.leads(section.path)).toBe('null at guides/empty');
    await site.requestOk(`PATCH /sections/${section.id}`, { defaultSiteSpace: linux.siteSpace });
    expect(await site.leads('guides')).toBe('Home at guides/linux');
    expect(await site.leads('guides/use')).toBe('Use at guides/linux/use');
    expect(await site.leads('linux/use')).toBe('Use at guides/linux/use');
    expect(await site.leads('use')).toBe('Use at guides/linux/use');
  });

  it('is found by the address of a group above it if it is the first document there', async () => {
    const summary = '* [Home](README.md)\n\n## Basics\n\n* [Use](use.md)\n';
    await site.show('Mac', { 'SUMMARY.md': summary, 'README.md': '# Home\n', 'use.md': '# Use\n' });
    expect(await site.leads('mac/basics')).toBe('Use at mac/use');
  });

  it('is not found in a space without pages, but the address of this space is', async () => {
    await site.change(linux.space, ...(await allPages()).map((page) => ({ deletePage: { page } })));
    expect(await site.leads('linux')).toBe('null at linux');
    expect(await site.leads('linux/use')).toBeNull();
  });

  it.each([['x'.repeat(2001)], ['x/'.repeat(101)], ['linux/\0'], ['linux/\ud800'], ['linux//use'], ['/linux']])(
    'is not found at %j',
    async (address) => expect(await site.leads(address)).toBeNull(),
  );

  async function allPages() {
    return Promise.all(['', 'install', 'use'].map(pageOf));
  }
});

describe('The old address of a page leads to it', () => {
  it('after any number of renames, with its subpages', async () => {
    await rename('install', 'setup');
    await rename('setup', 'begin');
    for (const old of ['install', 'setup', 'begin']) {
      expect(await site.leads(`linux/${old}`)).toBe('Install at linux/begin');
      if (old !== 'setup') expect(await site.leads(`linux/${old}/server`)).toBe('Server at linux/begin/server');
    }
  });

  it('after a move below another page, with its subpages', async () => {
    await site.change(linux.space, update(await pageOf('install'), { into: await pageOf('use') }));
    expect(await site.leads('linux/install')).toBe('Install at linux/use/install');
    expect(await site.leads('linux/install/server')).toBe('Server at linux/use/install/server');
  });

  it('after it is deleted and restored', async () => {
    const before = await rename('use', 'usage');
    await site.change(linux.space, { deletePage: { page: await pageOf('usage') } });
    expect(await site.leads('linux/use')).toBeNull();
    expect(await site.leads('linux/usage')).toBeNull();
    const query = 'mutation ($input: RevertToInput!) { revertTo(input: $input) { revision { id } } }';
    const variables = { input: { space: linux.space, revision: before } };
    expect((await test.graphql(query, { ...site.admin, variables })).errors).toBeUndefined();
    expect(await site.leads('linux/use')).toBe('Use at linux/usage');
    expect(await site.leads('linux/usage')).toBe('Use at linux/usage');
  });

  it('after it has its old address again', async () => {
    await rename('use', 'usage');
    await rename('usage', 'use');
    expect(await site.leads('linux/usage')).toBe('Use at linux/use');
    expect(await site.leads('linux/use')).toBe('Use at linux/use');
  });

  it('after its rename is merged', async () => {
    const of = `/spaces/${linux.space}/change-requests`;
    const { body } = await test.rest('POST', of, { ...site.admin, body: {} });
    const changes = [{ operation: 'update_page', page: await pageOf('use'), slug: 'usage' }];
    await test.rest('POST', `${of}/${body.id}/content`, { ...site.admin, body: { changes } });
    expect(await site.leads('linux/use')).toBe('Use at linux/use');
    await test.rest('POST', `${of}/${body.id}/merge`, site.admin);
    expect(await site.leads('linux/use')).toBe('Use at linux/usage');
  });

  it('after its file is imported again under another name', async () => {
    const { 'use.md': use, ...others } = guide;
    const files = Object.entries({ ...others, 'usage.md': use });
    const entries = new Map(files.map(([path, text]) => [path, () => new TextEncoder().encode(text)]));
    const actor = { store: test.store, viewer: test.operator };
    await importIntoSpace(actor, { organization: site.organization, space: linux.space, entries });
    expect(await site.leads('linux/use')).toBe('Use at linux/usage');
  });

  it('unless another page took over the address: then to that page, even after it moves too', async () => {
    await rename('use', 'usage');
    await rename('install', 'use');
    expect(await site.leads('linux/use')).toBe('Install at linux/use');
    expect(await site.leads('linux/install/server')).toBe('Server at linux/use/server');
    await rename('use', 'begin');
    expect(await site.leads('linux/use')).toBe('Install at linux/begin');
    expect(await site.leads('linux/usage')).toBe('Use at linux/usage');
  });

  it('except for two pages that swap their addresses', async () => {
    const [install, use] = [await pageOf('install'), await pageOf('use')];
    const slugs = [
      [install, 'between'],
      [use, 'install'],
      [install, 'use'],
    ] as const;
    await site.change(linux.space, ...slugs.map(([page, slug]) => update(page, { slug })));
    expect(await site.leads('linux/use')).toBe('Install at linux/use');
    expect(await site.leads('linux/install')).toBe('Use at linux/install');
    expect(await site.leads('linux/between')).toBeNull();
  });

  it('or, for a group, to the first document below it', async () => {
    const summary = '* [Home](README.md)\n\n## Basics\n\n* [Use](use.md)\n';
    const mac = await site.show('Mac', { 'SUMMARY.md': summary, 'README.md': '# Home\n', 'use.md': '# Use\n' });
    const { body } = await test.rest('GET', `/spaces/${mac.space}/content`, site.admin);
    const group = body.pages.find(({ type }: { type: string }) => type === 'group');
    await site.change(mac.space, update(group.id, { slug: 'first-steps' }));
    expect(await site.leads('mac/basics')).toBe('Use at mac/use');
  });
});

describe('The old address of a space or section leads to it', () => {
  const setPath = ({ siteSpace }: AddedSpace, path: string) =>
    site.requestOk(`PATCH /site-spaces/${siteSpace}`, { path });
  const addSection = async (title: string): Promise<{ id: string; path: string }> => {
    const spaceId = await seedSpace(test, site.organization, { 'README.md': `# ${title} home\n` });
    return site.requestOk('POST /sections', { spaceId, title });
  };

  it('after the path of the space changes, also for moved pages', async () => {
    await rename('use', 'usage');
    await setPath(linux, 'gnu-linux');
    expect(await site.leads('linux')).toBe('Home at gnu-linux');
    expect(await site.leads('linux/install')).toBe('Install at gnu-linux/install');
    expect(await site.leads('linux/use')).toBe('Use at gnu-linux/usage');
  });

  it('after the first section is added and contains the space, and after the last section is deleted', async () => {
    const section = await addSection('Guides');
    expect(await site.leads('linux/use')).toBe('Use at guides/linux/use');
    await site.requestOk(`PATCH /sections/${section.id}`, { defaultSiteSpace: linux.siteSpace });
    await site.requestOk(`DELETE /sections/${section.id}`);
    expect(await site.leads('guides/linux/use')).toBe('Use at linux/use');
    expect(await site.leads('guides')).toBe('Home at linux');
    expect(await site.leads('linux/use')).toBe('Use at linux/use');
  });

  it('after the path of the section changes', async () => {
    const section = await addSection('Guides');
    await site.requestOk(`PATCH /sections/${section.id}`, { path: 'manuals', defaultSiteSpace: linux.siteSpace });
    expect(await site.leads('guides')).toBe('Home at manuals/linux');
    expect(await site.leads('guides/linux/use')).toBe('Use at manuals/linux/use');
    await setPath(linux, 'gnu');
    expect(await site.leads('guides/linux/use')).toBe('Use at manuals/gnu/use');
    expect(await site.leads('guides/gnu/use')).toBe('Use at manuals/gnu/use');
    expect(await site.leads('guides/use')).toBe('Use at manuals/gnu/use');
  });

  it('after the space moves to another section', async () => {
    const [guides, more] = [await addSection('Guides'), await addSection('More')];
    const [there] = (await site.requestOk(`GET /site-spaces`)).items.filter(
      ({ section }: { section: string }) => section === more.id,
    );
    const position = { after: { type: 'site-space', siteSpace: there.id } };
    await site.requestOk(`POST /site-spaces/${linux.siteSpace}/move`, { position });
    expect(await site.leads(`${guides.path}/linux/use`)).toBe('Use at more/linux/use');
  });

  it('after the space is removed from the site and added again', async () => {
    await setPath(linux, 'gnu');
    await site.requestOk(`DELETE /site-spaces/${linux.siteSpace}`);
    expect(await site.leads('linux/use')).toBeNull();
    await site.requestOk('POST /site-spaces', { spaceId: linux.space });
    expect(await site.leads('gnu/use')).toBe('Use at linux/use');
  });

  it('unless another space has that path; pages that it does not have are found in the earlier space', async () => {
    await setPath(linux, 'gnu');
    const mac = await site.show('Linux', { 'README.md': '# Mac\n', 'use.md': '# Use a Mac\n' });
    expect(await site.leads('linux/use')).toBe('Use a Mac at linux/use');
    expect(await site.leads('linux/install')).toBe('Install at gnu/install');
    await setPath(mac, 'mac');
    expect(await site.leads('linux/use')).toBe('Use a Mac at mac/use');
  });

  it('unless the visitor may not see it', async () => {
    await setPath(linux, 'gnu');
    await site.requestOk(`PATCH /site-spaces/${linux.siteSpace}`, { condition: 'visitor.claims.staff' });
    for (const address of ['gnu', 'gnu/use', 'linux', 'linux/use']) expect(await site.leads(address)).toBeNull();
    await site.requestOk(`PATCH /site-spaces/${linux.siteSpace}`, { condition: '' });
    expect(await site.leads('linux/use')).toBe('Use at gnu/use');
  });
});

describe('Redirects of an imported configuration', () => {
  const config = [
    'root: docs',
    'redirects:',
    '  help: support.md',
    '  /old/help/: ./support.md#contact',
    '  support: README.md',
    '  nowhere: no-such.md',
    '  old/*: support.md',
    '  list: [support.md]',
  ].join('\n');
  const files = { '.gitbook.yaml': config, 'docs/README.md': '# Home\n', 'docs/support.md': '# Support\n' };

  it('lead to the page of the target file, unless another page has the path', async () => {
    await site.show('Imported', files);
    expect(await site.leads('imported/help')).toBe('Support at imported/support');
    expect(await site.leads('imported/old/help')).toBe('Support at imported/support');
    expect(await site.leads('imported/support')).toBe('Support at imported/support');
    for (const none of ['nowhere', 'old/x', 'old/*', 'list', 'redirects'])
      expect(await site.leads(`imported/${none}`)).toBeNull();
  });

  it('lead to a moved page, also from the old path of the space', async () => {
    const importedSpace = await site.show('Imported', files);
    await site.change(
      importedSpace.space,
      update(await site.page(importedSpace.space, 'support'), { slug: 'contact' }),
    );
    await site.requestOk(`PATCH /site-spaces/${importedSpace.siteSpace}`, { path: 'manual' });
    expect(await site.leads('imported/help')).toBe('Support at manual/contact');
  });
});

describe('Batches', () => {
  const batchesFor = async (address: string) => {
    let count = 0;
    await findPageAt(test, { site: site.site, address }, () => count++);
    return count;
  };

  it('an old address takes two batches more than a current one, and so does an address without a page', async () => {
    await rename('use', 'usage');
    await site.requestOk(`PATCH /site-spaces/${linux.siteSpace}`, { path: 'gnu' });
    for (const space of ['gnu', 'empty']) await findPageAt(test, { site: site.site, address: space });
    const live = await batchesFor('gnu/usage');
    expect(await batchesFor('linux/use')).toBe(live + 2);
    expect(await batchesFor('gnu/no-such-page')).toBe(live + 2);
  });
});
