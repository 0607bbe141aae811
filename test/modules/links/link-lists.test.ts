import { beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, testApp } from '../../support/app.js';
import { seedMember, seedOrganization } from '../../support/seed.js';
import { type LinkFixture, seedLinkSpace } from './link-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
let guide: LinkFixture;
let start: LinkFixture;

beforeAll(async () => {
  guide = await seedLinkSpace(test, { 'README.md': '# Guide\n\n## Usage\n', 'pic.png': 'png' }, acme);
  const page = `docgraph:space/${guide.space}/page/${await guide.page('')}`;
  start = await seedLinkSpace(
    test,
    {
      'README.md': [
        '---\ncover: pic.png\n---\n\n# Start\n\n[in text](other.md) and [again](other.md) ![](pic.png)',
        '## Below\n\n[again](./other.md) [part](other.md#part) [no part](other.md#none) [gone](gone.md "title")',
        `[up](#start) [nowhere](#nowhere) [own](${publicUrl}/app/spc_1) [web](https://example.com/a?b#c) <https://auto.example>`,
        '{% content-ref url="other.md" %}\n[other](other.md)\n{% endcontent-ref %}\n\n{% include "shared.md" %}',
        `[guide](${page}) [usage](${page}#usage) [unusual](${page}#none) [space](docgraph:space/${guide.space})`,
        `[me](docgraph:user/${acme.admin.id}) [nobody](docgraph:user/usr_0) [spec](docgraph:openapi/api_1) [what](docgraph:what/1)`,
        '`[code](code.md)` <a href="other.md">html</a> [ref][r] [mail](mailto:a@b.test) [top](#) []()\n\n[r]: pic.png',
      ].join('\n\n'),
      'other.md': '# Other\n\n## Part\n\n[back](README.md)\n',
      'shared.md': '# Shared\n',
      'pic.png': 'png',
    },
    acme,
  );
});

