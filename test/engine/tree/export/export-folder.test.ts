import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Manifest } from '../../../../src/engine/base/types.js';
import { encode, exportTexts, manifestOf, pageAt, pagesOf, type Texts } from '../../folder-helpers.js';

describe('an export', () => {
  const texts = {
    'SUMMARY.md': '#   Odd  title\n\n+ [A](./a.md)\n\n## G\n- [B](<b.md>)\n',
    'a.md': '\uFEFFA\r\n',
    'b.md': '',
    'hidden.md': 'H',
    'x/c.bin': new Uint8Array([0, 255]),
  };
  const manifest = manifestOf(texts);
  const summaryAfter = (change: (copy: Manifest) => void) => {
    const copy = structuredClone(manifest);
    change(copy);
    return new TextDecoder().decode(exportTexts(texts, copy)['SUMMARY.md'] as Uint8Array);
  };

  it('is the imported folder, byte for byte', () => {
    const expected = Object.fromEntries(Object.entries(texts).map(([path, content]) => [path, encode(content)]));
    expect(exportTexts(texts, manifest)).toEqual(expected);
  });

  it('rewrites the table of contents if the tree has changed, without the unlisted pages', () => {
    expect(summaryAfter((copy) => (copy.pages[0]!.title = 'New'))).toBe(
      '# Table of contents\n\n* [New](a.md)\n\n## G\n\n* [B](b.md)\n',
    );
    expect(summaryAfter((copy) => copy.pages.reverse())).toBe(
      '# Table of contents\n\n## G\n\n* [B](b.md)\n\n***\n\n* [A](a.md)\n',
    );
    expect(summaryAfter((copy) => (pageAt(copy, 'hidden.md').hidden = undefined))).toContain('(hidden.md)');
  });

  it('writes link titles to the table of contents, and the next import reads them', () => {
    const linked = {
      'SUMMARY.md': '* [A](a.md "First")\n* [Out](https://a.b "Away")\n* [Anchor](a.md#x \'Part\')\n* [B](b.md)\n',
      'a.md': '',
      'b.md': '',
      'hidden.md': '',
    };
    const one = manifestOf(linked);
    expect(one.pages.map(({ linkTitle }) => linkTitle)).toEqual(['First', 'Away', 'Part', undefined, undefined]);
    const edited = structuredClone(one);
    edited.pages[0]!.linkTitle = 'Quote " and \\" &amp; \\\\';
    delete edited.pages[1]!.linkTitle;
    edited.pages[3]!.linkTitle = 'Second';
    pageAt(edited, 'hidden.md').linkTitle = 'Secret';
    const out = exportTexts(linked, edited);
    expect(out['SUMMARY.md']).not.toEqual(encode(linked['SUMMARY.md']));
    expect(manifestOf(out, edited).pages).toStrictEqual(edited.pages);
    const removed = manifestOf({ ...out, 'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n' }, edited);
    expect(removed.pages.map(({ linkTitle }) => linkTitle)).toEqual([undefined, undefined, 'Secret']);
  });

  it('writes a table of contents if there are link titles; an import without one retains the link titles', () => {
    const folders = { 'a.md': '# A', 'g/b.md': '# B' };
    const named = manifestOf(folders);
    named.pages[0]!.linkTitle = 'Short';
    named.pages[1]!.linkTitle = 'Group';
    expect(manifestOf(folders, named).pages).toStrictEqual(named.pages);
    const out = exportTexts(folders, named);
    expect(new TextDecoder().decode(out['SUMMARY.md'] as Uint8Array)).toContain('* [A](a.md "Short")\n');
    expect(manifestOf(out).pages[0]).toMatchObject({ title: 'A', linkTitle: 'Short' });
    expect(manifestOf(out, named).pages).toStrictEqual(named.pages);
  });

  it('writes a table of contents for a folder without one only if its tree has changed', () => {
    const folders = { 'README.md': '# Home', 'a.md': '# A', 'g/b.md': '# B' };
    const plain = manifestOf(folders);
    expect(Object.keys(exportTexts(folders, plain))).toEqual(['README.md', 'a.md', 'g/b.md']);
    plain.pages.reverse();
    const changed = exportTexts(folders, plain);
    expect(new TextDecoder().decode(changed['SUMMARY.md'] as Uint8Array)).toBe(
      '# Table of contents\n\n## g\n\n* [B](g/b.md)\n\n***\n\n* [A](a.md)\n* [Home](README.md)\n',
    );
    expect(manifestOf(changed, plain).pages).toStrictEqual(plain.pages);
  });

  it.each(['../x', '/x', 'a/../../x', '', '.git/config', 'a//b', 'a/'])('refuses the path %j', (path) => {
    const copy = structuredClone(manifest);
    copy.files[0]!.path = path;
    expect(() => exportTexts(texts, copy)).toThrow(/must stay within the folder/);
  });

  it('reproduces any folder, and is imported as the same manifest', () => {
    const names = fc.constantFrom(
      'a.md',
      'B c.md',
      'README.md',
      'index.md',
      'x/README.md',
      'x/y.md',
      'x/Y.md',
      'x/z/w.md',
      'q/r.md',
      'q/s/t.md',
      'i (1).png',
      'x.txt',
    );
    const bodies = fc.constantFrom(
      '',
      '# T',
      '[a](a.md) ![i](<i (1).png>)',
      '---\ntitle: F\nhidden: true\n---\n[x](x/y.md)',
      '---\nicon: i\n---\n\n# H',
    );
    fc.assert(
      fc.property(
        fc.dictionary(names, bodies, { noNullPrototype: true }),
        fc.boolean(),
        fc.nat(),
        (files, listed, cut) => {
          const pages = Object.keys(files).filter((path) => path.endsWith('.md'));
          const summary = pages
            .slice(cut % (pages.length + 1))
            .map((path) => `* [${path}](<${path}>)`)
            .join('\n');
          const folder: Texts = listed ? { ...files, 'SUMMARY.md': summary } : files;
          const one = manifestOf(folder);
          const out = exportTexts(folder, one);
          expect(Object.keys(out).sort()).toEqual(Object.keys(folder).sort());
          for (const [path, bytes] of Object.entries(out)) expect(bytes).toEqual(encode(folder[path]!));
          expect(manifestOf(out, one)).toStrictEqual(one);
          const paths = pagesOf(one).flatMap((page) => page.path ?? []);
          expect(new Set(paths).size).toBe(paths.length);
        },
      ),
      { numRuns: 200 },
    );
  });
});
