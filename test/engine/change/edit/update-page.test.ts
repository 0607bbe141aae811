import { describe, expect, it } from 'vitest';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { errorMessageOf, insert, linksIn, pageIn, start, textIn, update } from './edits.js';

const ids = (one: typeof start) => manifestIndex(one).pages.map(({ page }) => page.id);

describe('updating a page', () => {
  it('changes fields and their front matter, and leaves the rest of the file as it is', () => {
    const after = update(start, { page: 'tool', icon: 'wrench', title: 'Tool!', emoji: '🔧' });
    expect(textIn(after, 'tool')).toBe('---\nicon: wrench # ours\n---\n\n[deep](tool/deep.md)\n');
    expect(pageIn(after, 'tool')).toMatchObject({ title: 'Tool!', icon: 'wrench', emoji: '🔧', path: 'tools/tool' });
  });

  it('removes a field that is set to an empty text or false', () => {
    const hidden = update(start, { page: 'tool', hidden: true, description: 'd' });
    const after = update(hidden, { page: 'tool', hidden: false, description: '', icon: '' });
    expect(textIn(after, 'tool')).not.toMatch(/hidden|description|icon/);
    for (const name of ['hidden', 'description', 'icon']) expect(pageIn(after, 'tool')).not.toHaveProperty(name);
  });

  it('accepts a condition on the visitor, and refuses an invalid one with its position', () => {
    const after = update(start, { page: 'tool', condition: 'visitor.claims.plan == "pro"' });
    expect(pageIn(after, 'tool').condition).toBe('visitor.claims.plan == "pro"');
    expect(pageIn(update(after, { page: 'tool', condition: '' }), 'tool')).not.toHaveProperty('condition');
    const refusal = (condition: string) => errorMessageOf(() => update(start, { page: 'tool', condition }));
    const rule = 'changes/0/condition: `condition` must be an expression on the visitor';
    expect(refusal('visitor.constructor.constructor')).toBe(
      `${rule}: the member \`constructor\` may not be read at character 9`,
    );
    expect(refusal(`${'('.repeat(511)}1${')'.repeat(511)}`)).toBe(
      `${rule}: an expression has at most 64 nested brackets, this one has more at character 65`,
    );
    expect(refusal('page.title')).toBe(`${rule}: \`page\` is unknown here at character 1; there is visitor`);
    expect(refusal('visitor +')).toMatch(/at character 10$/);
  });

  it('replaces the text after the front matter and resolves its links', () => {
    const after = update(start, { page: 'tool', markdown: '[g](../guide/)\n' });
    expect(textIn(after, 'tool')).toBe('---\nicon: hammer # ours\n---\n[g](../guide/)\n');
    expect(linksIn(after, 'tool')).toEqual({ '../guide/': 'guide' });
  });

  it('returns an equal manifest if nothing changes', () => {
    expect(update(start, { page: 'tool', title: 'tool', icon: 'hammer', slug: 'tool', into: 'tools', at: 0 })).toEqual(
      start,
    );
  });

  it('renames the path, the file, all pages below it and the links if the slug is new', () => {
    const after = update(start, { page: 'tool', slug: 'Power Tool' });
    expect(pageIn(after, 'tool')).toMatchObject({ path: 'tools/power-tool', file: 'tools/power-tool.md' });
    expect(pageIn(after, 'deep')).toMatchObject({ path: 'tools/power-tool/deep', file: 'tools/power-tool/deep.md' });
    expect(textIn(after, 'guide')).toBe('# Guide\n\n[setup](setup.md) and [tool](../tools/power-tool.md)\n');
    expect(textIn(after, 'deep')).toBe('[up](../power-tool.md)\n');
    expect(linksIn(after, 'tool')).toEqual({ 'power-tool/deep.md': 'deep' });
    expect(pageIn(after, 'home').blob).toBe(pageIn(start, 'home').blob);
  });

  it('renames the folder of a README.md', () => {
    const after = update(start, { page: 'guide', slug: 'manual' });
    expect(pageIn(after, 'guide')).toMatchObject({ path: 'manual', file: 'manual/README.md' });
    expect(pageIn(after, 'setup').file).toBe('manual/setup.md');
    expect(textIn(after, 'home')).toBe('# Home\n\n[setup](manual/setup.md)\n');
    expect(textIn(after, 'guide')).toBe('# Guide\n\n[setup](setup.md) and [tool](../tools/tool.md)\n');
  });

  it('renames the root README.md without renaming its siblings', () => {
    const after = update(start, { page: 'home', slug: 'welcome' });
    expect(pageIn(after, 'home')).toMatchObject({ path: 'welcome', file: 'welcome.md' });
    expect(textIn(after, 'setup')).toBe('[home](../welcome.md)\n');
    expect(pageIn(after, 'setup').path).toBe('guide/setup');
    expect(update(start, { page: 'home', slug: '' })).toEqual(start);
  });

  it('renames a group and the pages below it', () => {
    const after = update(start, { page: 'tools', slug: 'kit' });
    expect(pageIn(after, 'deep')).toMatchObject({ path: 'kit/tool/deep', file: 'kit/tool/deep.md' });
    expect(textIn(after, 'guide')).toContain('[tool](../kit/tool.md)');
  });

  it('adds a number to a slug that is taken', () => {
    const two = insert(start, { into: 'tools', slug: 'other' });
    expect(pageIn(update(two, { page: 'new', slug: 'tool' }), 'new')).toMatchObject({
      path: 'tools/tool-2',
      file: 'tools/tool-2.md',
    });
  });

  it('moves a page with its sub-pages below another page and changes their addresses', () => {
    const after = update(start, { page: 'tool', into: 'guide' });
    expect(ids(after)).toEqual(['home', 'guide', 'setup', 'tool', 'deep', 'tools', 'out']);
    expect(pageIn(after, 'tool')).toMatchObject({ path: 'guide/tool', file: 'guide/tool.md' });
    expect(pageIn(after, 'deep').file).toBe('guide/tool/deep.md');
    expect(pageIn(after, 'tools')).not.toHaveProperty('children');
    expect(textIn(after, 'guide')).toContain('[tool](tool.md)');
  });

  it('moves a page to the top level, and a folder page with its folder', () => {
    expect(pageIn(update(start, { page: 'tool', into: null, at: 0 }), 'deep').file).toBe('tool/deep.md');
    const after = update(start, { page: 'guide', into: 'tool', at: 1 });
    expect(pageIn(after, 'guide')).toMatchObject({ path: 'tools/tool/guide', file: 'tools/tool/guide/README.md' });
    expect(pageIn(after, 'setup').file).toBe('tools/tool/guide/setup.md');
    expect(textIn(after, 'guide')).toContain('[tool](../../tool.md)');
  });

  it('reorders siblings without changing addresses; `at` does not count the page itself', () => {
    const after = update(start, { page: 'out', at: 0 });
    expect(after.pages.map(({ id }) => id)).toEqual(['out', 'home', 'guide', 'tools']);
    expect(update(start, { page: 'home', at: 3 }).pages.at(-1)!.id).toBe('home');
    expect(errorMessageOf(() => update(start, { page: 'home', at: 4 }))).toMatch(
      /^changes\/0\/at: `at` must be 0 to 3/,
    );
  });

  it('resolves the links of a new text from the old location of a page that moves in the same edit', () => {
    const after = update(start, { page: 'setup', into: null, markdown: '[guide](README.md)\n' });
    expect(textIn(after, 'setup')).toBe('[guide](guide/README.md)\n');
  });

  it('refuses to move a page below itself', () => {
    const refused = (into: string) => errorMessageOf(() => update(start, { page: 'tool', into }));
    expect(refused('deep')).toBe(
      'changes/0/into: `into` must not be the page itself or a page below it (got "deep" for "tool")',
    );
    expect(refused('tool')).toMatch(/^changes\/0\/into: /);
  });

  it('refuses unknown pages, and text or slugs for pages that have none', () => {
    expect(errorMessageOf(() => update(start, { page: 'none' }))).toBe('changes/0/page: No page with the id "none"');
    expect(errorMessageOf(() => update(start, { page: 'tools', markdown: 'x' }))).toMatch(
      /^changes\/0\/document: .*a group page\)$/,
    );
    expect(errorMessageOf(() => update(start, { page: 'out', slug: 'x' }))).toMatch(
      /^changes\/0\/slug: .*a link page\)$/,
    );
  });
});
