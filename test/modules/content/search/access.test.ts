import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const other = await seedOrganization(test);
const [reader, guest] = [await seedMember(test, acme.id, 'read'), await seedMember(test, acme.id, null)];
const page = (text: string) => ({ 'README.md': `# Start\n\n${text}\n` });
const open = await seedSpace(test, acme.id, page('Treasure in the open.'));
const hidden = await seedSpace(test, acme.id, page('Treasure that is hidden. '.repeat(9)));
const granted = await seedSpace(test, acme.id, page('Treasure for a guest.'));
const deleted = await seedSpace(test, acme.id, page('Treasure of the past.'));
await seedSpace(test, other.id, page('Treasure of others.'));

beforeAll(async () => {
  for (const id of [hidden, granted])
    await test.rest('PATCH', `/spaces/${id}`, { ...acme.admin, body: { defaultLevel: null } });
  await test.store.transaction(async ({ prisma }) => {
    await prisma.space.update({ where: { id: deleted }, data: { deletedAt: new Date() } });
    const grant = { organizationId: acme.id, spaceId: granted, userId: guest.id, role: 'read' };
    await prisma.grant.create({ data: { id: 'grant_search', createdAt: new Date(), ...grant } });
  });
});

const inOrganization = async (token: string, query = 'treasure', more = '') =>
  (await test.rest('GET', `/orgs/${acme.id}/search?query=${query}${more}`, { token })).body;

const ids = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id).sort();

describe('a search', () => {
  it('finds and counts only spaces that the viewer may see', async () => {
    const forAdmin = await inOrganization(acme.admin.token);
    expect(ids(forAdmin)).toEqual([open, hidden, granted].sort());
    expect(forAdmin.count).toBe(3);
    const forReader = await inOrganization(reader.token);
    expect(ids(forReader)).toEqual([open]);
    expect(forReader.count).toBe(1);
    const forGuest = await inOrganization(guest.token);
    expect(ids(forGuest)).toEqual([granted]);
    expect(forGuest.count).toBe(1);
  });

  it('fills pages of results only with spaces that the viewer may see', async () => {
    const { items, next } = await inOrganization(reader.token, 'treasure', '&limit=1');
    expect(items).toHaveLength(1);
    expect(next).toBeUndefined();
  });

  it('finds nothing in a deleted space, also for admins and by its id', async () => {
    const search = (token: string) => test.rest('GET', `/spaces/${deleted}/search?query=treasure`, { token });
    expect((await search(acme.admin.token)).body).toMatchObject({ count: 0, items: [] });
    expect((await search(reader.token)).status).toBe(404);
  });

  it('returns 404 for a space or an organization that the viewer may not see', async () => {
    expect((await test.rest('GET', `/spaces/${hidden}/search?query=treasure`, reader)).status).toBe(404);
    expect((await test.rest('GET', `/orgs/${acme.id}/search?query=treasure`, other.admin)).status).toBe(404);
  });

  it('has scores that do not depend on spaces that the viewer may not see', async () => {
    const query = 'query ($id: ID!) { organization(id: $id) { search(query: "treasure open") { nodes { score } } } }';
    const score = async () =>
      (await test.graphql(query, { ...reader, variables: { id: acme.id } })).data.organization.search;
    const before = await score();
    const more = await seedSpace(test, acme.id, page('Treasure, treasure everywhere; open.'));
    await test.rest('PATCH', `/spaces/${more}`, { ...acme.admin, body: { defaultLevel: null } });
    expect(await score()).toEqual(before);
  });
});
