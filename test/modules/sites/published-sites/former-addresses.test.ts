import { beforeEach, describe, expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { testApp } from '../../../support/app.js';
import { seedSpace } from '../../../support/seed.js';
import { type Addresses, addresses, findAt, type Shown } from './address-kit.js';

const test = await testApp();
let site: Addresses;
let linux: Shown;

/** Pages of a guide: `install` with a sub-page, and `use`. */
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
  it('is found, and so is what stands for it', async () => {
    expect(await site.leads('linux/install/server')).toBe('Server at linux/install/server');
    expect(await site.leads('linux')).toBe('Home at linux');
    expect(await site.leads('linux/')).toBe('Home at linux');
    expect(await site.leads('linux/no-such-page')).toBeNull();
  });

  it('is found without the space that the site shows first', async () => {
    await site.done('PATCH ', { defaultSiteSpace: linux.siteSpace });
    expect(await site.leads('')).toBe('Home at linux');
    expect(await site.leads('use')).toBe('Use at linux/use');
  });

  it('is found without the section, or without the space that the section shows first', async () => {
    const mac = await seedSpace(test, site.organization, guide);
    const section = await site.done('POST /sections', { spaceId: mac, title: 'Guides' });
    expect(await site.leads(section.path)).toBe('null at guides/empty');
    await site.done(`PATCH /sections/${section.id}`, { defaultSiteSpace: linux.siteSpace });
    expect(await site.leads('guides')).toBe('Home at guides/linux');
    expect(await site.leads('guides/use')).toBe('Use at guides/linux/use');
    expect(await site.leads('linux/use')).toBe('Use at guides/linux/use');
    expect(await site.leads('use')).toBe('Use at guides/linux/use');
  });

  it('goes by the first document below a group', async () => {
    const summary = '* [Home](README.md)\n\n## Basics\n\n* [Use](use.md)\n';
    await site.show('Mac', { 'SUMMARY.md': summary, 'README.md': '# Home\n', 'use.md': '# Use\n' });
    expect(await site.leads('mac/basics')).toBe('Use at mac/use');
  });

  it('is not there in a space without pages, which has its own address', async () => {
    await site.change(linux.space, ...(await allPages()).map((page) => ({ deletePage: { page } })));
    expect(await site.leads('linux')).toBe('null at linux');
    expect(await site.leads('linux/use')).toBeNull();
  });

  it.each([['x'.repeat(2001)], ['x/'.repeat(101)], ['linux/\0'], ['linux/\ud800'], ['linux//use'], ['/linux']])(
    'is not looked for at %j',
    async (address) => expect(await site.leads(address)).toBeNull(),
  );

  async function allPages() {
    return Promise.all(['', 'install', 'use'].map(pageOf));
  }
});

