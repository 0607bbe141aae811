import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashOf } from '../../../../src/engine/base/blob.js';
import type { Manifest, Page } from '../../../../src/engine/base/types.js';
import { manifestTree } from '../../../../src/engine/tree/manifest/manifest.js';
import { readSidecar } from '../../../../src/engine/tree/sidecar/read-sidecar.js';
import { sidecarFile } from '../../../../src/engine/tree/sidecar/sidecar.js';
import { encode, pageAt, pagesOf, type Texts } from '../../folder-helpers.js';
import { blobStore, document, file, manifest, manifestArbitrary } from '../../manifests.js';
import { exportOf, importOf } from './kit.js';

/** All members that a page can have but its folder does not contain. */
const allPageMembers = fc.record(
  {
    emoji: fc.constant('😀'),
    icon: fc.constant('star'),
    description: fc.constantFrom('D', ''),
    noIndex: fc.constant(true),
    noRobotsIndex: fc.constant(true),
    condition: fc.constant('visitor.claims.x'),
    variables: fc.constantFrom<Page['variables'][]>({ a: 1 }, JSON.parse('{"__proto__":{"b":[null]}}')),
    metaLinks: fc.constant({
      canonical: { kind: 'page', page: 'p0' },
      alternates: [{ kind: 'url', url: 'x:y' }],
    } as Page['metaLinks']),
    cover: fc.constant({ ref: { kind: 'file', file: 'a.png' }, yPos: -1.5, height: 300 }),
    layout: fc.constant({
      width: 'wide',
      cover: true,
      coverSize: 'hero',
      title: false,
      description: true,
      tableOfContents: true,
      outline: false,
      pagination: true,
      metadata: true,
    } as const),
    git: fc.constant({ oid: 'a'.repeat(40), path: 'docs/x.md' }),
  },
  { requiredKeys: [] },
);

const richManifests = fc
  .tuple(
    manifestArbitrary(),
    fc.array(allPageMembers, { minLength: 1 }),
    fc.boolean(),
    fc.constantFrom('', 'one', '* [A](p0.md)\n'),
  )
  .map(([one, extras, isShared, summary]): Manifest => {
    let count = 0;
    const enrich = (page: Page): Page => ({
      ...page,
      ...(page.type === 'document' && extras[count++ % extras.length]),
      ...(page.children && { children: page.children.map(enrich) }),
    });
    const more: Page[] = [
      { id: 'l', type: 'link', title: 'Link', target: { kind: 'space', space: 'spc_other' }, hidden: true },
      { id: 'c', type: 'computed', title: 'Computed', computed: { type: 'openapi', props: {} }, computedSeed: 's' },
    ];
    const bytes = encode(summary);
    blobStore.set(hashOf(bytes), bytes);
    return {
      ...one,
      pages: [...one.pages.map(enrich), ...more],
      files: one.files.map((image) => ({ ...image, dimensions: { width: 3, height: 4 } })),
      reusableContents: isShared
        ? [
            { id: 'r', title: 'Shared', blob: hashOf(bytes) },
            { id: 's', title: 'Empty' },
          ]
        : [],
      ...(summary && { summary: { file: 'SUMMARY.md', blob: hashOf(bytes) } }),
    };
  });

describe('an export with its sidecar', () => {
  it('is imported as the same content, including ids, API-only members, shared texts and computed pages', () => {
    fc.assert(
      fc.property(richManifests, (one) => {
        const { manifest: again, blobs } = importOf(exportOf(one));
        expect(manifestTree(again).root).toBe(manifestTree(one).root);
        for (const [hash, read] of blobs) expect(hashOf(read())).toBe(hash);
        for (const { blob } of [...one.files, ...one.reusableContents, ...pagesOf(one)])
          if (blob !== undefined) expect(blobs.has(blob)).toBe(true);
        expect(exportOf(again)).toEqual(exportOf(one));
      }),
      { numRuns: 150 },
    );
  });
});

const texts: Texts = { 'README.md': '# Home\n\n[b](b.md)\n', 'b.md': '# B\n', 'pic.png': 'pic' };
const base = manifest(
  [
    document('README.md', texts['README.md'] as string, { title: 'Home', emoji: '😀' }),
    {
      id: 'g',
      type: 'group',
      title: 'G',
      path: 'g',
      hidden: true,
      children: [document('b.md', texts['b.md'] as string)],
    },
    { id: 'c', type: 'computed', title: 'C', computed: { type: 'x' } },
  ],
  { files: [file('pic.png', 'pic')] },
);

describe('a folder that was edited after its export', () => {
  const edited = (change: (entries: Map<string, Uint8Array>) => void) => {
    const entries = exportOf(base);
    change(entries);
    return importOf(entries).manifest;
  };

  it('retains its tree, and takes the members of edited pages from their files', () => {
    const now = edited((entries) => entries.set('b.md', encode('---\nicon: star\n---\n# B\n\n[h](README.md)\n')));
    expect(now.pages.map(({ id }) => id)).toEqual(['README', 'g', 'c']);
    expect(now.pages[0]).toEqual(base.pages[0]);
    expect(pageAt(now, 'b.md')).toMatchObject({
      id: 'b',
      icon: 'star',
      links: [{ target: { kind: 'page', id: 'README' } }],
    });
    const picture = edited((entries) => entries.set('pic.png', encode('other')));
    expect(picture.files).toMatchObject([{ id: 'pic.png', size: 5 }]);
  });

  it('gets the tree of its folder if files were added, deleted or moved; other pages retain ids and API-only members', () => {
    const now = edited((entries) => {
      entries.set('x/b.md', entries.get('b.md')!);
      entries.delete('b.md');
      const summary = new TextDecoder().decode(entries.get('SUMMARY.md'));
      entries.set('SUMMARY.md', encode(summary.replace('b.md', 'x/b.md')));
    });
    expect(pageAt(now, 'x/b.md').id).toBe('b');
    expect(pageAt(now, 'README.md')).toMatchObject({ id: 'README', emoji: '😀' });
  });
});

