import { describe, expect, it } from 'vitest';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { errorMessageOf, insert, linksIn, pageIn, start, textIn } from './edits.js';

describe('inserting a page', () => {
  it('appends to the top level, with a slug from the title', () => {
    const after = insert(start, { title: 'Größe & Maß?' });
    expect(after.pages.at(-1)).toMatchObject({ id: 'new', type: 'document', path: 'größe-maß', file: 'größe-maß.md' });
    expect(textIn(after, 'new')).toBe('new\n');
    expect(start.pages).toHaveLength(4);
  });

  it('creates the file in the folder of its parent: a README.md, a page or a group', () => {
    const address = (into: string) => {
      const { path, file } = pageIn(insert(start, { into, at: 0 }), 'new');
      return [path, file];
    };
    expect(address('guide')).toEqual(['guide/new', 'guide/new.md']);
    expect(address('tool')).toEqual(['tools/tool/new', 'tools/tool/new.md']);
    expect(address('tools')).toEqual(['tools/new', 'tools/new.md']);
    expect(address('home')).toEqual(['new', 'new.md']);
  });

  it.each([
    ['# A first page\n\nText\n', 'A first page', 'a-first-page'],
    ['Text\n\nA *second*\n---\n\n# Third\n', 'A second', 'a-second'],
    ['## [Link](x.md) and `code` <a href="#x" id="x"></a>\n', 'Link and code', 'link-and-code'],
    ['```\n# Code\n```\n\nText\n', 'Untitled', 'untitled'],
    ['#\n\n# Later\n', 'Untitled', 'untitled'],
    ['', 'Untitled', 'untitled'],
  ])('without a title, uses the first heading, which stays in the text: %j', (markdown, title, path) => {
    const after = insert(start, { title: undefined, markdown });
    expect(pageIn(after, 'new')).toMatchObject({ title, path, file: `${path}.md` });
    expect(textIn(after, 'new')).toBe(markdown);
  });

  it('prefers the given title and slug over the heading', () => {
    const after = insert(start, { title: 'New', slug: 'own', markdown: '# Heading\n' });
    expect(pageIn(after, 'new')).toMatchObject({ title: 'New', path: 'own' });
    expect(pageIn(insert(start, { title: undefined, slug: 'own', markdown: '# Heading\n' }), 'new')).toMatchObject({
      title: 'Heading',
      path: 'own',
    });
  });

  it('creates the file below the content root', () => {
    expect(pageIn(insert({ ...start, root: 'docs' }, {}), 'new')).toMatchObject({ path: 'new', file: 'docs/new.md' });
  });

  it('adds a number to a slug whose path or file is taken', () => {
    const once = insert(start, { into: 'guide', slug: 'setup' });
    expect(pageIn(once, 'new').path).toBe('guide/setup-2');
    const twice = insert(once, { id: 'newer', into: 'guide', title: 'Setup', at: 0 });
    expect(pageIn(twice, 'newer').file).toBe('guide/setup-3.md');
  });

  it('does not create a file that an import would read as the page of its folder', () => {
    expect(pageIn(insert(start, { title: 'README' }), 'new').file).toBe('readme-page.md');
  });

  it('writes description, icon, hidden and the title of a hidden page to the front matter, other fields only to the manifest', () => {
    const after = insert(start, {
      description: 'What: it is',
      icon: 'gear',
      hidden: true,
      emoji: '🆕',
      noIndex: false,
    });
    expect(textIn(after, 'new')).toBe(
      '---\ntitle: New\ndescription: "What: it is"\nicon: gear\nhidden: true\n---\nnew\n',
    );
    expect(pageIn(after, 'new')).toMatchObject({ description: 'What: it is', icon: 'gear', hidden: true, emoji: '🆕' });
    expect(pageIn(after, 'new')).not.toHaveProperty('noIndex');
  });

  it('resolves links, also links to the page itself', () => {
    const after = insert(start, { into: 'guide', markdown: '[me](new.md) [setup](setup.md#x) [none](none.md)\n' });
    expect(linksIn(after, 'new')).toEqual({ 'new.md': 'new', 'setup.md': 'setup' });
  });

  it('accepts `at` from 0 to the number of siblings', () => {
    const order = (at: number) => insert(start, { at }).pages.map(({ id }) => id);
    expect(order(0)[0]).toBe('new');
    expect(order(4)[4]).toBe('new');
    expect(errorMessageOf(() => order(5))).toBe('changes/0/at: `at` must be 0 to 4, the number of pages there (got 5)');
    expect(errorMessageOf(() => order(1.5))).toMatch(/^changes\/0\/at: .* \(got 1.5\)$/);
  });

  it('refuses parents that do not exist or cannot have sub-pages', () => {
    expect(errorMessageOf(() => insert(start, { into: 'none' }))).toBe('changes/0/into: No page with the id "none"');
    expect(errorMessageOf(() => insert(start, { into: 'out' }))).toBe(
      'changes/0/into: `into` must be a document or a group (got "out", a link page)',
    );
  });

  it('refuses invalid titles, descriptions and texts', () => {
    const refused = (insertion: object) => errorMessageOf(() => insert(start, insertion));
    expect(refused({ title: '' })).toBe('changes/0/title: `title` must have at least 1 character (got 0)');
    expect(refused({ title: 'a\nb' })).toBe('changes/0/title: `title` must be one line (got "a\\nb")');
    expect(refused({ description: 'a\0' })).toMatch(/^changes\/0\/description: .*NUL/);
    expect(refused({ markdown: '\uD800' })).toMatch(/^changes\/0\/document: .*lone surrogate/);
    expect(refused({ markdown: 'x'.repeat(1024 * 1024 + 1) })).toBe(
      'changes/0/document: `document` must be at most 1048576 bytes (got 1048577)',
    );
    expect(pageIn(insert(start, { markdown: 'x'.repeat(1024 * 1024) }), 'new').blob).toBeDefined();
  });

  it('does not change the index of the earlier manifest', () => {
    insert(start, { into: 'guide' });
    expect(manifestIndex(start).pageById.has('new')).toBe(false);
  });
});