describe('The old address of a page leads to it', () => {
  it('when it is renamed, with its sub-pages, as often as it is', async () => {
    await rename('install', 'setup');
    await rename('setup', 'begin');
    for (const old of ['install', 'setup', 'begin']) {
      expect(await site.leads(`linux/${old}`)).toBe('Install at linux/begin');
      if (old !== 'setup') expect(await site.leads(`linux/${old}/server`)).toBe('Server at linux/begin/server');
    }
  });

  it('when it moves below another one, with its sub-pages', async () => {
    await site.change(linux.space, update(await pageOf('install'), { into: await pageOf('use') }));
    expect(await site.leads('linux/install')).toBe('Install at linux/use/install');
    expect(await site.leads('linux/install/server')).toBe('Server at linux/use/install/server');
  });

  it('when it is deleted and comes back', async () => {
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

  it('when it goes back to it', async () => {
    await rename('use', 'usage');
    await rename('usage', 'use');
    expect(await site.leads('linux/usage')).toBe('Use at linux/use');
    expect(await site.leads('linux/use')).toBe('Use at linux/use');
  });

  it('when it is merged', async () => {
    const of = `/spaces/${linux.space}/change-requests`;
    const { body } = await test.rest('POST', of, { ...site.admin, body: {} });
    const changes = [{ operation: 'update_page', page: await pageOf('use'), slug: 'usage' }];
    await test.rest('POST', `${of}/${body.id}/content`, { ...site.admin, body: { changes } });
    expect(await site.leads('linux/use')).toBe('Use at linux/use');
    await test.rest('POST', `${of}/${body.id}/merge`, site.admin);
    expect(await site.leads('linux/use')).toBe('Use at linux/usage');
  });

  it('when its file is imported again, under another name', async () => {
    const { 'use.md': use, ...others } = guide;
    const files = Object.entries({ ...others, 'usage.md': use });
    const entries = new Map(files.map(([path, text]) => [path, () => new TextEncoder().encode(text)]));
    const actor = { store: test.store, viewer: test.operator };
    await importIntoSpace(actor, { organization: site.organization, space: linux.space, entries });
    expect(await site.leads('linux/use')).toBe('Use at linux/usage');
  });

  it('but not where another page has that address now, until that moves as well', async () => {
    await rename('use', 'usage');
    await rename('install', 'use');
    expect(await site.leads('linux/use')).toBe('Install at linux/use');
    expect(await site.leads('linux/install/server')).toBe('Server at linux/use/server');
    await rename('use', 'begin');
    expect(await site.leads('linux/use')).toBe('Install at linux/begin');
    expect(await site.leads('linux/usage')).toBe('Use at linux/usage');
  });

  it('and two that swap their addresses have each the other', async () => {
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

  it('of a group leads to the first document below it', async () => {
    const summary = '* [Home](README.md)\n\n## Basics\n\n* [Use](use.md)\n';
    const mac = await site.show('Mac', { 'SUMMARY.md': summary, 'README.md': '# Home\n', 'use.md': '# Use\n' });
    const { body } = await test.rest('GET', `/spaces/${mac.space}/content`, site.admin);
    const group = body.pages.find(({ type }: { type: string }) => type === 'group');
    await site.change(mac.space, update(group.id, { slug: 'first-steps' }));
    expect(await site.leads('mac/basics')).toBe('Use at mac/use');
  });
});

describe('The old address of a space or section leads to it', () => {
  const setPath = ({ siteSpace }: Shown, path: string) => site.done(`PATCH /site-spaces/${siteSpace}`, { path });
  const addSection = async (title: string): Promise<{ id: string; path: string }> => {
    const spaceId = await seedSpace(test, site.organization, { 'README.md': `# ${title} home\n` });
    return site.done('POST /sections', { spaceId, title });
  };

  it('when the path of the space changes, also for pages that have moved', async () => {
    await rename('use', 'usage');
    await setPath(linux, 'gnu-linux');
    expect(await site.leads('linux')).toBe('Home at gnu-linux');
    expect(await site.leads('linux/install')).toBe('Install at gnu-linux/install');
    expect(await site.leads('linux/use')).toBe('Use at gnu-linux/usage');
  });

  it('when the first section takes it in, and when the last one is deleted', async () => {
    const section = await addSection('Guides');
    expect(await site.leads('linux/use')).toBe('Use at guides/linux/use');
    await site.done(`PATCH /sections/${section.id}`, { defaultSiteSpace: linux.siteSpace });
    await site.done(`DELETE /sections/${section.id}`);
    expect(await site.leads('guides/linux/use')).toBe('Use at linux/use');
    expect(await site.leads('guides')).toBe('Home at linux');
    expect(await site.leads('linux/use')).toBe('Use at linux/use');
  });

  it('when the path of its section changes', async () => {
    const section = await addSection('Guides');
    await site.done(`PATCH /sections/${section.id}`, { path: 'manuals', defaultSiteSpace: linux.siteSpace });
    expect(await site.leads('guides')).toBe('Home at manuals/linux');
    expect(await site.leads('guides/linux/use')).toBe('Use at manuals/linux/use');
    await setPath(linux, 'gnu');
    expect(await site.leads('guides/linux/use')).toBe('Use at manuals/gnu/use');
    expect(await site.leads('guides/gnu/use')).toBe('Use at manuals/gnu/use');
    expect(await site.leads('guides/use')).toBe('Use at manuals/gnu/use');
  });

  it('when it moves to another section', async () => {
    const [guides, more] = [await addSection('Guides'), await addSection('More')];
    const [there] = (await site.done(`GET /site-spaces`)).items.filter(
      ({ section }: { section: string }) => section === more.id,
    );
    const position = { after: { type: 'site-space', siteSpace: there.id } };
    await site.done(`POST /site-spaces/${linux.siteSpace}/move`, { position });
    expect(await site.leads(`${guides.path}/linux/use`)).toBe('Use at more/linux/use');
  });

  it('when the space is taken off the site and put there again', async () => {
    await setPath(linux, 'gnu');
    await site.done(`DELETE /site-spaces/${linux.siteSpace}`);
    expect(await site.leads('linux/use')).toBeNull();
    await site.done('POST /site-spaces', { spaceId: linux.space });
    expect(await site.leads('gnu/use')).toBe('Use at linux/use');
  });

  it('but not where another one stands now; what that does not have is asked of the one before', async () => {
    await setPath(linux, 'gnu');
    const mac = await site.show('Linux', { 'README.md': '# Mac\n', 'use.md': '# Use a Mac\n' });
    expect(await site.leads('linux/use')).toBe('Use a Mac at linux/use');
    expect(await site.leads('linux/install')).toBe('Install at gnu/install');
    await setPath(mac, 'mac');
    expect(await site.leads('linux/use')).toBe('Use a Mac at mac/use');
  });

  it('but not to a visitor who is not shown it', async () => {
    await setPath(linux, 'gnu');
    await site.done(`PATCH /site-spaces/${linux.siteSpace}`, { condition: 'visitor.claims.staff' });
    for (const address of ['gnu', 'gnu/use', 'linux', 'linux/use']) expect(await site.leads(address)).toBeNull();
    await site.done(`PATCH /site-spaces/${linux.siteSpace}`, { condition: '' });
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

  it('lead to the page of a file, as long as no page has the path', async () => {
    await site.show('Imported', files);
    expect(await site.leads('imported/help')).toBe('Support at imported/support');
    expect(await site.leads('imported/old/help')).toBe('Support at imported/support');
    expect(await site.leads('imported/support')).toBe('Support at imported/support');
    for (const none of ['nowhere', 'old/x', 'old/*', 'list', 'redirects'])
      expect(await site.leads(`imported/${none}`)).toBeNull();
  });

  it('lead to the page where it has moved since, and from where the space stood', async () => {
    const shown = await site.show('Imported', files);
    await site.change(shown.space, update(await site.page(shown.space, 'support'), { slug: 'contact' }));
    await site.done(`PATCH /site-spaces/${shown.siteSpace}`, { path: 'manual' });
    expect(await site.leads('imported/help')).toBe('Support at manual/contact');
  });
});

describe('What it costs', () => {
  const batchesFor = async (address: string) => {
    let count = 0;
    await findAt(test, { site: site.site, address }, () => count++);
    return count;
  };

  it('an old address costs two batches more than a new one, and so does one that leads nowhere', async () => {
    await rename('use', 'usage');
    await site.done(`PATCH /site-spaces/${linux.siteSpace}`, { path: 'gnu' });
    for (const space of ['gnu', 'empty']) await findAt(test, { site: site.site, address: space });
    const live = await batchesFor('gnu/usage');
    expect(await batchesFor('linux/use')).toBe(live + 2);
    expect(await batchesFor('gnu/no-such-page')).toBe(live + 2);
  });
});
