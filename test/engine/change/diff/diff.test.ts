import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Page } from '../../../../src/engine/base/types.js';
import { diffManifests } from '../../../../src/engine/change/diff/diff.js';
import { longestCommonOrder } from '../../../../src/engine/change/diff/sibling-order.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { mapPages } from '../../../../src/engine/tree/pages/tree.js';
import { document, file, manifest, manifestArbitrary } from '../../manifests.js';
import { applySteps, stepsArbitrary } from '../../random-edits.js';
import { applyChanges, stateOf } from './apply-changes.js';

const before = manifest(
  [
    document('a.md', 'A\n', { children: [document('a/b.md', 'B\n')] }),
    document('c.md', 'C\n'),
    document('e.md', 'E\n'),
  ],
  {
    files: [file('x.png', 'x'), file('y.png', 'y')],
    variables: { version: '1', gone: true },
    reusableContents: [{ id: 'r', title: 'Note' }],
  },
);

describe('the differences between manifests', () => {
  it('are empty if the manifests are equal', () => {
    fc.assert(
      fc.property(manifestArbitrary(), (one) => {
        expect(diffManifests(one, structuredClone(one))).toEqual([]);
      }),
    );
  });

  it('list every created, deleted, moved or edited page, and no page twice for one kind of change', () => {
    fc.assert(
      fc.property(manifestArbitrary(), stepsArbitrary(), (one, steps) => {
        const other = applySteps(one, steps, 'x');
        const changes = diffManifests(one, other).flatMap((change) =>
          'page' in change ? [`${change.type} ${change.page.id}`] : [],
        );
        expect(new Set(changes).size).toBe(changes.length);
        const [old, now] = [manifestIndex(one).pageById, manifestIndex(other).pageById];
        for (const id of now.keys()) expect(changes.includes(`page_created ${id}`)).toBe(!old.has(id));
        for (const id of old.keys()) expect(changes.includes(`page_deleted ${id}`)).toBe(!now.has(id));
        for (const [id, { page, parentId }] of now) {
          const previous = old.get(id);
          if (previous && previous.parentId !== parentId) expect(changes).toContain(`page_moved ${id}`);
          if (previous && previous.page.title !== page.title) expect(changes).toContain(`page_edited ${id}`);
        }
      }),
    );
  });

  it('contain the values before and after', () => {
    const pages = [
      document('c.md', 'C\n', { children: [document('a/b.md', 'B\n')] }),
      document('e.md', 'E\n'),
      document('a.md', 'new\n', { title: 'Ah', emoji: '🅰️', path: 'ah' }),
      document('d.md', 'D\n'),
    ];
    const after = manifest(pages, {
      files: [file('x.png', 'new'), file('z.png', 'z')],
      variables: { version: '2', name: 'n' },
      reusableContents: [
        { id: 'r', title: 'Hint' },
        { id: 's', title: 'New' },
      ],
    });
    const [blob, newBlob] = [before.pages[0]!.blob, pages[2]!.blob];
    const changes = diffManifests(before, after);
    expect(changes.map((change) => change.type)).toEqual([
      'page_moved',
      'page_moved',
      'page_edited',
      'page_created',
      'file_edited',
      'file_created',
      'file_deleted',
      'variables_edited',
      'reusable_content_edited',
      'reusable_content_created',
    ]);
    expect(changes[0]).toMatchObject({ page: { id: 'b' }, parent: { before: { id: 'a' }, after: { id: 'c' } } });
    expect(changes[1]).toMatchObject({ page: { id: 'a' }, parent: {}, position: { before: 0, after: 2 } });
    expect(changes[2]).toMatchObject({
      page: { id: 'a', type: 'document', title: 'Ah', path: 'ah' },
      attributes: {
        title: { before: 'a', after: 'Ah' },
        emoji: { after: '🅰️' },
        slug: { before: 'a', after: 'ah' },
        document: { before: blob, after: newBlob },
      },
    });
    expect(changes[7]).toEqual({
      type: 'variables_edited',
      variables: { version: { before: '1', after: '2' }, gone: { before: true }, name: { after: 'n' } },
    });
  });

  it('contain a path only if it does not follow from the path of the parent', () => {
    const below = document('a/b.md', 'B\n');
    const [parent, child] = [(path: string) => document('a.md', 'A\n', { path, children: [below] }), below];
    const from = manifest([parent('a')]);
    const moved = { ...child, path: 'z/b' };
    const renamed = manifest([{ ...parent('z'), children: [moved] }]);
    expect(diffManifests(from, renamed)).toMatchObject([
      { type: 'page_edited', page: { id: 'a' }, attributes: { path: { before: 'a', after: 'z' } } },
    ]);
    const apart = manifest([{ ...parent('z'), children: [{ ...child, path: 'y/b' }] }]);
    expect(diffManifests(from, apart)).toMatchObject([
      { page: { id: 'a' } },
      { page: { id: 'b' }, attributes: { path: { before: 'a/b', after: 'y/b' } } },
    ]);
  });

  it('are complete: applied to the earlier manifest, they give the later one', () => {
    fc.assert(
      fc.property(manifestArbitrary(), manifestArbitrary(), stepsArbitrary(), (one, other, steps) => {
        const sameKinds = ({ page }: { page: Page }) =>
          (manifestIndex(one).pageById.get(page.id)?.page ?? page).type === page.type;
        const afters = [applySteps(one, steps, 'x'), ...(manifestIndex(other).pages.every(sameKinds) ? [other] : [])];
        for (const after of afters) expect(applyChanges(one, diffManifests(one, after), after)).toEqual(stateOf(after));
      }),
    );
  });

  it('are computed without reading objects that both manifests share', () => {
    const untouchable = document('z.md', 'Z\n');
    Object.defineProperty(untouchable, 'title', {
      enumerable: true,
      get: () => {
        throw new Error('looked into');
      },
    });
    const start = { ...before, pages: [untouchable, ...before.pages] };
    const after = { ...start, pages: [untouchable, ...mapPages(before.pages, (page) => ({ ...page, title: 'T' }))] };
    expect(diffManifests(start, after)).toHaveLength(4);
  });
});

describe('the siblings that stay in place between two orders', () => {
  it('are a longest common subsequence', () => {
    expect([...longestCommonOrder(['a', 'b', 'c', 'd'], ['d', 'a', 'b', 'c'])].sort()).toEqual(['a', 'b', 'c']);
    expect(longestCommonOrder(['a'], ['b']).size).toBe(0);
  });

  it('are in the same order in both lists', () => {
    const list = fc.shuffledSubarray(['a', 'b', 'c', 'd', 'e', 'f']);
    fc.assert(
      fc.property(list, list, (one, other) => {
        const staying = longestCommonOrder(one, other);
        expect(one.filter((id) => staying.has(id))).toEqual(other.filter((id) => staying.has(id)));
      }),
    );
  });
});
