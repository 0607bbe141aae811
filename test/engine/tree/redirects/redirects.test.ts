import { describe, expect, it } from 'vitest';
import { emptyManifest } from '../../../../src/engine/tree/manifest/empty-manifest.js';
import { readRedirects, redirectsFile, redirectTarget } from '../../../../src/engine/tree/redirects/redirects.js';

const read = (text: string) => [...readRedirects(new TextEncoder().encode(text))];

describe('the redirects of a configuration', () => {
  it.each<[string, string, [string, string][]]>([
    ['a path and the file it leads to', 'redirects:\n  help: support.md', [['help', 'support.md']]],
    ['paths without their outer slashes and `./`', 'redirects:\n  /a/b/: ./c/d.md', [['a/b', 'c/d.md']]],
    ['a file without its anchor', 'redirects: { a: "b.md#c" }', [['a', 'b.md']]],
    ['numbers as paths', 'redirects: { 2024: news.md }', [['2024', 'news.md']]],
    [
      'names that objects inherit',
      'redirects: { __proto__: a.md, constructor: b.md }',
      [
        ['__proto__', 'a.md'],
        ['constructor', 'b.md'],
      ],
    ],
    ['a file with a byte-order mark', '\ufeffredirects: { a: b.md }', [['a', 'b.md']]],
  ])('are read from %s', (_, text, expected) => expect(read(text)).toEqual(expected));

  it.each([
    ['a file without redirects', 'root: docs'],
    ['patterns', 'redirects: { "old/*": new.md }'],
    ['the empty path', 'redirects: { /: new.md }'],
    ['lists and maps', 'redirects: { a: [b.md], c: { d: e.md } }'],
    ['a list instead of a map', 'redirects: [a.md]'],
    ['aliases', 'x: &x { a: b.md }\nredirects: *x'],
    ['invalid YAML', 'redirects: { a: b.md'],
    ['binary data', '\0\x01\x02'],
    ['an empty file', ''],
  ])('are not read from %s', (_, text) => expect(read(text)).toEqual([]));

  it('resolve a target to a file below the root, and to the path of such a file', () => {
    expect(redirectTarget('Guide/README.md', { root: 'docs' })).toEqual({
      file: 'docs/Guide/README.md',
      path: 'guide',
    });
    expect(redirectTarget('my page.md', { root: '' })).toEqual({ file: 'my page.md', path: 'my-page' });
  });

  it('are read only from the file at the top of the folder, up to 1 MiB', () => {
    const file = { id: 'f', name: '.gitbook.yaml', blob: 'x', contentType: 'text/yaml', size: 1_048_576 };
    const withFile = (path: string, size = file.size) => ({ ...emptyManifest, files: [{ ...file, path, size }] });
    expect(redirectsFile(withFile('.gitbook.yaml'))).toMatchObject({ path: '.gitbook.yaml' });
    expect(redirectsFile(withFile('docs/.gitbook.yaml'))).toBeNull();
    expect(redirectsFile(withFile('.gitbook.yaml', 1_048_577))).toBeNull();
  });
});
