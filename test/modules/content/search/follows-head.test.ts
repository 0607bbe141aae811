import { describe, expect, it } from 'vitest';
import { importIntoSpace } from '../../../../src/modules/content/folders/import-actions.js';
import { fillSearch, rebuildSearch } from '../../../../src/modules/content/search/rebuild.js';
import { testApp } from '../../../support/app.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { pagesByPath, seedOrganization } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { headChanges, headOfSpace } from '../../shared/move-head.js';
import { seedSearchSpace } from './search-kit.js';

const test = await testApp();

/** Returns the rows of the index without `number`, which increases with every write. */
async function rows(): Promise<object[]> {
  const { read } = test.store;
  const pages = await read.all(read.sql.selectFrom('SearchPage').selectAll().orderBy('pageId'));
  const spaces = await read.all(read.sql.selectFrom('SearchSpace').selectAll().orderBy('spaceId'));
  return [...pages.map(({ number: _, ...row }) => row), ...spaces];
}

const start = {
  'README.md': '# Start\n\nAlpha.\n',
  'guide/README.md': '# Guide\n\nBeta gamma.\n',
  'guide/deep/page.md': '---\ndescription: Delta\n---\n\n# Deep\n\nEpsilon.\n',
  'guide/other.md': '# Other\n\nZeta.\n',
};

describe('the search index', () => {
  it.each(seeds(3))(
    'equals a rebuilt index after random edits, merges, imports, reversals, templates and restores (seed %i)',
    async (seed) => {
      const random = randomFrom(seed);
      const { space, token, organization } = await seedSearchSpace(test, start);
      const earlier = await headOfSpace(test, { space, token });
      for (let round = 0; round < 4; round++) {
        const pages = [...(await pagesByPath(test, space, token))];
        const [path = '', page] = pages[random(pages.length)]!;
        const title = `Title ${seed} ${round}`;
        const markdown = `# ${title}\n\nWord${random(5)} 東京 ${'again '.repeat(random(4))}\n`;
        const changes = [
          { operation: 'update_page', page, title },
          { operation: 'update_page', page, document: { markdown } },
          { operation: 'insert_page', title, into: page, document: { markdown } },
          { operation: 'delete_page', page },
          { operation: 'update_page', page, description: title },
        ];
        const proposal = await openChangeRequest(test, space, token);
        expect((await proposal.change(changes[random(changes.length)]!)).status, path).toBe(200);
        expect((await proposal.merge()).status).toBe(200);
        if (round === 2) {
          const files = { ...start, [`new${round}.md`]: markdown };
          const entries = new Map(
            Object.entries(files).map(([name, text]) => [name, () => new TextEncoder().encode(text)]),
          );
          await importIntoSpace({ store: test.store, viewer: test.operator }, { organization, space, entries });
        }
        if (round > 0) await headChanges[random(headChanges.length)]!(test, { space, token, earlier });
        const before = await rows();
        await rebuildSearch(test.store, space);
        expect(await rows()).toEqual(before);
      }
    },
  );

  it('finds a change after its merge, not before', async () => {
    const { space, token, paths } = await seedSearchSpace(test, start);
    const proposal = await openChangeRequest(test, space, token);
    const page = (await pagesByPath(test, space, token)).get('guide/other');
    await proposal.change({ operation: 'update_page', page, document: { markdown: '# Other\n\nOmicron.\n' } });
    expect(await paths('omicron')).toEqual([]);
    await proposal.merge();
    expect(await paths('omicron')).toEqual(['guide/other']);
    expect(await paths('zeta')).toEqual([]);
  });

  it('writes only the rows of changed pages', async () => {
    const { space, token } = await seedSearchSpace(test, start);
    const { read } = test.store;
    const numbers = async () => {
      const query = read.sql.selectFrom('SearchPage').select(['pageId', 'number']).where('spaceId', '=', space);
      return new Map((await read.all(query)).map((row) => [row.pageId, row.number]));
    };
    const before = await numbers();
    const page = (await pagesByPath(test, space, token)).get('guide/other')!;
    const proposal = await openChangeRequest(test, space, token);
    await proposal.change({ operation: 'update_page', page, document: { markdown: '# Other\n\nEta.\n' } });
    await proposal.merge();
    const changed = [...(await numbers())].filter(([id, number]) => before.get(id) !== number).map(([id]) => id);
    expect(changed).toEqual([page]);
  });

  it('indexes a space that an older version left without an index, and no other space', async () => {
    const { space, paths } = await seedSearchSpace(test, start);
    await test.store.transaction(async ({ prisma }) => {
      await prisma.searchPage.deleteMany({ where: { spaceId: space } });
      await prisma.searchSpace.deleteMany({ where: { spaceId: space } });
    });
    expect(await paths('epsilon')).toEqual([]);
    expect(await fillSearch(test.store)).toEqual({ spaces: 1, pages: 4 });
    expect(await paths('epsilon')).toEqual(['guide/deep/page']);
    expect(await fillSearch(test.store)).toEqual({ spaces: 0, pages: 0 });
  });

  it('is complete after the next revision of a space that has no index', async () => {
    const { space, organization, paths } = await seedSearchSpace(test, start);
    await test.store.transaction(({ prisma }) =>
      prisma.searchSpace.update({ where: { spaceId: space }, data: { version: 0 } }),
    );
    const files = { ...start, 'more.md': '# More\n\nTheta.\n' };
    const entries = new Map(Object.entries(files).map(([name, text]) => [name, () => new TextEncoder().encode(text)]));
    await importIntoSpace({ store: test.store, viewer: test.operator }, { organization, space, entries });
    expect(await paths('theta')).toEqual(['more']);
    expect(await paths('epsilon')).toEqual(['guide/deep/page']);
    const before = await rows();
    await rebuildSearch(test.store, space);
    expect(await rows()).toEqual(before);
  });

  it('moves with its space to another organization', async () => {
    const { space, paths } = await seedSearchSpace(test, start);
    const { id: organization, admin } = await seedOrganization(test);
    expect(await paths('epsilon')).toEqual(['guide/deep/page']);
    await test.store.transaction(async (tx) => {
      await tx.prisma.space.update({ where: { id: space }, data: { organizationId: organization } });
    });
    const { body } = await test.rest('GET', `/orgs/${organization}/search?query=epsilon`, admin);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([space]);
  });
});
