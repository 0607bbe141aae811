import { describe, expect, it } from 'vitest';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { errorMessageOf, insert, linksIn, pageIn, remove, revert, start, textIn, update } from './edits.js';

const ids = (one: typeof start) => manifestIndex(one).pages.map(({ page }) => page.id);

describe('reverting a page', () => {
  it('restores fields, slug and text', () => {
    const changed = update(start, { page: 'tool', title: 'T', emoji: '🔧', icon: '', slug: 'x', markdown: 'x\n' });
    expect(revert(changed, 'tool', start)).toEqual(start);
  });

  it('keeps the position of the page and rewrites links to pages that moved since', () => {
    const changed = update(update(start, { page: 'guide', markdown: 'x\n' }), { page: 'tool', into: null });
    const after = revert(changed, 'guide', start);
    expect(textIn(after, 'guide')).toBe('# Guide\n\n[setup](setup.md) and [tool](../tool.md)\n');
    expect(pageIn(after, 'tool').path).toBe('tool');
  });

  it('restores a deleted page with its position, sub-pages and incoming links', () => {
    expect(revert(remove(start, 'guide'), 'guide', start)).toEqual(start);
    expect(revert(remove(start, 'tools'), 'tool', start).pages[0]!.id).toBe('tool');
  });

  it('does not move sub-pages back that were moved elsewhere', () => {
    const changed = remove(update(start, { page: 'setup', into: 'home' }), 'guide');
    const after = revert(changed, 'guide', start);
    expect(ids(after)).toEqual(['home', 'setup', 'guide', 'tools', 'tool', 'deep', 'out']);
    expect(linksIn(after, 'guide')).toEqual({ '../setup.md': 'setup', '../tools/tool.md': 'tool' });
  });

  it('adds a number to the address of a restored page if it is taken', () => {
    const changed = insert(remove(start, 'setup'), { into: 'guide', slug: 'setup' });
    expect(pageIn(revert(changed, 'setup', start), 'setup').file).toBe('guide/setup-2.md');
  });

  it('deletes a page that the earlier revision does not have', () => {
    expect(revert(insert(start, {}), 'new', start)).toEqual(start);
  });

  it('refuses a page that neither revision has', () => {
    expect(errorMessageOf(() => revert(start, 'none', start))).toBe(
      'changes/0/page: No page with the id "none" in either revision',
    );
  });
});

describe('deleting a page', () => {
  it('deletes its sub-pages and the links to them, and does not change the texts of other pages', () => {
    const after = remove(start, 'guide');
    expect(ids(after)).toEqual(['home', 'tools', 'tool', 'deep', 'out']);
    expect(textIn(after, 'home')).toBe(textIn(start, 'home'));
    expect(linksIn(after, 'home')).toEqual({});
  });

  it('refuses an unknown page', () => {
    expect(errorMessageOf(() => remove(start, 'none'))).toBe('changes/0/page: No page with the id "none"');
  });
});
