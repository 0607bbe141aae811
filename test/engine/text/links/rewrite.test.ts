import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createLinkLookup, resolveLinks } from '../../../../src/engine/tree/links/links.js';
import { rewriteLinks } from '../../../../src/engine/tree/links/rewrite.js';

describe('rewriting links', () => {
  const names = [
    'a',
    'b c',
    'd(1)',
    'é',
    'f%20g',
    '1&2',
    "it's",
    'h_i*j',
    'k#l',
    'm?n',
    'o\\p',
    '"q"',
    '~r',
    '-s',
    '[t]',
    'readme',
    'x:y',
    '<u>',
  ];
  const folders = ['', 'one/', 'two words/', 'one/deep(er)/', 'docs/', '(a) b/'];
  const paths = fc.tuple(fc.constantFrom(...folders), fc.constantFrom(...names)).map(([folder, name]) => folder + name);
  const forms: ((address: string) => string)[] = [
    (address) => `[t](${address})`,
    (address) => `![t](${address} "title")`,
    (address) => `[t](${address}#part)`,
    (address) => `\n\n[${address.length}]: ${address}\n\n`,
    (address) => `[t](<${address}>)`,
    (address) => `<a href="${address}?q=1">t</a>`,
    (address) => `\n\n{% content-ref url="${address}" %}\n\n`,
  ];

  const encode = (path: string) =>
    path
      .split('/')
      .map((part) => encodeURIComponent(part).replace(/[()'*]/g, (letter) => `%${letter.charCodeAt(0).toString(16)}`))
      .join('/');

  interface RewriteCase {
    before: string[];
    after: string[];
    links: { target: number; form: number; rooted: boolean }[];
  }
  const rewriteCases: fc.Arbitrary<RewriteCase> = fc.integer({ min: 1, max: 6 }).chain((count) => {
    const all = fc.uniqueArray(paths, { minLength: count, maxLength: count });
    return fc.record({
      before: all,
      after: all,
      links: fc.array(fc.record({ target: fc.nat(count - 1), form: fc.nat(forms.length - 1), rooted: fc.boolean() }), {
        maxLength: 6,
      }),
    });
  });

  const lookupFor = (files: string[]) =>
    createLinkLookup({
      root: '',
      pages: new Map(files.map((file, index) => [`${file}.md`, `page_${index}`])),
      shared: new Map(),
      files: new Map(),
    });

  it('retains the target of every link after any renames, and changes only links to moved pages', () => {
    fc.assert(
      fc.property(rewriteCases, fc.boolean(), ({ before, after, links }, ownMoves) => {
        const file = `${before[0]}.md`;
        const newFile = ownMoves ? `${after[0]}.md` : file;
        const up = file.includes('/') ? '../'.repeat(file.split('/').length - 1) : '';
        const text = `---\ntitle: T\n---\nText ${links.map(({ target, form, rooted }) => forms[form]!((rooted ? '/' : up) + encode(`${before[target]}.md`))).join(' and ')} \`[c](${encode(before[0]!)}.md)\``;
        const present = resolveLinks(text, file, lookupFor(before));
        expect(present.map(({ target }) => target.id)).toEqual(links.map(({ target }) => `page_${target}`));
        const moved = new Map(after.map((path, index) => [`page_${index}`, `${path}.md`]));
        if (!ownMoves) moved.delete('page_0');
        const targets = after.map((path, index) => (index === 0 && !ownMoves ? before[0]! : path));
        if (new Set(targets).size < targets.length) return;
        const rewritten = rewriteLinks({ text, links: present, file, newFile, moved, root: '' });
        expect(rewritten.links).toEqual(resolveLinks(rewritten.text, newFile, lookupFor(targets)));
        expect(rewritten.links.map(({ target }) => target)).toEqual(present.map(({ target }) => target));
        const rest = (whole: string, spans: { start: number; end: number }[]) =>
          spans.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), whole);
        expect(rest(rewritten.text, rewritten.links)).toBe(rest(text, present));
      }),
      { numRuns: 400 },
    );
  });

  it('does not change a text without a link to a moved page, byte for byte', () => {
    const text = '[a](./b.md) [c](<d e.md>) ![f](g\\_h.png)';
    const lookup = lookupFor(['b', 'd e', 'other']);
    const links = resolveLinks(text, 'x.md', lookup);
    expect(links).toHaveLength(2);
    expect(rewriteLinks({ text, links, file: 'x.md', moved: new Map([['page_2', 'z.md']]), root: '' })).toEqual({
      text,
      links,
    });
  });

  it.each([
    ['[a](./b.md#x)', { b: 'new name.md' }, '[a](./new%20name.md#x)'],
    ['[a](<b.md>)', { b: 'new (1).md' }, '[a](<new (1).md>)'],
    ['[a](b.md)', { b: 'n(1).md' }, '[a](n%281%29.md)'],
    ['[a](/docs/b.md)', { b: 'docs/c/d.md' }, '[a](/docs/c/d.md)'],
    ['<img src="b.md">', { b: 'c d.md' }, '<img src="c d.md">'],
    ['---\ncover: b.md\n---\n', { b: 'c: d.md' }, '---\ncover: c%3A%20d.md\n---\n'],
  ])('rewrites %j after %j as %j', (text, moves, expected) => {
    const lookup = createLinkLookup({
      root: '',
      pages: new Map([
        ['b.md', 'b'],
        ['docs/b.md', 'b'],
      ]),
      shared: new Map(),
      files: new Map(),
    });
    const links = resolveLinks(text, 'x.md', lookup);
    expect(rewriteLinks({ text, links, file: 'x.md', moved: new Map(Object.entries(moves)), root: '' }).text).toBe(
      expected,
    );
  });

  it('changes relative links of a page that moves to another folder, but not links from the root', () => {
    const text = '[a](../b.md) [c](/one/d.md) [e](./) [f](f)';
    const lookup = createLinkLookup({
      root: '',
      pages: new Map([
        ['b.md', 'b'],
        ['one/d.md', 'd'],
        ['one/README.md', 'r'],
        ['one/f.md', 'f'],
      ]),
      shared: new Map(),
      files: new Map(),
    });
    const links = resolveLinks(text, 'one/x.md', lookup);
    const moved = new Map([['x', 'two/three/x.md']]);
    expect(rewriteLinks({ text, links, file: 'one/x.md', newFile: 'two/three/x.md', moved, root: '' }).text).toBe(
      '[a](../../b.md) [c](/one/d.md) [e](../../one/) [f](../../one/f)',
    );
  });
});
