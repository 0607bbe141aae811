import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { equalJson } from '../../../../src/engine/base/canonical-json.js';
import type { Manifest, Page } from '../../../../src/engine/base/types.js';
import { deletePage } from '../../../../src/engine/change/edit/delete-page.js';
import { insertPage } from '../../../../src/engine/change/edit/insert-page.js';
import { type PageUpdate, updatePage } from '../../../../src/engine/change/edit/update-page.js';
import type { Conflict } from '../../../../src/engine/change/merge/conflict.js';
import { mergeManifests } from '../../../../src/engine/change/merge/merge.js';
import { manifestIndex } from '../../../../src/engine/tree/manifest/page-index.js';
import { withLinks } from '../../../../src/engine/tree/pages/text.js';
import { withChildren } from '../../../../src/engine/tree/pages/tree.js';
import { document, file, manifest, manifestArbitrary, readBlob, storeBlobs, textOfPage } from '../../manifests.js';
import { applySteps, stepsArbitrary } from '../../random-edits.js';

const context = { readBlob, pointer: 'changes/0' };

function merge(base: Manifest, ours: Manifest, theirs: Manifest) {
  const merged = mergeManifests({ base, ours, theirs, readBlob });
  return { ...merged, conflicts: merged.conflicts.map(withoutPositions), manifest: storeBlobs(merged) };
}

/** Returns a conflict without its id and the position of its lines, which resolutions.test.ts covers. */
function withoutPositions({ id: _, ...conflict }: Conflict) {
  if (conflict.kind !== 'page_text') return conflict;
  return { ...conflict, hunks: conflict.hunks.map(({ base, ours, theirs }) => ({ base, ours, theirs })) };
}

const update = (start: Manifest, change: PageUpdate) => storeBlobs(updatePage(start, change, context));
const insert = (start: Manifest, id: string, rest: object = {}) =>
  storeBlobs(insertPage(start, { id, title: id, markdown: `${id}\n`, ...rest }, context));
const remove = (start: Manifest, page: string) => storeBlobs(deletePage(start, { page }, context));
const ids = (one: Manifest) => manifestIndex(one).pages.map(({ page }) => page.id);
const pageIn = (one: Manifest, id: string) => manifestIndex(one).pageById.get(id)!.page;

describe('merging manifests with random edits', () => {
  const editsArbitrary = fc.tuple(manifestArbitrary(), stepsArbitrary(), stepsArbitrary());

  it('returns the changed side if the other did not change, and either side if both changed equally', () => {
    fc.assert(
      fc.property(editsArbitrary, ([base, steps]) => {
        const changed = applySteps(base, steps, 'x');
        expect(merge(base, changed, base)).toMatchObject({ manifest: changed, conflicts: [] });
        expect(merge(base, structuredClone(base), changed)).toMatchObject({ manifest: changed, conflicts: [] });
        expect(merge(base, changed, structuredClone(changed))).toMatchObject({ manifest: changed, conflicts: [] });
      }),
    );
  });

  it('loses and duplicates no page and keeps addresses unique, or reports conflicts', () => {
    let clean = 0;
    fc.assert(
      fc.property(editsArbitrary, ([base, oursSteps, theirsSteps]) => {
        const [ours, theirs] = [applySteps(base, oursSteps, 'ours'), applySteps(base, theirsSteps, 'theirs')];
        const merged = merge(base, ours, theirs);
        if (merged.conflicts.length > 0) {
          expect(merged.manifest).toBe(ours);
          return;
        }
        clean++;
        const [before, mine, yours] = [base, ours, theirs].map((one) => new Set(ids(one)));
        const expected = [...new Set([...mine!, ...yours!])].filter(
          (id) => !before!.has(id) || (mine!.has(id) && yours!.has(id)),
        );
        expect(ids(merged.manifest).sort()).toEqual(expected.sort());
        const paths = manifestIndex(merged.manifest).pages.flatMap(({ page }) => page.path ?? []);
        expect(new Set(paths).size).toBe(paths.length);
        for (const { page } of manifestIndex(merged.manifest).pages) expectLinksToHold(page, merged.manifest);
      }),
      { numRuns: 200 },
    );
    expect(clean).toBeGreaterThan(50);
  });

  it('gives the same pages if the sides are swapped', () => {
    fc.assert(
      fc.property(editsArbitrary, ([base, oursSteps, theirsSteps]) => {
        const [ours, theirs] = [applySteps(base, oursSteps, 'ours'), applySteps(base, theirsSteps, 'theirs')];
        const [one, other] = [merge(base, ours, theirs), merge(base, theirs, ours)];
        expect(other.conflicts.map(({ kind }) => kind).sort()).toEqual(one.conflicts.map(({ kind }) => kind).sort());
        if (one.conflicts.length === 0) expect(unordered(other.manifest)).toEqual(unordered(one.manifest));
      }),
      { numRuns: 200 },
    );
  });

  it('never conflicts if the sides change different pages', () => {
    fc.assert(
      fc.property(manifestArbitrary(), fc.array(fc.boolean(), { minLength: 12, maxLength: 12 }), (base, sides) => {
        const retitle = (start: Manifest, side: boolean) =>
          ids(base).reduce(
            (current, page, index) =>
              sides[index] === side ? update(current, { page, title: `by ${side}` }) : current,
            start,
          );
        const merged = merge(base, retitle(base, true), retitle(base, false));
        expect(merged.conflicts).toEqual([]);
        expect(equalJson(merged.manifest, retitle(retitle(base, true), false))).toBe(true);
      }),
      { numRuns: 50 },
    );
  });
});