describe('the list of links', () => {
  it('has every reference of a page with its status, relation, target and locations', async () => {
    const page = `docgraph:space/${guide.space}/page/${await guide.page('')}`;
    const { body } = await test.rest('GET', '/user', acme.admin);
    const name = body.displayName;
    expect(await start.links()).toEqual([
      'ok file pic.png from Start, Start#start, Start#below',
      'ok page other from Start#start, Start#below',
      'ok page other#part from Start#below',
      'broken page other#none from Start#below',
      'broken url gone.md from Start#below',
      'ok page Start#start from Start#below',
      'broken page Start#nowhere from Start#below',
      `in-app url ${publicUrl}/app/spc_1 from Start#below`,
      'ok url https://example.com/a?b#c from Start#below',
      'ok url https://auto.example from Start#below',
      'ok needs page shared from Start#below',
      'ok page Guide from Start#below',
      'ok page Guide#usage from Start#below',
      `broken url ${page}#none from Start#below`,
      'ok space Manual from Start#below',
      `ok user ${name} from Start#below`,
      'broken url docgraph:user/usr_0 from Start#below',
      'broken url docgraph:openapi/api_1 from Start#below',
      'broken url docgraph:what/1 from Start#below',
      'ok url mailto:a@b.test from Start#below',
      'ok page Start from other#part',
    ]);
  });

  it('counts all links in `stats`, whatever the filter', async () => {
    const { body } = await test.rest('GET', `/spaces/${start.space}/links?status=broken&limit=2`, acme.admin);
    expect(body.stats).toEqual({ total: 21, broken: { total: 7 } });
    expect(body.count).toBe(7);
    expect(body.items).toHaveLength(2);
  });

  it('can be filtered by status', async () => {
    expect(await start.links('?status=in-app')).toEqual([`in-app url ${publicUrl}/app/spc_1 from Start#below`]);
    for (const sentence of await start.links('?status=broken')) expect(sentence).toMatch(/^broken /);
  });

  it('has no gaps or duplicates between its pages', async () => {
    const all = await start.links();
    const found: string[] = [];
    let next: string | undefined;
    do {
      const page = next ? `&page=${encodeURIComponent(next)}` : '';
      const { body } = await test.rest('GET', `/spaces/${start.space}/links?limit=4${page}`, acme.admin);
      expect(body.count).toBe(all.length);
      next = body.next?.page;
      found.push(...body.items.map((item: object) => JSON.stringify(item)));
    } while (next);
    expect(new Set(found).size).toBe(all.length);
  });

  it('can be limited to one page', async () => {
    const { body } = await test.rest(
      'GET',
      `/spaces/${start.space}/content/page/${await start.page('other')}/links`,
      acme.admin,
    );
    expect(body).toMatchObject({ count: 1, stats: { total: 1, broken: { total: 0 } } });
    expect(body.items[0].targetReference).toMatchObject({ kind: 'page', page: { title: 'Start' } });
  });

  it('has the backlinks of pages and files from all spaces, each page once and without the target itself', async () => {
    expect(await guide.backlinks('')).toEqual(['Start']);
    expect(await start.backlinks('other')).toEqual(['Start']);
    expect(await start.backlinks('')).toEqual(['other']);
    const files = await test.rest('GET', `/spaces/${start.space}/content/files`, acme.admin);
    const path = `/spaces/${start.space}/content/files/${files.body.items[0].id}/backlinks`;
    const { body } = await test.rest('GET', path, acme.admin);
    expect(body.items.map((item: any) => [item.kind, item.page.title])).toEqual([['page', 'Start']]);
  });

  it('returns 404 for an unknown space, page and file', async () => {
    for (const path of ['/spaces/spc_0/links', `/spaces/${start.space}/content/page/pag_0/links`]) {
      expect((await test.rest('GET', path, acme.admin)).status).toBe(404);
    }
    for (const path of ['page/pag_0', 'files/fil_0']) {
      expect((await test.rest('GET', `/spaces/${start.space}/content/${path}/backlinks`, acme.admin)).status).toBe(404);
    }
  });

  it('refuses a status that is not in the contract', async () => {
    const { status, body } = await test.rest('GET', `/spaces/${start.space}/links?status=lost`, acme.admin);
    expect(status).toBe(400);
    expect(body.error.message).toContain('status');
  });

  it('takes as many batches for a thousand links as for two, and reads no page', async () => {
    const reader = await seedMember(test, acme.id, 'admin');
    const names = Array.from({ length: 100 }, (_, index) => `page-${index}`);
    const text = (own: number) =>
      names
        .slice(0, 10)
        .map((_, index) => `[a](page-${(own + index + 1) % 100}.md#h)`)
        .join(' ');
    const files = Object.fromEntries(names.map((name, index) => [`${name}.md`, `# H\n\n${text(index)}\n`]));
    const large = await seedLinkSpace(test, files, acme);
    const query = `query ($id: ID!, $first: Int!) { space(id: $id) { links(first: $first) { totalCount
    stats { total broken { total } }
    nodes { status
      targetReference { ... on ContentLocationPage { page { title } internalLocation { anchor } } }
      locationReferences { ... on ContentLocationPage { page { title } } } } } } }`;
    const ask = (first: number) => async () => {
      const { data, errors } = await test.graphql(query, { ...reader, variables: { id: large.space, first } });
      expect(errors).toBeUndefined();
      expect(data.space.links.stats).toEqual({ total: 1000, broken: { total: 0 } });
      expect(data.space.links.nodes).toHaveLength(first);
    };
    // This request caches the row of the revision.
    await ask(2)();
    const few = await test.batches(ask(2));
    const many = await test.batches(ask(500));
    expect(many).toHaveLength(few.length);
    // The batches read the space, the page of the list, and the counts of the list.
    expect(many.length).toBeLessThanOrEqual(3);
    expect(many.filter((sql) => sql.includes('"Blob"') || sql.includes('"TreeNode"'))).toEqual([]);
    const rest = (limit: number) => () => test.rest('GET', `/spaces/${large.space}/links?limit=${limit}`, reader);
    expect(await test.batches(rest(1000))).toHaveLength((await test.batches(rest(2))).length);
    const page = await large.page('page-1');
    for (const path of ['links?limit=1000', `content/page/${page}/links`, `content/page/${page}/backlinks`]) {
      const batches = await test.batches(() => test.rest('GET', `/spaces/${large.space}/${path}`, reader));
      // Each location contains its space and organization with the fields of the contract. One batch reads the spaces of
      // all
      // locations, and one the organizations.
      const isEmbedded = (sql: string) =>
        /^select \* from "Organization"|from "(?:ChangeRequest|TeamMember|SiteSpace)"/.test(sql);
      expect(batches.filter((sql) => !isEmbedded(sql)).length).toBeLessThanOrEqual(4);
      expect(batches.length).toBeLessThanOrEqual(8);
      expect(batches.filter((sql) => sql.includes('"Blob"') || sql.includes('"TreeNode"'))).toEqual([]);
    }
  });
});
