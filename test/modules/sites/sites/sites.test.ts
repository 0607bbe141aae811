import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let [guide, manual, foreign]: string[] = [];
const sites: Record<string, string> = {};

const create = (body: unknown) => test.rest('POST', `/orgs/${acme.id}/sites`, { ...acme.admin, body });
const list = (query = '') => test.rest('GET', `/orgs/${acme.id}/sites${query}`, acme.admin);
const titlesOf = (body: { items: { title: string }[] }) => body.items.map(({ title }) => title);

beforeAll(async () => {
  [guide, manual] = [await seedSpace(test, acme.id), await seedSpace(test, acme.id)];
  foreign = await seedSpace(test, globex.id);
  const given = [
    { title: 'Ärzte-Handbuch', type: 'premium', spaces: [guide, manual] },
    { title: '100% Docs', spaces: [manual] },
    { title: 'Public docs', type: 'ultimate', visibility: 'unlisted' },
  ];
  for (const site of given) sites[site.title] = (await create(site)).body.id;
});

it('a new site is unpublished and has its spaces', async () => {
  const { status, body } = await create({
    title: 'Two',
    type: 'premium',
    visibility: 'share-link',
    spaces: [guide, manual],
  });
  expect(status).toBe(201);
  expect(body).toMatchObject({
    object: 'site',
    title: 'Two',
    type: 'premium',
    visibility: 'share-link',
    published: false,
    siteSpaces: 2,
    urls: { location: `https://docs.test/v1/orgs/${acme.id}/sites/${body.id}` },
  });
  expect((await test.rest('GET', `/orgs/${acme.id}/sites/${body.id}`, acme.admin)).body).toEqual(body);
});

it('a site created from an empty body has the documented defaults', async () => {
  const { status, body } = await create({});
  expect([status, body.title, body.type, body.visibility]).toEqual([201, 'Untitled', 'basic', 'public']);
  expect([body.siteSpaces, body.published, body.adaptiveContent]).toEqual([0, false, { enabled: false }]);
});

it('a space of another organization in `spaces` returns 400 with its index, like an unknown space', async () => {
  const unknown = 'spc_00000000000000000000000000';
  const refused = await create({ title: 'Refused', spaces: [guide, foreign] });
  expect([refused.status, refused.body.error.message]).toEqual([
    400,
    `\`spaces[1]\` must be a space of the organization (got "${foreign}")`,
  ]);
  const missing = await create({ title: 'Refused', spaces: [guide, unknown] });
  expect(JSON.stringify(refused.body).replaceAll(foreign!, unknown)).toBe(JSON.stringify(missing.body));
  expect((await list('?title=Refused')).body.count).toBe(0);
});

it('a space named twice returns 400', async () => {
  const { status, body } = await create({ spaces: [guide, manual, guide] });
  expect([status, body.error.message]).toEqual([400, `\`spaces[2]\` must not repeat "${guide}"`]);
});

it('251 spaces return 400 with the limit and the number', async () => {
  const { status, body } = await create({ spaces: Array.from({ length: 251 }, () => guide) });
  expect([status, body.error.message]).toEqual([400, '`spaces` must have at most 250 ids (got 251)']);
});

it.each([
  ['title', 'x'],
  ['title', 'x'.repeat(129)],
  ['title', null],
  ['type', 'free'],
  ['visibility', 'private'],
  ['spaces', [7]],
  ['spaces', null],
  ['published', true],
])('the value `%s: %j` returns 400 that names the field', async (field, value) => {
  const { status, body } = await create({ [field]: value });
  expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
});

it.each([null, 'read', 'review'] as const)('the role %s, which cannot create sites, gets a 403', async (role) => {
  const member = await seedMember(test, acme.id, role);
  expect((await test.rest('POST', `/orgs/${acme.id}/sites`, { ...member, body: {} })).status).toBe(403);
});

it('sites are listed newest first, in three batches whatever their number', async () => {
  const batches = await test.batches(async () => {
    const { body } = await list('?limit=1000');
    const ids = body.items.map(({ id }: { id: string }) => id);
    expect(ids).toEqual([...ids].sort().reverse());
    expect(body.items.at(-1)).toMatchObject({ title: 'Ärzte-Handbuch', siteSpaces: 2 });
  });
  expect(batches).toHaveLength(3);
});

it('`title` matches a part of a title, ignoring case and accents', async () => {
  expect(titlesOf((await list('?title=arzte-HAND')).body)).toEqual(['Ärzte-Handbuch']);
});

it.each(['%25', '_', '100%25 docs'])('`title=%s` has no wildcards', async (title) => {
  expect(titlesOf((await list(`?title=${title}`)).body)).toEqual(title === '_' ? [] : ['100% Docs']);
});

it('`type` accepts one plan, repeated plans, or plans separated by commas', async () => {
  const expected = ['Public docs', 'Ärzte-Handbuch'];
  const named = async (query: string) => titlesOf((await list(query)).body).filter((title) => expected.includes(title));
  expect(await named('?type=ultimate')).toEqual(['Public docs']);
  expect(await named('?type=ultimate&type=premium')).toEqual(expected);
  expect(await named('?type=ultimate,premium')).toEqual(expected);
  expect((await list('?type=free')).status).toBe(400);
});

it('`space` finds the sites that show a space; an unknown or foreign id finds none', async () => {
  expect(titlesOf((await list(`?space=${manual}&title=docs`)).body)).toEqual(['100% Docs']);
  for (const id of ['spc_unknown', foreign]) expect((await list(`?space=${id}`)).body).toEqual({ count: 0, items: [] });
});

it('`published` filters published or unpublished sites', async () => {
  expect((await list('?published=true')).body.count).toBe(0);
  expect((await list('?published=false')).body.count).toBe((await list()).body.count);
  expect((await list('?published=yes')).status).toBe(400);
});

it('a guest sees no sites', async () => {
  const guest = await seedMember(test, acme.id, null);
  expect((await test.rest('GET', `/orgs/${acme.id}/sites`, guest)).body).toEqual({ count: 0, items: [] });
  expect((await test.rest('GET', `/orgs/${acme.id}/sites/${sites['100% Docs']}`, guest)).status).toBe(404);
});

it('a site of another organization returns 404 under the path of either organization', async () => {
  const { body } = await test.rest('POST', `/orgs/${globex.id}/sites`, { ...globex.admin, body: {} });
  expect((await test.rest('GET', `/orgs/${acme.id}/sites/${body.id}`, acme.admin)).status).toBe(404);
  expect((await test.rest('GET', `/orgs/${globex.id}/sites/${body.id}`, acme.admin)).status).toBe(404);
  const query = 'query ($id: ID!) { site(id: $id) { id } node(id: $id) { id } }';
  const { data } = await test.graphql(query, { ...acme.admin, variables: { id: body.id } });
  expect(data).toEqual({ site: null, node: null });
});

it('a site is read in three batches: organization, site, number of spaces', async () => {
  const path = `/orgs/${acme.id}/sites/${sites['100% Docs']}`;
  expect(await test.batches(() => test.rest('GET', path, acme.admin))).toHaveLength(3);
});
