import { describe, expect, it } from 'vitest';
import { ancestorsOf, findPageByPath, manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { document, file, manifest } from '../../manifests.js';

const one = manifest(
  [
    { id: 'intro', type: 'group', title: 'Intro', path: 'intro', hidden: true, children: [document('start.md', 'x')] },
    document('home.md', 'x', {
      children: [document('home/deep.md', 'x', { children: [document('home/deep/er.md', 'x')] })],
    }),
    { id: 'out', type: 'link', title: 'Out', target: { kind: 'url', url: 'https://example.org' } },
  ],
  { files: [file('a.png', 'a')] },
);

describe('the index of a manifest', () => {
  it('is built once per manifest', () => {
    expect(manifestIndex(one)).toBe(manifestIndex(one));
    expect(manifestIndex({ ...one })).not.toBe(manifestIndex(one));
  });

  it('lists pages in reading order with their positions', () => {
    const places = manifestIndex(one).pages.map(({ page, parentId, position, depth }) => [
      page.id,
      parentId,
      position,
      depth,
    ]);
    expect(places).toEqual([
      ['intro', null, 0, 0],
      ['start', 'intro', 0, 1],
      ['home', null, 1, 0],
      ['deep', 'home', 0, 1],
      ['er', 'deep', 0, 2],
      ['out', null, 2, 0],
    ]);
  });

  it('finds pages by path and by file, and files by path', () => {
    expect(findPageByPath(one, 'home/deep')?.page.id).toBe('deep');
    expect(findPageByPath(one, 'home/none')).toBeNull();
    expect(manifestIndex(one).pageByFile.get('home/deep/er.md')?.page.id).toBe('er');
    expect(manifestIndex(one).fileByPath.get('a.png')?.id).toBe('a.png');
  });

  it('returns the first visible document for the empty path', () => {
    expect(findPageByPath(one, '')?.page.id).toBe('home');
    expect(findPageByPath(manifest([document('a.md', 'x', { hidden: true })]), '')).toBeNull();
  });

  it('returns the ancestors of a page, outermost first', () => {
    expect(ancestorsOf(one, 'er').map(({ id }) => id)).toEqual(['home', 'deep']);
    expect(ancestorsOf(one, 'home')).toEqual([]);
  });
});