describe('an import refuses a sidecar, and names it, if', () => {
  const refused = (change: (sidecar: any) => void) => {
    const entries = exportOf(base);
    const sidecar = JSON.parse(new TextDecoder().decode(entries.get(sidecarFile)));
    change(sidecar);
    entries.set(sidecarFile, encode(JSON.stringify(sidecar)));
    try {
      importOf(entries);
    } catch (error) {
      return String(error);
    }
    return 'taken';
  };
  const other = hashOf('other');
  const cases: [string, (sidecar: any) => void, string][] = [
    [
      'a hash differs from the hash of the file',
      ({ manifest }) => (manifest.files[0].blob = other),
      'must have the hash that `files` has for "pic.png"',
    ],
    [
      'the hash of a page differs from its file',
      ({ manifest }) => (manifest.pages[0].blob = other),
      'must have the hash that `files` has for "README.md"',
    ],
    [
      'a size differs from the size of the file',
      ({ manifest }) => (manifest.files[0].size = 1),
      '"pic.png" must have 3 bytes (got 1)',
    ],
    [
      'bytes do not match their hash',
      (sidecar) => (sidecar.blobs = [[other, 'YQ==']]),
      `must have the bytes of ${other}`,
    ],
    [
      'a shared text is missing',
      ({ manifest }) => (manifest.reusableContents = [{ id: 'r', title: 'R', blob: other }]),
      `must have ${other}`,
    ],
    [
      'a path leaves the folder',
      (sidecar) => {
        sidecar.manifest.files[0].path = '../pic.png';
        sidecar.files.push(['../pic.png', sidecar.manifest.files[0].blob]);
      },
      'must stay within the folder',
    ],
    ['a path is in .git', (sidecar) => sidecar.files.push(['.GIT/hooks/x', other]), 'out of .git'],
    ['the root leaves the folder', ({ manifest }) => (manifest.root = '../..'), 'must stay within the folder'],
    [
      'two pages have one file',
      ({ manifest }) => {
        manifest.pages[0].file = 'b.md';
        manifest.pages[0].blob = manifest.pages[1].children[0].blob;
      },
      'a path must be used once',
    ],
    ['an id is used twice', ({ manifest }) => (manifest.pages[0].id = 'g'), 'must use an id once'],
    ['a path is used twice', ({ manifest }) => (manifest.pages[0].path = 'g'), 'must use a path once'],
    [
      'the target of a link does not exist',
      ({ manifest }) => (manifest.pages[0].links[0].target.id = 'x'),
      'must have links in order, to existing targets',
    ],
    ['a link is outside its text', ({ manifest }) => (manifest.pages[0].links[0].end = 9999), 'must be in its text'],
    ['a member is unknown', ({ manifest }) => (manifest.pages[0].admin = true), '`manifest.pages.0`, cannot be read'],
    [
      'the source of a computed page is invalid',
      ({ manifest }) => (manifest.pages[2].computed = { type: 'builtin:openapi' }),
      '`computedSource.props` must be an object',
    ],
    ['a link page has no target', ({ manifest }) => (manifest.pages[2].type = 'link'), 'must have `target` for a link'],
    [
      'a content type contains a line break',
      ({ manifest }) => (manifest.files[0].contentType = 'image/png\r\nx: y'),
      '`manifest.files.0.contentType`',
    ],
    ['a path has a NUL', ({ manifest }) => (manifest.pages[0].path = 'a\0b'), 'must be text without NUL'],
    ['a path has a lone surrogate', ({ manifest }) => (manifest.pages[0].path = '\uD800'), 'must be text without NUL'],
    ['its format version is unknown', (sidecar) => (sidecar.docgraph = 2), '`docgraph`, cannot be read'],
  ];
  it.each(cases)('%s', (_, change, message) => {
    expect(refused(change)).toContain(message);
    expect(refused(change)).toContain('ContentError');
  });

  it.each([
    ['is not JSON', '{', 'must be JSON'],
    ['is not an object', '[]', 'cannot be read'],
    [
      'is nested too deeply',
      `{"docgraph":1,"manifest":${'['.repeat(200_000)}${']'.repeat(200_000)}}`,
      'must be nested at most 500 deep',
    ],
  ])('it %s', (_, text, message) => {
    expect(() => readSidecar(encode(text))).toThrow(message);
  });
});

it('an import reads an emoji of the sidecar in either form; it reports and omits an invalid one', () => {
  const written = (emoji: string) => {
    const entries = exportOf(base);
    const sidecar = new TextDecoder().decode(entries.get(sidecarFile));
    return importOf(entries.set(sidecarFile, encode(sidecar.replace('😀', emoji))));
  };
  expect(pageAt(written('1f4d8').manifest, 'README.md').emoji).toBe('📘');
  const { manifest, notices } = written('book');
  expect(pageAt(manifest, 'README.md')).not.toHaveProperty('emoji');
  expect(notices).toEqual([{ kind: 'emoji', file: sidecarFile, message: '"book"' }]);
});
