import { beforeAll, describe, expect, it } from 'vitest';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { testApp } from '../../../support/app.js';
import { moveClock } from '../../../support/clock.js';
import { type Person, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const members = `/orgs/${acme.id}/members`;
/** Ids of the members in the order in which they joined. */
let joinedIds: string[];
let reader: Person;
let guest: Person;

async function seedNamed(name: string, email: string): Promise<string> {
  const actor = { store: test.store, viewer: test.operator };
  return createUser(actor, { email, name, organization: acme.id });
}

beforeAll(async () => {
  reader = await seedMember(test, acme.id, 'read');
  guest = await seedMember(test, acme.id, null);
  const named = [await seedNamed('Zoë ÅNGSTRÖM', 'zoe@acme.test'), await seedNamed('100%_sure', 'Sure@Acme.Test')];
  await seedMember(test, globex.id, 'read');
  joinedIds = [acme.admin.id, reader.id, guest.id, ...named];
});

const list = async (query = '', person = reader) => {
  const { status, body } = await test.rest('GET', `${members}${query}`, person);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const listIds = async (query: string): Promise<string[]> =>
  (await list(query)).items.map(({ id }: { id: string }) => id);

describe('the list of members of an organization', () => {
  it('contains only the members of the organization, newest first', async () => {
    expect(await listIds('')).toEqual(joinedIds.toReversed());
    expect((await list()).count).toBe(joinedIds.length);
  });

  it('is reversed by `order=asc`', async () => {
    expect(await listIds('?order=asc')).toEqual(joinedIds);
  });

  it.each(['asc', 'desc'])('is read page by page with a cursor, %s', async (order) => {
    const walked: string[] = [];
    for (let page = ''; ; ) {
      const body = await list(`?order=${order}&limit=2${page}`);
      walked.push(...body.items.map(({ id }: { id: string }) => id));
      if (!body.next) break;
      page = `&page=${body.next.page}`;
    }
    expect(walked).toEqual(order === 'asc' ? joinedIds : joinedIds.toReversed());
  });

  it('is filtered by `role`, where `guest` selects members without a role', async () => {
    expect(await listIds('?role=admin')).toEqual([acme.admin.id]);
    expect(await listIds('?role=guest')).toEqual([guest.id]);
    expect(await listIds('?role=create')).toEqual([]);
  });

  it('returns 400 for an unknown `role`, and the message names the allowed values', async () => {
    const { status, body } = await test.rest('GET', `${members}?role=owner`, reader);
    expect([status, body.error.message]).toEqual([
      400,
      '`role` must be one of "admin", "comment", "create", "edit", "guest", "read", "review" (got "owner")',
    ]);
  });

  it.each(['sort=name', 'order=up'])('returns 400 for `%s`', async (query) => {
    expect((await test.rest('GET', `${members}?${query}`, reader)).status).toBe(400);
  });

  it.each([
    ['zoe ang', 3],
    ['ZOË', 3],
    ['ångström', 3],
    ['ANGSTROM', 3],
    ['zoe@ACME', 3],
    ['sure@acme.test', 4],
    ['100%_', 4],
  ] as [string, number][])(
    'with `search=%s` contains matching names and addresses regardless of case and diacritics',
    async (text, index) => {
      expect(await listIds(`?search=${encodeURIComponent(text)}`)).toEqual([joinedIds[index]]);
    },
  );

  it.each(['%', '_'])('with `search=%s` does not treat the text as a wildcard', async (text) => {
    expect(await listIds(`?search=${encodeURIComponent(text)}`)).toEqual([joinedIds[4]]);
  });

  it('contains all members for an empty `search`, and none for a `search` without a match', async () => {
    expect(await listIds('?search=')).toHaveLength(joinedIds.length);
    expect(await list('?search=nobody')).toEqual({ count: 0, items: [] });
  });

  it('with `sort=lastSeenAt` contains only members who were seen, the latest first', async () => {
    expect(await listIds('?sort=lastSeenAt')).toEqual([]);
    for (const person of [guest, reader]) {
      moveClock(1000);
      await test.rest('POST', `/orgs/${acme.id}/ping`, person);
    }
    expect(await listIds('?sort=lastSeenAt')).toEqual([reader.id, guest.id]);
    expect(await listIds('?sort=lastSeenAt&order=asc&role=guest')).toEqual([guest.id]);
    const first = await list('?sort=lastSeenAt&limit=1');
    expect(first).toMatchObject({ count: 2, items: [{ id: reader.id, lastSeenAt: expect.any(String) }] });
    expect(await listIds(`?sort=lastSeenAt&limit=1&page=${first.next.page}`)).toEqual([guest.id]);
  });

  it('refuses a cursor from a list in another order', async () => {
    const { next } = await list('?limit=1');
    expect((await test.rest('GET', `${members}?limit=1&order=asc&page=${next.page}`, reader)).status).toBe(400);
  });

  it('takes five batches for a page with users and counts, and four if all members are on the page', async () => {
    for (let index = 0; index < 3; index++) await seedSpace(test, acme.id);
    const cost = async (limit: number) => {
      const batches = await test.batches(async () => {
        const { items } = await list(`?limit=${limit}`);
        expect(items).toHaveLength(Math.min(limit, joinedIds.length));
        for (const { user, role, spaces, teams } of items)
          expect([user.email, spaces, teams]).toEqual([expect.any(String), role === null ? 0 : 3, 0]);
      });
      return batches.length;
    };
    expect([await cost(2), await cost(joinedIds.length - 1), await cost(50)]).toEqual([5, 5, 4]);
  });

  it('returns 403 to a guest, and the message names the required role', async () => {
    const { status, body } = await test.rest('GET', members, guest);
    expect([status, body.error.message]).toEqual([403, 'member.view needs the role read; yours is guest']);
  });

  it('returns the same 404 for a foreign organization as for an unknown one', async () => {
    const unknown = 'org_00000000000000000000000000';
    const foreign = await test.rest('GET', `/orgs/${globex.id}/members`, reader);
    const missing = await test.rest('GET', `/orgs/${unknown}/members`, reader);
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(foreign.body).replaceAll(globex.id, unknown)).toBe(JSON.stringify(missing.body));
  });

  it('has the same filters and orders in GraphQL', async () => {
    const query = `query ($id: ID!) { organization(id: $id) {
    members(search: "guest", first: 5, filter: { role: GUEST }, orderBy: { field: LAST_SEEN_AT, direction: ASC }) { totalCount nodes { id role } }
  } }`;
    const { data } = await test.graphql(query, { ...reader, variables: { id: acme.id } });
    expect(data.organization.members).toEqual({ totalCount: 1, nodes: [{ id: guest.id, role: null }] });
  });
});
