import { describe, expect, it } from 'vitest';
import type { Context } from '../../../../src/api/graphql/execution/context.js';
import { findInSpace, findPages } from '../../../../src/modules/content/search/find-pages.js';
import { createLoaders } from '../../../../src/platform/db/query/loaders.js';
import type { Row } from '../../../../src/platform/db/query/rows.js';
import { anotherInstance, type TestApp, testApp } from '../../../support/app.js';
import { seeds } from '../../../support/properties.js';
import { randomFrom } from '../../../support/random.js';
import { pagesByPath } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { seedSearchSpace } from './search-kit.js';

const test = await testApp();

/** Number of searches after which the head of a space is cached in memory. */
const searchesUntilCached = [1, 2, 3];

const stems = ['in', 'install', 'installer', 'installation', 'deploy', 'über', '東京', '東', 'k8s', 'a'];

function filesFrom(random: (below: number) => number): Record<string, string> {
  const words = (count: number) =>
    Array.from({ length: count }, () => stems[random(stems.length)]! + (random(3) === 0 ? `x${random(80)}` : ''));
  const page = () =>
    `# ${words(2).join(' ')}\n\n${words(9).join(' ')}\n\n## ${words(2).join(' ')}\n\n${words(random(90)).join(' ')}\n`;
  const pages = Array.from({ length: 40 }, (_, index) => [`p${index}.md`, page()]);
  const many = Array.from({ length: 60 }, (_, index) => `deploy${index} `.repeat(1 + (index % 3))).join('');
  return { ...Object.fromEntries(pages), 'many.md': `# deploy\n\n${many}\n` };
}

/** Returns the results of the operator in a space: from memory if the head is cached, and from the database. */
async function searchMemoryAndDatabase({ store }: TestApp, id: string, text: string) {
  const context = {
    viewer: test.operator,
    store,
    read: store.read,
    loaders: createLoaders(store.read),
  } as unknown as Context;
  const query = store.sql.selectFrom('Space').selectAll().where('id', '=', id);
  const space = (await store.read.first(query)) as Row<'Space'>;
  return [await findInSpace(context, space, text), await findPages(context, `${space.organizationId}/${id}`, { text })];
}

describe('a search in a cached head', () => {
  it.each(seeds(3))('finds the same pages with the same scores as in the database (seed %i)', async (seed) => {
    const random = randomFrom(seed);
    const { space, paths } = await seedSearchSpace(test, filesFrom(random));
    for (const _ of searchesUntilCached) await paths('install');
    const queries = [...stems, 'deploy install', 'in über', 'installer x', '"install deploy"', 'nowhere', ''];
    for (const text of [...queries, ...queries.map((one) => `${one} ${stems[random(stems.length)]}`)]) {
      const batches = await test.batches(() => paths(text));
      if (!/"|東/.test(text))
        expect(
          batches.filter((sql) => sql.includes('SearchSpace')),
          text,
        ).toEqual([]);
      const [inMemory, inDatabase] = await searchMemoryAndDatabase(test, space, text);
      expect(inMemory, text).toEqual(inDatabase);
    }
  });

  it('finds a merge of another instance at the next request', async () => {
    const { space, token, paths } = await seedSearchSpace(test, {
      'one.md': '# One\n\nAlpha.\n',
      'two.md': '# Two\n\nAlpha.\n',
    });
    const other = await anotherInstance(test);
    const pathsThere = async (query: string) =>
      (await other.rest('GET', `/spaces/${space}/search?query=${query}`, { token })).body.items.map(
        ({ path }: { path: string }) => path,
      );
    for (const _ of searchesUntilCached) expect(await pathsThere('alpha')).toEqual(await paths('alpha'));
    const page = (await pagesByPath(test, space, token)).get('two');
    const proposal = await openChangeRequest(test, space, token);
    await proposal.change({ operation: 'update_page', page, document: { markdown: '# Two\n\nOmega.\n' } });
    await proposal.merge();
    for (const _ of searchesUntilCached) {
      expect(await pathsThere('alpha')).toEqual(['one']);
      expect(await pathsThere('omega')).toEqual(['two']);
    }
  });
});
