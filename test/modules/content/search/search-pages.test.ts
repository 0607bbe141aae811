import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';
import { seedSearchSpace } from './search-kit.js';

const test = await testApp();

const many = Object.fromEntries(
  Array.from({ length: 25 }, (_, index) => [`p${index}.md`, `# Page ${index}\n\nCommon.\n`]),
);
const { space, token, organization } = await seedSearchSpace(test, many);

const search = async (query: string) => (await test.rest('GET', `/spaces/${space}/search?${query}`, { token })).body;

const hostile = [
  '',
  ' ',
  '"',
  '""',
  '*',
  "'",
  '-',
  'NEAR(',
  'AND',
  'a OR b',
  '"a" "b',
  'terms:x',
  '^x',
  'x*',
  "' | 'a",
  '& | !',
  ':*',
  '\\',
  '%_%',
  '@',
  '#',
  '¤',
  '|1',
  '^common',
  '§1',
  '¶common',
  '<->',
  '(((',
  'common)',
  '\u200b',
  '😀',
  '--',
  ';drop table "SearchPage"',
  'İ',
  'ﬀ',
  '\ufdfa'.repeat(28),
  'a '.repeat(256),
  '東'.repeat(512),
  '"'.repeat(512),
  '{}[]^~`',
];

describe('a search', () => {
  it('pages through all results, each of them once, while a page is inserted', async () => {
    const resultPaths: string[] = [];
    let page = '';
    for (let round = 0; round < 6; round++) {
      const body = await search(`query=common&limit=5${page && `&page=${encodeURIComponent(page)}`}`);
      expect(body.items).toHaveLength(5);
      expect(body.count).toBe(25 + Number(round > 1));
      resultPaths.push(...body.items.map(({ path }: { path: string }) => path));
      if (round === 1) {
        const proposal = await openChangeRequest(test, space, token);
        const markdown = '# A\n\nCommon.\n';
        await proposal.change({ operation: 'insert_page', title: 'Common', slug: 'added', document: { markdown } });
        await proposal.merge();
      }
      if (!body.next) break;
      page = body.next.page;
    }
    expect(resultPaths).toHaveLength(25);
    expect(new Set(resultPaths).size).toBe(25);
  });

  it('refuses the cursor of another query', async () => {
    const { next } = await search('query=common&limit=1');
    const refused = await test.rest('GET', `/spaces/${space}/search?query=page&page=${encodeURIComponent(next.page)}`, {
      token,
    });
    expect(refused.status).toBe(400);
    expect(refused.body.error.message).toContain('`page` must be a cursor of this list');
  });

  it('returns the count for `limit=0`', async () => {
    expect(await search('query=page%2013&limit=0')).toEqual({ count: 1, items: [] });
  });

  it('refuses a search without a query, and a query that is too long', async () => {
    expect((await test.rest('GET', `/spaces/${space}/search`, { token })).status).toBe(400);
    expect((await test.rest('GET', `/spaces/${space}/search?query=${'a'.repeat(513)}`, { token })).status).toBe(400);
  });

  it.each(hostile)('treats %j as text', async (query) => {
    const answer = await test.rest('GET', `/spaces/${space}/search?query=${encodeURIComponent(query)}`, { token });
    expect(answer.status).toBe(200);
    const inOrganization = await test.rest('GET', `/orgs/${organization}/search?query=${encodeURIComponent(query)}`, {
      token,
    });
    expect(inOrganization.status).toBe(200);
  });

  it('treats words that look like syntax as words', async () => {
    expect((await search('query=common%20AND%20page')).count).toBe(0);
    expect((await search(`query=${encodeURIComponent('common*)("')}`)).count).toBe(26);
    expect((await search(`query=${encodeURIComponent('¤')}`)).count).toBe(0);
  });

  it('groups the results of an organization by space, the space with the best page first', async () => {
    const named = await seedSpace(test, organization, {
      'a.md': '# Common\n\nText.\n',
      'b.md': '# Other\n\nCommon.\n',
    });
    const { body } = await test.rest('GET', `/orgs/${organization}/search?query=common`, { token });
    expect(body.count).toBe(2);
    const found = body.items.map(({ id, title, pages }: { id: string; title: string; pages: { path: string }[] }) => [
      id,
      title,
      pages.map(({ path }) => path).slice(0, 2),
    ]);
    expect(found).toContainEqual([named, 'Manual', ['a', 'b']]);
    // `/v1` returns at most ten of the pages found in a space. GraphQL returns all of them.
    const long = body.items.find(({ id }: { id: string }) => id === space);
    expect(long.pages).toHaveLength(10);
  });

  it('has its pages and spaces in GraphQL, in a constant number of batches', async () => {
    const query = `query ($id: ID!, $first: Int) { organization(id: $id) { search(query: "common", first: 2) { totalCount nodes {
    id title score space { id title } pages(first: $first) { totalCount nodes {
      id title path score page { id title } space { id } ancestors { title }
      sections { id title path body score highlights { start end } urls { app } }
    } } } } } }`;
    const ask = (first: number) => test.graphql(query, { token, variables: { id: organization, first } });
    const { data, errors } = await ask(26);
    expect(errors).toBeUndefined();
    const result = data.organization.search.nodes.find(({ id }: { id: string }) => id === space);
    expect(result.pages.totalCount).toBe(26);
    const pages = await pagesByPath(test, space, token);
    for (const node of result.pages.nodes) {
      expect(pages.get(node.path)).toBe(node.id);
      expect(node.page).toEqual({ id: node.id, title: node.title });
      expect(node.space).toEqual({ id: space });
      for (const { body, highlights } of node.sections)
        expect(highlights.map(({ start, end }: { start: number; end: number }) => body.slice(start, end))).toEqual([
          'Common',
        ]);
    }
    const [few, all] = [await test.batches(() => ask(1)), await test.batches(() => ask(26))];
    expect(all.length).toBe(few.length);
  });

  it('takes as many batches in many spaces as in one', async () => {
    const query =
      'query ($id: ID!) { organization(id: $id) { spaces { nodes { search(query: "common", first: 1) { totalCount nodes { id } } } } } }';
    const ask = () => test.graphql(query, { token, variables: { id: organization } });
    const { data } = await ask();
    expect(
      data.organization.spaces.nodes.map(({ search }: { search: { totalCount: number } }) => search.totalCount),
    ).toEqual([2, 26]);
    expect((await test.batches(ask)).length).toBe(4);
  });

  it('of an organization takes at most three batches when the texts are cached', async () => {
    const ask = () => test.rest('GET', `/orgs/${organization}/search?query=common`, { token });
    await ask();
    expect((await test.batches(ask)).length).toBeLessThanOrEqual(3);
  });
});
