import { expect, it } from 'vitest';
import { ContentError } from '../../../../src/engine/base/types.js';
import { importStrictly, importTexts, sketch, type Texts } from '../../folder-helpers.js';

it.each<[string, Texts, { pages: string; notice: object }]>([
  [
    'a SUMMARY entry without its file',
    { 'SUMMARY.md': '# T\n\n* [A](a.md)\n  * [B](b.md)\n', 'b.md': '' },
    {
      pages: 'B@b',
      notice: { kind: 'missing-file', file: 'SUMMARY.md', line: 3, message: 'the file must exist (got "a.md")' },
    },
  ],
  [
    'a SUMMARY entry outside the folder',
    { 'SUMMARY.md': '* [A](../../etc/passwd.md)\n' },
    {
      pages: '',
      notice: {
        kind: 'missing-file',
        file: 'SUMMARY.md',
        line: 1,
        message: 'the file must exist (got "../../etc/passwd.md")',
      },
    },
  ],
  [
    'a file listed twice',
    { 'SUMMARY.md': '* [A](a.md)\n* [B](a.md)\n  * [C](c.md)\n', 'a.md': '', 'c.md': '' },
    {
      pages: 'A@a B@{"kind":"page","page":"page_1"} C@c',
      notice: {
        kind: 'listed-twice',
        file: 'SUMMARY.md',
        line: 2,
        message: 'a file must be listed once (got "a.md" again)',
      },
    },
  ],
  [
    'a SUMMARY that lists itself',
    { 'SUMMARY.md': '* [Me](SUMMARY.md)\n* [A](a.md)\n', 'a.md': '' },
    {
      pages: 'A@a',
      notice: {
        kind: 'lists-itself',
        file: 'SUMMARY.md',
        line: 1,
        message: 'a table of contents must not list itself',
      },
    },
  ],
  [
    'a page that is not UTF-8',
    { 'a.md': new Uint8Array(Buffer.from('# Caf\xe9\n', 'latin1')) },
    { pages: 'Café@a', notice: { kind: 'encoding', file: 'a.md', message: 'must be UTF-8 (got windows-1252)' } },
  ],
  [
    'variables that are not UTF-8',
    {
      '.gitbook/vars.yaml': new Uint8Array(Buffer.from('name: Gr\xf6\xdfe f\xfcr alle Nutzer\n', 'latin1')),
      'a.md': '',
    },
    {
      pages: 'a@a',
      notice: { kind: 'encoding', file: '.gitbook/vars.yaml', message: 'must be UTF-8 (got windows-1252)' },
    },
  ],
  [
    'a page that is not text',
    { 'a.md': new Uint8Array([0x89, 0x50, 0x1a, 0x0a, 0x00]), 'b.md': '' },
    {
      pages: 'b@b',
      notice: {
        kind: 'not-text',
        file: 'a.md',
        message: 'must be text; convert it to UTF-8 or remove it from the folder',
      },
    },
  ],
  [
    'a table of contents that is not text',
    {
      '.gitbook.yaml': 'structure:\n  summary: toc.txt\n',
      'toc.txt': new Uint8Array([0x89, 0x50, 0x1a, 0x0a, 0x00]),
      'a.md': '',
    },
    {
      pages: 'a@a',
      notice: {
        kind: 'not-text',
        file: 'toc.txt',
        message: 'must be text; convert it to UTF-8 or remove it from the folder',
      },
    },
  ],
  [
    'a page with a NUL',
    { 'a.md': 'x\0' },
    {
      pages: '',
      notice: { kind: 'not-text', file: 'a.md', message: 'must be text without NUL (got one at character 1)' },
    },
  ],
  [
    'front matter that is not YAML',
    { 'a.md': '---\ntitle: [one\n---\n# A\n' },
    {
      pages: 'A@a',
      notice: {
        kind: 'front-matter',
        file: 'a.md',
        line: 3,
        message: expect.stringContaining('cannot be read: Flow sequence'),
      },
    },
  ],
  [
    'variables that cannot be read',
    { '.gitbook/vars.yaml': 'a: [', 'a.md': '' },
    {
      pages: 'a@a',
      notice: {
        kind: 'variables',
        file: '.gitbook/vars.yaml',
        line: 1,
        message: expect.stringContaining('cannot be read'),
      },
    },
  ],
  [
    'a configuration that is not YAML',
    { '.gitbook.yaml': 'root: [', 'a.md': '' },
    {
      pages: 'a@a',
      notice: { kind: 'configuration', file: '.gitbook.yaml', message: expect.stringContaining('cannot be read') },
    },
  ],
  [
    'a content root that is not in the folder',
    { 'book.json': '{"root":"../x"}', 'a.md': '' },
    {
      pages: 'a@a',
      notice: { kind: 'configuration', file: 'book.json', message: expect.stringContaining('(got "../x")') },
    },
  ],
])('a folder with %s is imported with a notice; a strict import throws an error', (_, texts, { pages, notice }) => {
  const { manifest, notices } = importTexts(texts);
  expect([sketch(manifest.pages), notices]).toEqual([pages, [notice]]);
  expect(() => importStrictly(texts)).toThrow(ContentError);
});

it('each unknown tag is reported once; a strict import accepts it, since no text is lost', () => {
  const texts = {
    'SUMMARY.md': '* [A](a.md)\n* [B](b.md)\n',
    'a.md': '---\ntitle: A\n---\n\n{% version 2 %}\n\nText {% raw %} here.\n\n{% endversion %}\n',
    'b.md': '```\n{% code-sample %}\n```\n\n{% version 3 %}\n\n{% hint style="info" %}\nC\n{% endhint %}\n',
  };
  const notice = { kind: 'unknown-tag', file: 'a.md', line: 5, message: 'the tag must be known (got "version")' };
  expect([importTexts(texts).notices, importStrictly(texts).notices]).toEqual([[notice], [notice]]);
});
