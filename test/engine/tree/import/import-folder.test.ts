import { describe, expect, it } from 'vitest';
import { importFolder } from '../../../../src/engine/tree/import/import-folder.js';
import { defaultLayout } from '../../../../src/engine/tree/import/page-layout.js';
import {
  encode,
  importedTreeSketch,
  importTexts,
  manifestOf,
  pageAt,
  pagesOf,
  sketch,
  type Texts,
} from '../../folder-helpers.js';

describe('the content root', () => {
  it.each([
    ['.gitbook.yaml', { '.gitbook.yaml': 'root: ./docs/\n', 'docs/a.md': '', 'b.md': '' }, 'docs'],
    ['book.toml, src by default', { 'book.toml': '[book]\ntitle = "T"\n', 'src/a.md': '' }, 'src'],
    ['book.toml', { 'book.toml': "[book]\nsrc = 'text'\n[build]\nsrc = 'no'\n", 'text/a.md': '' }, 'text'],
    ['.gitbook.yaml before book.toml', { '.gitbook.yaml': 'redirects: {}\n', 'book.toml': '', 'src/a.md': '' }, ''],
    ['book.json', { 'book.json': '{"root":"./text"}', 'text/a.md': '', 'b.md': '' }, 'text'],
    ['book.json with a byte-order mark', { 'book.json': '\ufeff{"root":"text"}', 'text/a.md': '', 'b.md': '' }, 'text'],
    ['.gitbook.yaml before book.json', { '.gitbook.yaml': 'root: a', 'book.json': '{"root":"b"}', 'a/a.md': '' }, 'a'],
    ['book.json if .gitbook.yaml is empty', { '.gitbook.yaml': '', 'book.json': '{"root":"b"}', 'b/a.md': '' }, 'b'],
    ['book.json before book.toml', { 'book.json': '{"title":"T"}', 'book.toml': '', 'src/a.md': '' }, ''],
    ['the folder if book.json is not an object', { 'book.json': '["root"]', 'a.md': '' }, ''],
    ['the folder if there is no configuration', { 'a.md': '' }, ''],
  ])('is determined by %s', (_, texts: Texts, root) => {
    const manifest = manifestOf(texts);
    expect(manifest.root).toBe(root);
    expect(pagesOf(manifest).filter((page) => page.type === 'document')).toHaveLength(1);
  });

  it.each([
    ['.gitbook.yaml', 'root: ['],
    ['.gitbook.yaml', 'root: ../x'],
    ['.gitbook.yaml', 'root: missing'],
    ['book.json', '{"root":'],
    ['book.json', '{"root":"missing"}'],
    ['book.toml', '[book]\nsrc = "missing"'],
  ])('is the folder, with a notice, if %s contains %j', (file, text) => {
    const { manifest, notices } = importTexts({ [file]: text, 'a.md': '' });
    expect([manifest.root, notices]).toEqual(['', [expect.objectContaining({ kind: 'configuration', file })]]);
  });

  it.each<[string, Texts]>([
    ['.gitbook.yaml', { '.gitbook.yaml': 'root: docs\nstructure:\n  readme: start.md\n  summary: toc.md\n' }],
    ['book.json', { 'book.json': '{"root":"docs","structure":{"readme":"start.md","summary":"toc.md"}}' }],
    [
      'both files, one part each',
      {
        '.gitbook.yaml': 'structure:\n  summary: toc.md\n',
        'book.json': '{"root":"docs","structure":{"readme":"start.md","summary":"no.md"}}',
      },
    ],
  ])('can set its own table of contents and front page in %s', (_, config) => {
    const texts = {
      ...config,
      'docs/start.md': '# S',
      'docs/toc.md': '* [S](start.md)\n',
      'docs/SUMMARY.md': '',
    };
    expect(importedTreeSketch(texts)).toBe('S@[(SUMMARY@summary)]');
    expect(manifestOf(texts).summary?.file).toBe('docs/toc.md');
  });
});