describe('merging one change on each side', () => {
  const base = manifest([
    document('guide/README.md', '# Guide\n\nSee [setup](setup.md).\n\nBye.\n', {
      id: 'guide',
      children: [document('guide/setup.md', 'one\n\ntwo\n\nthree\n', { id: 'setup' })],
    }),
    document('news.md', 'News of [setup](guide/setup.md)\n', { id: 'news' }),
    document('faq.md', 'Questions\n', { id: 'faq' }),
  ]);

  it('combines edits of different lines and different fields of one page', () => {
    const ours = update(base, { page: 'setup', title: 'Set up', markdown: 'ONE\n\ntwo\n\nthree\n' });
    const theirs = update(base, { page: 'setup', emoji: '⚙️', markdown: 'one\n\ntwo\n\nTHREE\n' });
    const merged = merge(base, ours, theirs);
    expect(merged.conflicts).toEqual([]);
    const page = pageIn(merged.manifest, 'setup');
    expect(page).toMatchObject({ title: 'Set up', emoji: '⚙️' });
    expect(textOfPage(page)).toBe('ONE\n\ntwo\n\nTHREE\n');
  });

  it('reports lines and fields that both sides changed separately, and leaves ours unchanged', () => {
    const ours = update(base, { page: 'faq', title: 'Mine', markdown: 'Mine\n' });
    const theirs = update(base, { page: 'faq', title: 'Yours', markdown: 'Yours\n' });
    const merged = merge(base, ours, theirs);
    expect(merged.conflicts).toEqual([
      { kind: 'page_field', pageId: 'faq', field: 'title', base: 'faq', ours: 'Mine', theirs: 'Yours' },
      { kind: 'page_text', pageId: 'faq', hunks: [{ base: ['Questions\n'], ours: ['Mine\n'], theirs: ['Yours\n'] }] },
    ]);
    expect(merged.manifest).toBe(ours);
  });

  it('rewrites a link that one side added to a page that the other side renamed', () => {
    const ours = update(base, { page: 'guide', slug: 'manual' });
    const theirs = update(base, { page: 'news', markdown: 'Latest news of [setup](guide/setup.md#top)\n' });
    for (const merged of [merge(base, ours, theirs), merge(base, theirs, ours)]) {
      expect(merged.conflicts).toEqual([]);
      expect(textOfPage(pageIn(merged.manifest, 'news'))).toBe('Latest news of [setup](manual/setup.md#top)\n');
      expectLinksToHold(pageIn(merged.manifest, 'news'), merged.manifest);
    }
  });

  it('combines a rename of a page with a rename of its parent', () => {
    const ours = update(base, { page: 'guide', slug: 'manual' });
    const theirs = update(base, { page: 'setup', slug: 'install' });
    const merged = merge(base, ours, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(pageIn(merged.manifest, 'setup')).toMatchObject({ path: 'manual/install', file: 'manual/install.md' });
    expect(textOfPage(pageIn(merged.manifest, 'guide'))).toContain('[setup](install.md)');
  });

  it('deletes a page that the other side did not edit, even if a rename rewrote its links', () => {
    const ours = update(base, { page: 'guide', slug: 'manual' });
    const merged = merge(base, ours, remove(base, 'news'));
    expect(merged.conflicts).toEqual([]);
    expect(ids(merged.manifest)).toEqual(['guide', 'setup', 'faq']);
  });

  it('reports a page that one side deleted if the other side changed it, moved it, or added a page below it', () => {
    const changes = {
      changed: update(base, { page: 'guide', title: 'Guidance' }),
      moved: update(base, { page: 'guide', into: 'faq' }),
      filled: insert(base, 'more', { into: 'guide' }),
    };
    for (const changed of Object.values(changes)) {
      const deleted = remove(base, 'guide');
      expect(merge(base, changed, deleted).conflicts).toContainEqual({
        kind: 'page_deleted',
        pageId: 'guide',
        deletedBy: 'theirs',
      });
      expect(merge(base, deleted, changed).conflicts).toContainEqual({
        kind: 'page_deleted',
        pageId: 'guide',
        deletedBy: 'ours',
      });
    }
  });

  it('reports a page that both sides moved, and two moves that form a cycle', () => {
    const apart = merge(
      base,
      update(base, { page: 'setup', into: 'faq' }),
      update(base, { page: 'setup', into: 'news' }),
    );
    expect(apart.conflicts).toContainEqual({
      kind: 'page_moved',
      pageId: 'setup',
      parents: { base: 'guide', ours: 'faq', theirs: 'news' },
    });
    const circle = merge(
      base,
      update(base, { page: 'news', into: 'faq' }),
      update(base, { page: 'faq', into: 'news' }),
    );
    expect(circle.conflicts).toContainEqual({
      kind: 'page_moved',
      pageId: 'news',
      parents: { base: null, ours: 'faq', theirs: null },
    });
    expect(circle.conflicts.filter(({ kind }) => kind === 'page_moved')).toHaveLength(2);
  });

  it('reports only the page that both sides moved if one of the new parents was deleted, whichever side is ours', () => {
    const ours = update(base, { page: 'faq', into: 'news' });
    const theirs = remove(update(base, { page: 'faq', into: 'guide' }), 'news');
    for (const { conflicts } of [merge(base, ours, theirs), merge(base, theirs, ours)])
      expect(conflicts).toMatchObject([{ kind: 'page_moved', pageId: 'faq' }]);
  });

  it('reports two new slugs of one page as one conflict, and two new content roots as one', () => {
    const [ours, theirs] = ['x', 'y'].map((slug) => ({ ...update(base, { page: 'faq', slug }), root: slug }));
    expect(merge(base, ours!, theirs!).conflicts).toEqual([
      { kind: 'root', base: '', ours: 'x', theirs: 'y' },
      { kind: 'page_field', pageId: 'faq', field: 'path', base: 'faq', ours: 'x', theirs: 'y' },
    ]);
  });

  it('keeps both pages that were added at one path, theirs with a numeric suffix', () => {
    const ours = insert(base, 'a', { title: 'New', into: 'guide' });
    const theirs = insert(base, 'b', { title: 'New', into: 'guide', markdown: 'See [me](new.md)\n' });
    const merged = merge(base, ours, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(pageIn(merged.manifest, 'a')).toMatchObject({ path: 'guide/new', file: 'guide/new.md' });
    expect(pageIn(merged.manifest, 'b')).toMatchObject({ path: 'guide/new-2', file: 'guide/new-2.md' });
    expect(textOfPage(pageIn(merged.manifest, 'b'))).toBe('See [me](new-2.md)\n');
    expect(ids(merged.manifest)).toEqual(['guide', 'setup', 'a', 'b', 'news', 'faq']);
  });

  it('combines a new order of one side with pages inserted by the other', () => {
    const ours = update(base, { page: 'faq', at: 0 });
    const theirs = insert(base, 'new', { at: 1 });
    expect(merge(base, ours, theirs).manifest.pages.map(({ id }) => id)).toEqual(['faq', 'guide', 'new', 'news']);
  });

  it('merges files, variables and reusable content, and reports conflicts in them', () => {
    const start: Manifest = {
      ...base,
      files: [file('a.png', 'a'), file('b.png', 'b')],
      variables: { version: '1', name: 'x' },
      reusableContents: [{ id: 'note', title: 'Note' }],
    };
    const ours: Manifest = {
      ...start,
      files: [file('a.png', 'A'), file('b.png', 'b')],
      variables: { version: '2', name: 'x' },
    };
    const theirs: Manifest = {
      ...start,
      files: [file('a.png', 'a'), file('b.png', 'B'), file('c.png', 'c')],
      variables: { version: '1', name: 'y' },
      reusableContents: [{ id: 'note', title: 'Hint' }],
    };
    const merged = merge(start, ours, theirs);
    expect(merged.conflicts).toEqual([]);
    expect(merged.manifest).toMatchObject({
      variables: { version: '2', name: 'y' },
      reusableContents: [{ title: 'Hint' }],
    });
    expect(merged.manifest.files.map(({ blob }) => blob)).toEqual(['A', 'B', 'c'].map((text) => file('x', text).blob));
    const against: Manifest = {
      ...start,
      files: [file('b.png', 'b')],
      variables: { version: '3', name: 'x' },
      reusableContents: [],
    };
    const mine: Manifest = { ...ours, reusableContents: theirs.reusableContents };
    expect(
      merge(start, mine, against)
        .conflicts.map(({ kind }) => kind)
        .sort(),
    ).toEqual(['file', 'reusable_content', 'variable']);
  });
});

/** Expects that the span of each link contains text and that its target is in the manifest. */
function expectLinksToHold(page: Page, one: Manifest): void {
  const { pageById, fileById } = manifestIndex(one);
  for (const { start, end, target } of page.links ?? []) {
    expect((target.kind === 'page' ? pageById : fileById).has(target.id)).toBe(true);
    expect(textOfPage(page).slice(start, end)).toMatch(/^\S+$/);
  }
}

/**
 * Returns pages by id with their parent. Leaves out order and addresses, which depend on the side that is merged first.
 */
function unordered(one: Manifest): unknown {
  const entries = manifestIndex(one).pages.map(({ page, parentId }) => {
    const { path: _path, file: _file, blob: _blob, ...rest } = withLinks(withChildren(page, []), []);
    return [page.id, { ...rest, parentId }] as const;
  });
  return new Map(entries.sort(([left], [right]) => (left < right ? -1 : 1)));
}
