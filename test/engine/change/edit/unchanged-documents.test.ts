import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Hash, Json, Manifest, Page } from '../../../../src/engine/base/types.js';
import { splitFrontMatter } from '../../../../src/engine/text/markdown/front-matter.js';
import { importFolder } from '../../../../src/engine/tree/import/import-folder.js';
import { cachedTargets } from '../../../../src/engine/tree/links/references.js';
import { manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { applyChanges } from '../../../../src/modules/content/content-work/content-changes.js';
import { readDocument } from '../../../../src/modules/content/content-work/read-text.js';
import { seeds } from '../../../support/properties.js';
import { corpora, corpusFiles, corpusSkipSuffix } from '../../corpora.js';

// A document that is read and written back unchanged must be accepted, and must not change the page.

interface Content {
  manifest: Manifest;
  read: (hash: Hash) => Uint8Array;
}

function imported(entries: Map<string, () => Uint8Array>): Content {
  let number = 0;
  const { manifest, blobs } = importFolder({ entries, newId: (kind) => `${kind}${number++}` });
  return { manifest, read: (hash) => blobs.get(hash)!() };
}

function corpus(name: string): Content {
  const read = (path: string) => () => new Uint8Array(readFileSync(join(corpora!, name, path)));
  return imported(new Map(corpusFiles(name).map((path) => [path, read(path)])));
}

function folder(files: Record<string, string>): Content {
  return imported(new Map(Object.entries(files).map(([path, text]) => [path, () => new TextEncoder().encode(text)])));
}

/** Returns the document of a page as a client parses it from JSON. */
function documentOf({ manifest, read }: Content, { blob, file }: Page): Json {
  const markdown = splitFrontMatter(new TextDecoder().decode(read(blob!))).body;
  return JSON.parse(JSON.stringify(readDocument({ markdown, file: file!, targets: cachedTargets(manifest) })));
}

/** Returns a document without the keys of its nodes, because they are derived. */
const withoutKeys = (document: Json): Json =>
  JSON.parse(JSON.stringify(document, (name, value) => (name === 'key' ? undefined : value)));

/** Returns the files of pages whose document is refused or changed when it is written back. */
function filesThatChange(content: Content, { given = (document: Json) => document, of = 1 } = {}): string[] {
  const { manifest, read } = content;
  const part = seeds(1)[0]! % of;
  const documents = manifestIndex(manifest).pages.filter(({ page }) => page.type === 'document' && page.blob);
  const pages = documents.filter((_, index) => index % of === part);
  expect(pages.length).toBeGreaterThan(0);
  const { root } = manifestTree(manifest);
  const isUntouched = (page: Page): boolean => {
    const document = { document: given(documentOf(content, page)) };
    const changed = applyChanges(manifest, [{ updatePage: { page: page.id, document } }], read);
    return manifestTree(changed.manifest).root === root && changed.blobs.size === 0;
  };
  return pages.filter(({ page }) => !isUntouched(page)).map(({ page }) => page.file!);
}

const texts = {
  'README.md': '# Home\n\n* one\n* two\n\n[use](guide/use.md#part), [gone](gone.md), <https://example.org>\n',
  'guide/use.md': '---\ndescription: Use\n---\n\nUse\n===\n\nA\n- - -\n1) x\n2) y\n',
  'tags.md':
    '<div align="center"><video src="x.mp4" custom></video></div>\n\n<unknown-tag>text</unknown-tag>\n\n{% hint style="odd" %}\nx\n{% endhint %}\n',
  'code.md':
    '~~~js {1,3}\nlet a;\n~~~\n\n    indented\n\n| a | b |\n|--|:-:|\n| `x` | [y](/pages/gone) [z](/pages/guide/use.md) |\n',
  'broken.md':
    '![x](docgraph:file/gone) [y](docgraph:page/gone#part) [z](docgraph:page/) {% content-ref url="nowhere.md" %}\n[n](nowhere.md)\n{% endcontent-ref %}\n',
  'deep.md': `${'> '.repeat(400)}deep\n`,
  'math.md': '$$a\n\n[^1]: Note.\n\nText[^1] &amp; &copy; \\* trailing  \nbreak\\\nend',
  'crlf.md': '# Title\r\n\r\nText\r\n* a\r\n',
  'empty.md': '',
};

describe('writing back the document of a page', () => {
  it('changes nothing, whatever the Markdown style of the page', () => {
    expect(filesThatChange(folder(texts))).toEqual([]);
  });

  it('changes nothing if the client omits the keys of nodes and a document can represent the page', () => {
    const { 'README.md': home, 'guide/use.md': use, 'code.md': code } = texts;
    expect(
      filesThatChange(folder({ 'README.md': home, 'guide/use.md': use, 'code.md': code }), { given: withoutKeys }),
    ).toEqual([]);
  });

  it('writes the changed text in the style of documents', () => {
    const content = folder(texts);
    const { page } = manifestIndex(content.manifest).pageByFile.get('README.md')!;
    const document = JSON.stringify(documentOf(content, page)).replace('"one"', '"three"');
    const changes = [{ updatePage: { page: page.id, document: { document: JSON.parse(document) } } }];
    const { manifest, blobs } = applyChanges(content.manifest, changes, content.read);
    const { blob } = manifestIndex(manifest).pageById.get(page.id)!.page;
    expect(new TextDecoder().decode(blobs.get(blob!))).toContain('* three\n');
  });

  // Each run tests a part of the large corpora. `npm run soak` covers the others.
  it.skipIf(!corpora).each([
    ['every page', 1, 'small-laravel-translatable'],
    ['every fourth page', 4, 'medium-elsa'],
    ['every second page', 2, 'mdbook-rust-by-example'],
    ['every eighth page', 8, 'large-rocketchat-dev'],
  ] as const)(`changes nothing in a sample (%s, one in %i) of the corpus %s${corpusSkipSuffix}`, (_which, of, name) => {
    expect(filesThatChange(corpus(name), { of })).toEqual([]);
  });
});
