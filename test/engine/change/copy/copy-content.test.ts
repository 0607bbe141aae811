import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { ContentRef, Manifest, Page } from '../../../../src/engine/base/types.js';
import { copyContent } from '../../../../src/engine/change/copy/copy-content.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { withinBounds } from '../../../support/cost.js';
import { document, file, manifest, manifestArbitrary, readBlob, storeBlobs, textOfPage } from '../../manifests.js';

let idCount = 0;
const newId = (noun: string): string => `${noun}-${++idCount}`;
const empty = manifest([]);

interface CopyInput {
  parameters?: Record<string, ContentRef>;
  from?: string;
}

/** Copies one manifest into another, from the space `T` into the space `S`. */
function copy(source: Manifest, target: Manifest, { parameters }: CopyInput = {}): Manifest {
  return storeBlobs(
    copyContent({
      source: { spaceId: 'T', manifest: source },
      target: { spaceId: 'S', manifest: target },
      readBlob,
      newId,
      pointer: 'params/contentRefs',
      ...(parameters && { parameters: new Map(Object.entries(parameters)) }),
      destination: (ref) => String(ref.url ?? `/${ref.page}.md`),
    }),
  );
}

const pagesOf = (one: Manifest): Page[] => manifestIndex(one).pages.map(({ page }) => page);
/** Text of the page at a path. */
const textAt = (one: Manifest, path: string): string => textOfPage(manifestIndex(one).pageByPath.get(path)!.page);

function linkTargets(one: Manifest, page: Page): string[] {
  const { pageById, fileById } = manifestIndex(one);
  return (page.links ?? []).map(({ target }) => pageById.get(target.id)?.page.title ?? fileById.get(target.id)!.name);
}

describe('copying arbitrary content', () => {
  const idsOf = ({ files, ...one }: Manifest) => [...pagesOf({ files, ...one }), ...files].map(({ id }) => id);
  const shape = (pages: Page[]): unknown[] =>
    pages.map(({ type, title, hidden, blob, children = [] }) => [type, title, hidden, blob && 1, shape(children)]);

  it('into an empty target gives the same content with other ids', () => {
    fc.assert(
      fc.property(manifestArbitrary(), (source) => {
        const copied = copy(source, empty);
        const ids = new Map(idsOf(source).map((id, index) => [id, idsOf(copied)[index]!]));
        expect(idsOf(copied).filter((id) => ids.has(id))).toEqual([]);
        const renamed = JSON.stringify(source, (key, value) => (key === 'id' ? (ids.get(value) ?? value) : value));
        expect(copied).toEqual(JSON.parse(renamed));
      }),
    );
  });

  it('next to other content keeps its shape, texts and links, keeps addresses unique and leaves the target unchanged', () => {
    fc.assert(
      fc.property(manifestArbitrary(), manifestArbitrary(), fc.constantFrom('', 'docs'), (source, target, root) => {
        const into = { ...target, root };
        const all = copy(source, into);
        const count = into.pages.length;
        expect(all.pages.slice(0, count)).toEqual(into.pages);
        expect(shape(all.pages.slice(count))).toEqual(shape(source.pages));
        expect(new Set(idsOf(all)).size).toBe(idsOf(source).length + idsOf(into).length);
        const paths = pagesOf(all).flatMap(({ path }) => path ?? []);
        expect(new Set(paths).size).toBe(paths.length);
        const files = [...pagesOf(all), ...all.files.map(({ path }) => ({ file: path }))].flatMap(
          (one) => one.file ?? [],
        );
        expect(new Set(files).size).toBe(files.length);
        const copies = pagesOf({ ...all, pages: all.pages.slice(count) });
        for (const [index, page] of pagesOf(source).entries()) {
          const [copied, own] = [copies[index]!, new Set(copies.map(({ id }) => id))];
          expect(linkTargets(all, copied).slice(0, page.links?.length)).toEqual(linkTargets(source, page));
          for (const { start, end, target: to } of copied.links ?? []) {
            expect(own.has(to.id)).toBe(true);
            expect(textOfPage(copied).slice(start, end)).toMatch(/\.md$/);
          }
          const plain = (one: Page) => one.blob && textOfPage(one).replaceAll(/\]\([^)]*\)/g, ']()');
          expect(plain(copied)).toBe(plain(page));
        }
      }),
    );
  });
});

describe('addresses of copied content', () => {
  const source = manifest(
    [
      document('docs/README.md', '[In](guide/use.md) ![A](/a.png) [Out](missing.md)\n', { id: 'r', path: '' }),
      document('docs/guide.md', 'Guide.\n', {
        id: 'g',
        path: 'guide',
        children: [document('docs/guide/use.md', '[Up](../guide.md) ![A](../a.png)\n', { id: 'u', path: 'guide/use' })],
      }),
    ],
    { root: 'docs', files: [file('docs/a.png', 'A'), file('.gitbook.yaml', 'root: docs'), file('book.json', '{}')] },
  );
  const settings = ['.gitbook.yaml', 'book.json'];

  it('stay the same in an empty target, which also gets the content root and the settings files of the source', () => {
    const copied = copy(source, empty);
    expect([copied.root, copied.files.map(({ path }) => path)]).toEqual(['docs', [...settings, 'docs/a.png']]);
    expect(pagesOf(copied).map(({ blob }) => blob)).toEqual(pagesOf(source).map(({ blob }) => blob));
  });

  it('are moved below the root of the target; sub-pages follow their page, and links are rewritten', () => {
    const target = manifest([document('guide.md', 'Mine.\n', { path: 'guide' })], { files: [file('a.png', 'B')] });
    const copied = copy(source, target);
    expect(pagesOf(copied).map(({ path, file: name }) => [path, name])).toEqual([
      ['guide', 'guide.md'],
      ['', 'README.md'],
      ['guide-2', 'guide-2.md'],
      ['guide-2/use', 'guide-2/use.md'],
    ]);
    expect(copied.files.map(({ path, name }) => [path, name])).toEqual([
      ['a-2.png', 'a-2.png'],
      ['a.png', 'a.png'],
    ]);
    expect(textAt(copied, '')).toBe('[In](guide-2/use.md) ![A](/a-2.png) [Out](missing.md)\n');
    expect(textAt(copied, 'guide-2/use')).toBe('[Up](../guide-2.md) ![A](../a-2.png)\n');
  });

  it("keep the target's value for a variable that both have", () => {
    const [one, other] = [manifest([], { variables: { a: '1', b: '1' } }), manifest([], { variables: { b: '2' } })];
    expect(copy(one, other).variables).toEqual({ a: '1', b: '2' });
  });
});

