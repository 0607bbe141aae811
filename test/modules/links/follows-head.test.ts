import { describe, expect, it } from 'vitest';
import { fillLinks, rebuildLinks } from '../../../src/modules/links/rebuild.js';
import { testApp } from '../../support/app.js';
import { seeds } from '../../support/properties.js';
import { randomFrom } from '../../support/random.js';
import { pagesByPath, seedOrganization } from '../../support/seed.js';
import { openChangeRequest } from '../review/change-requests/proposal.js';
import { headChanges, headOfSpace } from '../shared/move-head.js';
import { indexRows, seedLinkSpace } from './link-kit.js';

const test = await testApp();

const start = {
  'README.md': '# Start\n\n[guide](guide/) [deep](guide/deep/page.md#first) [gone](new2.md) [%](a%20b.md)\n',
  'guide/README.md': '# Guide\n\n[start](../README.md) ![picture](../picture.png)\n',
  'guide/deep/page.md': '# Deep\n\n## First\n\n[guide](..) [other](../other) [here](#first)\n',
  'guide/other.md': '# Other\n\n[title](/guide/title-1-0.md) [page](other.html)\n',
  'picture.png': 'png',
};

/** Replaces the path of the first page by its title, because the path is empty. */
function withFirstPageTitle(sentence: string): string {
  return sentence.replace(/from (README)?#/, 'from Start#');
}

describe('the link index', () => {
  it.each(seeds(4))(
    'equals a rebuilt index after random edits, moves, merges, imports, reversals, templates and restores (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const { space, token, replace } = await seedLinkSpace(test, start);
      const earlier = await headOfSpace(test, { space, token });
      for (let round = 0; round < 5; round++) {
        const pages = [...(await pagesByPath(test, space, token))];
        const [path = '', page] = pages[random(pages.length)]!;
        const [, other] = pages[random(pages.length)]!;
        const title = `Title ${seed} ${round}`;
        const markdown = `# ${title}\n\n[a](title-${seed}-${random(5)}.md#x) [b](/guide/other.md) [c](docgraph:space/${space}/page/${other})\n`;
        const changes = [
          { operation: 'update_page', page, slug: `title-${seed}-${random(5)}` },
          { operation: 'update_page', page, document: { markdown } },
          { operation: 'insert_page', title, into: page, document: { markdown } },
          { operation: 'delete_page', page },
        ];
        const proposal = await openChangeRequest(test, space, token);
        expect((await proposal.change(changes[random(changes.length)]!)).status, path).toBe(200);
        expect((await proposal.merge()).status).toBe(200);
        if (round === 2) await replace({ ...start, [`new${round}.md`]: markdown, 'a b.md': '# Blank\n' });
        if (round > 0) await headChanges[random(headChanges.length)]!(test, { space, token, earlier });
        const before = await indexRows(test, space);
        expect(before.length).toBeGreaterThan(1);
        await rebuildLinks(test.store, space);
        expect(await indexRows(test, space)).toEqual(before);
      }
    },
  );

  it('resolves a dangling link when its page is inserted and breaks it when the page is deleted, without reading its text', async () => {
    const { links, replace, space, token } = await seedLinkSpace(test, {
      'README.md': '# Start\n\n[a](a.md) [b](a.html)\n',
    });
    expect(await links()).toEqual(
      ['broken url a.md from README#start', 'broken url a.html from README#start'].map(withFirstPageTitle),
    );
    const proposal = await openChangeRequest(test, space, token);
    await proposal.change({ operation: 'insert_page', title: 'A', document: { markdown: '# A\n' } });
    const batches = await test.batches(() => proposal.merge());
    expect(batches.filter((text) => text.includes('"Blob"')).length).toBeLessThanOrEqual(2);
    expect(await links()).toEqual(['ok page a from #start', 'ok page a from #start'].map(withFirstPageTitle));
    await replace({ 'README.md': '# Start\n\n[a](a.md) [b](a.html)\n' });
    expect(await links('?status=broken')).toHaveLength(2);
  });

  it('writes only the rows of changed pages', async () => {
    const { space, token, page } = await seedLinkSpace(test, start);
    const before = await indexRows(test, space);
    const proposal = await openChangeRequest(test, space, token);
    const other = await page('guide/other');
    await proposal.change({ operation: 'update_page', page: other, document: { markdown: '# Other\n' } });
    await proposal.merge();
    const rest = (rows: object[]) => rows.filter((row) => !('pageId' in row) || row.pageId !== other);
    expect(rest(await indexRows(test, space))).toEqual(rest(before));
  });

  it('fills the index of a space that an older version left without one, and no other', async () => {
    const { space } = await seedLinkSpace(test, start);
    const before = await indexRows(test, space);
    await test.store.transaction(async ({ prisma }) => {
      for (const table of [prisma.link, prisma.linkHeadings, prisma.linkSpace] as { deleteMany(q: object): unknown }[])
        await table.deleteMany({ where: { spaceId: space } });
    });
    expect(await indexRows(test, space)).toEqual([]);
    expect(await fillLinks(test.store)).toMatchObject({ spaces: 1 });
    expect(await indexRows(test, space)).toEqual(before);
    expect(await fillLinks(test.store)).toEqual({ spaces: 0, links: 0 });
  });

  it('moves with its space to another organization', async () => {
    const { space } = await seedLinkSpace(test, start);
    const { id: organization } = await seedOrganization(test);
    await test.store.transaction(async (tx) => {
      await tx.prisma.space.update({ where: { id: space }, data: { organizationId: organization } });
    });
    for (const row of await indexRows(test, space)) expect(row).toMatchObject({ organizationId: organization });
  });

  it('equals a rebuilt index after concurrent merges', async () => {
    const { space, token } = await seedLinkSpace(test, start);
    const proposals = await Promise.all([1, 2, 3, 4].map(() => openChangeRequest(test, space, token)));
    await Promise.all(
      proposals.map((proposal, index) =>
        proposal.change({
          operation: 'insert_page',
          title: `New ${index}`,
          document: { markdown: `[next](new-${(index + 1) % 4}.md) [gone](new-9.md)\n` },
        }),
      ),
    );
    const merged = await Promise.all(proposals.map((proposal) => proposal.merge()));
    expect(merged.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    const before = await indexRows(test, space);
    await rebuildLinks(test.store, space);
    expect(await indexRows(test, space)).toEqual(before);
  });
});