describe('the tree of an import', () => {
  it('is the tree of SUMMARY.md; other pages are hidden and placed by their folder', () => {
    const texts = {
      'SUMMARY.md':
        '# T\n\n* [Home](README.md)\n\n## More\n\n* [One](one/README.md)\n  * [Two](one/two.md)\n* [Web](https://a.b)\n* [Data](data.json)\n',
      'README.md': '',
      'one/README.md': '',
      'one/two.md': '',
      'one/three.md': '# Three',
      'one/deep/er/four.md': '# Four',
      'five.md': '# Five',
      'data.json': '{}',
    };
    expect(importedTreeSketch(texts)).toBe(
      'Home@[(Five@five)] #More@more[One@one[Two@one/two (Four@one/deep/er/four) (Three@one/three)] ' +
        'Web@{"kind":"url","url":"https://a.b"} Data@{"kind":"file","file":"file_1"}]',
    );
  });

  it('is the tree of the folders if there is no SUMMARY.md', () => {
    const texts = {
      'README.md': '# Home',
      'b.md': '',
      'a/README.md': '# A',
      'a/x.md': '',
      'c/y.md': '',
      'c/d/z.md': '',
    };
    expect(importedTreeSketch(texts)).toBe('Home@ A@a[x@a/x] b@b #c@c[z@c/d/z y@c/y]');
  });

  it('takes a title from SUMMARY.md, otherwise from the front matter, the first heading, or the file name', () => {
    const page = '---\ntitle: Front\n---\n# Heading\n';
    const texts = {
      'SUMMARY.md': '* [Listed](a.md)\n* [](b.md)\n',
      'a.md': page,
      'b.md': page,
      'c.md': 'Text\n\nA `b` **c**\n---\n',
      'd e.md': 'Text',
    };
    expect(importedTreeSketch(texts)).toBe('Listed@a Front@b (A b c@c) (d e@d-e)');
  });

  it('gives documents the path of their file, and groups an unused path', () => {
    const texts = {
      'SUMMARY.md':
        '# T\n\n## Guide\n\n* [A](Guide/README.md)\n\n## Guide\n\n* [B](Two%20Words.md)\n* [C](two-words.md)\n',
      'Guide/README.md': '',
      'Two Words.md': '',
      'two-words.md': '',
    };
    expect(importedTreeSketch(texts)).toBe('#Guide@guide-1[A@guide] #Guide@guide-2[B@two-words C@two-words-1]');
  });

  it('has a link to the anchor for an entry with an anchor', () => {
    const texts = { 'SUMMARY.md': '* [A](a.md)\n* [Part](a.md#part)\n', 'a.md': '' };
    expect(manifestOf(texts).pages[1]).toMatchObject({
      type: 'link',
      target: { kind: 'anchor', anchor: 'part', page: expect.stringMatching(/^page_/) },
    });
  });
});