describe('references in copied content', () => {
  const text = [
    '[Page](docgraph:space/T/page/p#top) [Away](docgraph:space/X/page/p) [Whole](docgraph:space/T)',
    '`docgraph:space/T` {% embed url="docgraph:reusable-content/c" %}\n',
  ].join('\n');

  it('to the source are rewritten to the copy in texts, reusable contents and link pages; others stay', () => {
    const link: Page = { id: 'l', type: 'link', title: 'L', target: { kind: 'anchor', anchor: 'top', page: 'p' } };
    const away: Page = { id: 'm', type: 'link', title: 'M', target: { kind: 'page', page: 'p', space: 'X' } };
    const page = document('p.md', text, { metaLinks: { canonical: { kind: 'page', page: 'l', space: 'T' } } });
    const source = manifest([page, link, away], { reusableContents: [{ id: 'c', title: 'C', blob: page.blob! }] });
    const copied = copy(source, empty);
    const [first, second, third] = copied.pages;
    const content = copied.reusableContents[0]!;
    const expected = text
      .replace('space/T/page/p', `space/S/page/${first!.id}`)
      .replace('(docgraph:space/T)', '(docgraph:space/S)')
      .replace('content/c', `content/${content.id}`);
    expect(textOfPage(first!)).toBe(expected);
    expect(textOfPage({ ...first!, blob: content.blob! })).toBe(expected);
    expect(second!.target).toEqual({ kind: 'anchor', anchor: 'top', page: first!.id });
    expect(third!.target).toEqual({ kind: 'page', page: 'p', space: 'X' });
    expect(first!.metaLinks!.canonical).toEqual({ kind: 'page', page: second!.id, space: 'S' });
  });

  const withPlaceholders = manifest([
    document('p.md', '[A](docgraph:param/support) [B](<docgraph:param/a%20b>) `docgraph:param/none`\n'),
    { id: 'l', type: 'link', title: 'L', target: { kind: 'url', url: 'docgraph:param/support' } },
  ]);
  const support: ContentRef = { kind: 'url', url: 'https://acme.test/(help)?a=1&lt;' };

  it('that are placeholders are replaced by the given parameters, escaped for their position', () => {
    const target = manifest([document('mine.md', 'Mine.\n')]);
    const copied = copy(withPlaceholders, target, { parameters: { support, 'a b': { kind: 'page', page: 'mine' } } });
    expect(textAt(copied, 'p')).toBe(
      '[A](https://acme.test/%28help%29?a=1&amp;lt;) [B](</mine.md>) `docgraph:param/none`\n',
    );
    expect(linkTargets(copied, pagesOf(copied)[1]!)).toEqual(['mine']);
    expect(pagesOf(copied)[2]!.target).toEqual(support);
  });

  it('are refused if a parameter matches no placeholder or a placeholder has no parameter', () => {
    const given = { support, 'a b': support };
    expect(() => copy(withPlaceholders, empty, { parameters: { ...given, none: support } })).toThrow(
      '`contentRefs` must name placeholders of the template (got "none"); it has "support", "a b"',
    );
    expect(() => copy(withPlaceholders, empty, { parameters: { support } })).toThrow('got none for "a b"');
    expect(() => copy(empty, empty, { parameters: { support } })).toThrow('it has none');
  });

  it('of covers point at the copied files; URLs do not change', () => {
    const url: ContentRef = { kind: 'url', url: 'docgraph:param/support' };
    const cover = { ref: { kind: 'file', file: 'a.png' }, refDark: url, yPos: 0 };
    const source = manifest([document('p.md', 'Text.\n', { cover })], { files: [file('a.png', 'A')] });
    const copied = copy(source, empty, { parameters: {} });
    const ref = { kind: 'file', file: copied.files[0]!.id };
    expect(copied.pages[0]!.cover).toEqual({ ref, refDark: url, yPos: 0 });
  });

  it('that are placeholders do not change in a copy without parameters', () => {
    expect(pagesOf(copy(withPlaceholders, empty))[0]!.blob).toBe(withPlaceholders.pages[0]!.blob);
  });

  it('are copied within 2 s of CPU for 25,000 references', async () => {
    const source = () => manifest([document('p.md', '[A](docgraph:space/T/page/p)\n'.repeat(25_000))]);
    await withinBounds({ cpu: 2 }, () => copy(source(), empty));
  });
});
