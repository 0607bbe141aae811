import { describe, expect, it } from 'vitest';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';
import { readRedirects, redirectsFile, targetOf } from '../../../../src/engine/tree/redirects/redirects.js';

const read = (text: string) => [...readRedirects(new TextEncoder().encode(text))];

describe('Of a configuration', () => {
  it.each<[string, string, [string, string][]]>([
    ['a path and the file it leads to', 'redirects:\n  help: support.md', [['help', 'support.md']]],
    ['slashes around both, and `./`, as none', 'redirects:\n  /a/b/: ./c/d.md', [['a/b', 'c/d.md']]],
    ['a file without the anchor behind it', 'redirects: { a: "b.md#c" }', [['a', 'b.md']]],
    ['numbers as paths', 'redirects: { 2024: news.md }', [['2024', 'news.md']]],
    [
      'names that objects have',
      'redirects: { __proto__: a.md, constructor: b.md }',
      [
        ['__proto__', 'a.md'],
        ['constructor', 'b.md'],
      ],
    ],
    ['a file behind a byte-order mark', '\ufeffredirects: { a: b.md }', [['a', 'b.md']]],
  ])('%s is read', (_, text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    ['no redirects', 'root: docs'],
    ['patterns', 'redirects: { "old/*": new.md }'],
    ['the empty path', 'redirects: { /: new.md }'],
    ['lists and maps', 'redirects: { a: [b.md], c: { d: e.md } }'],
    ['what is no map', 'redirects: [a.md]'],
    ['aliases', 'x: &x { a: b.md }\nredirects: *x'],
    ['what is no YAML', 'redirects: { a: b.md'],
    ['what is no text', '\0\x01\x02'],
    ['an empty file', ''],
  ])('%s has no effect', (_, text) => expect(read(text)).toEqual([]));

  it('a target is a file below the root, or the path that such a file has', () => {
    expect(targetOf('Guide/README.md', { root: 'docs' })).toEqual({ file: 'docs/Guide/README.md', path: 'guide' });
    expect(targetOf('my page.md', { root: '' })).toEqual({ file: 'my page.md', path: 'my-page' });
  });

  it('only the file at the top of the folder counts, up to 1 MiB', () => {
    const file = { id: 'f', name: '.gitbook.yaml', blob: 'x', contentType: 'text/yaml', size: 1_048_576 };
    const withFile = (path: string, size = file.size) => ({ ...emptyManifest, files: [{ ...file, path, size }] });
    expect(redirectsFile(withFile('.gitbook.yaml'))).toMatchObject({ path: '.gitbook.yaml' });
    expect(redirectsFile(withFile('docs/.gitbook.yaml'))).toBeNull();
    expect(redirectsFile(withFile('.gitbook.yaml', 1_048_577))).toBeNull();
  });
});