describe('an import', () => {
  it('retains every other file with its type, and SUMMARY.md separately', () => {
    const manifest = manifestOf({
      '.gitbook.yaml': 'root: docs',
      'docs/SUMMARY.md': '',
      'docs/a.png': 'x',
      'README.md': '#',
      'docs/b': '',
    });
    expect(manifest.files.map(({ path, contentType, size }) => [path, contentType, size])).toEqual([
      ['.gitbook.yaml', 'text/yaml', 10],
      ['README.md', 'text/markdown', 1],
      ['docs/a.png', 'image/png', 1],
      ['docs/b', 'application/octet-stream', 0],
    ]);
    expect(manifest.summary?.file).toBe('docs/SUMMARY.md');
    expect(manifest.pages).toEqual([]);
  });

  it("reads the fields of GitBook's front matter", () => {
    const front =
      'description: D\nicon: star\nhidden: true\ncover: img/c d.png\ncoverY: -5\ncoverHeight: 300\nvars:\n  a: 1\nlayout:\n  width: wide\n  cover:\n    visible: true\n    size: hero\n  outline:\n    visible: false\n';
    const page = pageAt(manifestOf({ 'a.md': `---\n${front}---\n`, 'img/c d.png': 'x' }), 'a.md');
    expect(page).toMatchObject({ description: 'D', icon: 'star', hidden: true, variables: { a: 1 } });
    expect(page.cover).toEqual({ ref: { kind: 'file', file: 'file_1' }, yPos: -5, height: 300 });
    expect(page.layout).toEqual({
      width: 'wide',
      coverSize: 'hero',
      cover: true,
      title: true,
      description: true,
      tableOfContents: true,
      outline: false,
      pagination: true,
      metadata: true,
    });
    expect(page.links).toHaveLength(1);
  });

  it('reads metaLinks as URLs, pages and files, and omits targets that do not exist', () => {
    const front =
      'metaLinks:\n  canonical: b.md\n  alternates:\n    - https://one.test/a\n    - ../c.png\n    - gone.md\n    - 5\n';
    const texts = { 'g/a.md': `---\n${front}---\n`, 'g/b.md': '', 'c.png': 'x', 'd.md': '---\nmetaLinks: 5\n---\n' };
    const manifest = manifestOf(texts);
    expect(pageAt(manifest, 'g/a.md').metaLinks).toEqual({
      canonical: { kind: 'page', page: pageAt(manifest, 'g/b.md').id },
      alternates: [
        { kind: 'url', url: 'https://one.test/a' },
        { kind: 'file', file: manifest.files[0]!.id },
      ],
    });
    expect(pageAt(manifest, 'd.md').metaLinks).toBeUndefined();
  });

  it('completes a layout with the defaults of a page without a layout', () => {
    const page = pageAt(
      manifestOf({ 'a.md': '---\nlayout:\n  width: wide\n  cover:\n    visible: true\n---\n' }),
      'a.md',
    );
    expect(page.layout).toEqual({ ...defaultLayout, width: 'wide' });
  });

  it('resolves links between pages and files, and reports broken links', () => {
    const texts = {
      'a.md': '[b](one/) [c](/one/two.md#x) ![i](<i (1).png>) [d](gone.md)',
      'one/README.md': '',
      'one/two.md': '',
      'i (1).png': '',
    };
    const { manifest, notices } = importTexts(texts);
    expect(pageAt(manifest, 'a.md').links?.map(({ target }) => target.kind)).toEqual(['page', 'page', 'file']);
    expect(notices).toEqual([{ kind: 'broken-link', file: 'a.md', message: 'gone.md' }]);
  });

  it('refuses a page over 1 MiB', () => {
    expect(() => importTexts({ 'a.md': 'x'.repeat(1_048_577) })).toThrow(
      /"a.md" must have at most 1048576 bytes to be a page \(got 1048577/,
    );
  });

  it('reads text between two horizontal rules at the start of a page as text, not as front matter', () => {
    const { manifest, notices } = importTexts({ 'a.md': '---\n\nWelcome\n\n---\n\nText\n' });
    expect([manifest.pages.map(({ title }) => title), notices]).toEqual([['a'], []]);
  });

  it('imports Markdown in dot folders as files, unless a table of contents lists it', () => {
    const texts = { 'SUMMARY.md': '* [S](.claude/listed.md)\n', '.claude/listed.md': '', '.claude/rules.md': '' };
    const { manifest } = importTexts(texts);
    expect([sketch(manifest.pages), manifest.files.map(({ path }) => path)]).toEqual([
      'S@.claude/listed',
      ['.claude/rules.md'],
    ]);
  });

  it('finds files whose names are in another normalization form', () => {
    const texts = { 'SUMMARY.md': '* [\u00e9](\u00e9.md)\n', 'e\u0301.md': '[own](\u00e9.md)' };
    const { manifest, notices } = importTexts(texts);
    expect([manifest.pages.length, manifest.pages[0]!.links?.length, notices]).toEqual([1, 1, []]);
  });

  it('refuses to return bytes that changed during the import', () => {
    let text = 'one';
    const { blobs } = importFolder({ entries: new Map([['a.txt', () => encode(text)]]), newId: () => 'file_1' });
    text = 'two';
    expect(() => [...blobs.values()][0]!()).toThrow(/"a.txt" must stay as it is/);
  });
});

describe('a second import', () => {
  const texts = {
    'SUMMARY.md': '# T\n\n* [A](a.md)\n\n## G\n\n* [B](b.md)\n* [W](https://a.b)\n',
    'a.md': '[b](b.md)',
    'b.md': 'B',
    'c.txt': 'C',
  };
  const first = manifestOf(texts);

  it('returns the same manifest and no new blobs', () => {
    const again = importTexts(texts, first);
    expect(again.manifest).toStrictEqual(first);
    expect(again.blobs.size).toBe(0);
  });

  it('retains ids of edited and moved pages and files', () => {
    const moved = {
      'SUMMARY.md': '# T\n\n* [A](a.md)\n\n## G\n\n* [B](x/b.md)\n',
      'a.md': 'edited',
      'x/b.md': 'B',
      'd.txt': 'C',
    };
    const second = manifestOf(moved, first);
    expect(pageAt(second, 'a.md').id).toBe(pageAt(first, 'a.md').id);
    expect(pageAt(second, 'x/b.md')).toMatchObject({ id: pageAt(first, 'b.md').id, path: 'x/b' });
    expect(second.files[0]).toMatchObject({ id: first.files[0]!.id, path: 'd.txt' });
    expect(second.pages[1]!.id).toBe(first.pages[1]!.id);
  });

  it('gives new pages new ids, even if their bytes equal another page', () => {
    const second = manifestOf({ ...texts, 'copy.md': 'B' }, first);
    expect(pageAt(second, 'b.md').id).toBe(pageAt(first, 'b.md').id);
    expect(pageAt(second, 'copy.md').id).toBe('page_1001');
  });

  it('retains members that only the API can set, and takes the others from the files', () => {
    const edited = structuredClone(first);
    Object.assign(pageAt(edited, 'a.md'), { emoji: '1f600', condition: 'x', description: 'API', path: 'slug' });
    Object.assign(edited.pages[1]!, { emoji: '1f601', path: 'group-slug' });
    edited.variables = { a: 1 };
    const second = manifestOf(texts, edited);
    expect(pageAt(second, 'a.md')).toMatchObject({ emoji: '1f600', condition: 'x', path: 'slug' });
    expect(pageAt(second, 'a.md')).not.toHaveProperty('description');
    expect(second.pages[1]).toMatchObject({ emoji: '1f601', path: 'group-slug' });
    expect(second.variables).toEqual({ a: 1 });
  });
});
