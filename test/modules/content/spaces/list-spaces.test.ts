import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { openChangeRequest } from '../../review/change-requests/proposal.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const spaceIds: string[] = [];

const create = async (): Promise<string> =>
  (await test.rest('POST', `/orgs/${acme.id}/spaces`, { ...acme.admin, body: {} })).body.id;
const list = (query = '') => test.rest('GET', `/orgs/${acme.id}/spaces${query}`, acme.admin);
const idsOf = (body: { items: { id: string }[] }) => body.items.map(({ id }) => id);

beforeAll(async () => {
  for (let index = 0; index < 7; index++) spaceIds.unshift(await create());
});

describe('the list of spaces', () => {
  it('begins with the newest space, and has a count', async () => {
    const { status, body } = await list();
    expect([status, body.count, idsOf(body)]).toEqual([200, 7, spaceIds]);
  });

  it('has every space on one of its pages, and its last page has no `next`', async () => {
    const met: string[] = [];
    let query = '?limit=3';
    for (let pages = 1; ; pages++) {
      const { body } = await list(query);
      expect(body.count).toBe(7);
      met.push(...idsOf(body));
      if (!body.next) {
        expect(pages).toBe(3);
        break;
      }
      query = `?limit=3&page=${body.next.page}`;
    }
    expect(met).toEqual(spaceIds);
  });

  it('`limit=0` returns the count and no items', async () => {
    expect((await list('?limit=0')).body).toEqual({ count: 7, items: [] });
  });

  it('`limit=1` returns one item and the next page', async () => {
    const { body } = await list('?limit=1');
    expect([idsOf(body), typeof body.next.page]).toEqual([[spaceIds[0]], 'string']);
  });

  it('accepts `limit=1000`', async () => {
    expect(idsOf((await list('?limit=1000')).body)).toEqual(spaceIds);
  });

  it.each(['1001', '-1', '1.5', 'NaN', '1e9', ''])('returns 400 for `limit=%s`, naming `limit`', async (limit) => {
    const { status, body } = await list(`?limit=${limit}`);
    expect(status).toBe(400);
    expect(body.error.message).toContain('`limit`');
  });

  it('returns 400 for a repeated `limit`', async () => {
    expect((await list('?limit=1&limit=1000')).status).toBe(400);
  });

  it('returns 400 for a cursor of another list, naming `page`', async () => {
    const sites = `/orgs/${acme.id}/sites`;
    for (const title of ['One', 'Two']) await test.rest('POST', sites, { ...acme.admin, body: { title } });
    const { body } = await test.rest('GET', `${sites}?limit=1`, acme.admin);
    const refused = await list(`?page=${body.next.page}`);
    expect([refused.status, refused.body.error.message]).toEqual([
      400,
      expect.stringContaining('`page` must be a cursor of this list'),
    ]);
  });

  it('returns 400 for a cursor of the same list of another organization', async () => {
    for (let index = 0; index < 2; index++) await seedSpace(test, globex.id);
    const { body } = await test.rest('GET', `/orgs/${globex.id}/spaces?limit=1`, globex.admin);
    expect((await list(`?page=${body.next.page}`)).status).toBe(400);
  });

  it.each(['x', 'WzFd.AAAA'])('returns 400 for the cursor %j', async (page) => {
    expect((await list(`?page=${page}`)).status).toBe(400);
  });

  it('has stable pages while spaces are created', async () => {
    const first = (await list('?limit=4')).body;
    const late = await create();
    const second = (await list(`?limit=1000&page=${first.next.page}`)).body;
    expect([...idsOf(first), ...idsOf(second)]).toEqual(spaceIds);
    spaceIds.unshift(late);
  });

  it('takes a constant number of batches with the counts of its spaces', async () => {
    await openChangeRequest(test, spaceIds[0]!, acme.admin.token);
    const batches = await test.batches(async () => {
      const { body } = await list();
      expect(body.items[0]).toMatchObject({ id: spaceIds[0], changeRequests: 1, changeRequestsOpen: 1 });
      expect(body.items[1]).toMatchObject({ changeRequests: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 });
    });
    // The batches read the organization, the page of spaces, and the published URLs.
    expect(batches).toHaveLength(3);
  });

  it('is empty for a guest, with the count 0', async () => {
    const guest = await seedMember(test, acme.id, null);
    expect((await test.rest('GET', `/orgs/${acme.id}/spaces`, guest)).body).toEqual({ count: 0, items: [] });
  });

  it('returns 404 for a foreign organization', async () => {
    expect((await test.rest('GET', `/orgs/${globex.id}/spaces`, acme.admin)).status).toBe(404);
  });

  it('has the same pages in GraphQL, in both directions', async () => {
    const query = `query ($id: ID!, $first: Int, $after: String, $last: Int, $before: String) {
    organization(id: $id) {
      spaces(first: $first, after: $after, last: $last, before: $before) {
        totalCount
        pageInfo { hasNextPage hasPreviousPage startCursor endCursor }
        nodes { id }
      }
    }
  }`;
    const page = async (part: object) =>
      (await test.graphql(query, { ...acme.admin, variables: { id: acme.id, ...part } })).data.organization.spaces;
    const first = await page({ first: 2 });
    expect(idsOf({ items: first.nodes })).toEqual(spaceIds.slice(0, 2));
    expect(first.pageInfo).toMatchObject({ hasNextPage: true, hasPreviousPage: false });
    const next = await page({ first: 2, after: first.pageInfo.endCursor });
    expect(idsOf({ items: next.nodes })).toEqual(spaceIds.slice(2, 4));
    const back = await page({ last: 2, before: next.pageInfo.startCursor });
    expect(idsOf({ items: back.nodes })).toEqual(spaceIds.slice(0, 2));
    expect(idsOf({ items: (await page({ last: 2 })).nodes })).toEqual(spaceIds.slice(-2));
  });
});
