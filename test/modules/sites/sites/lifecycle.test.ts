import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { addMember } from '../../lifecycle/transfers/transfer-kit.js';
import { logOf, seedSite } from './site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const creator = await seedMember(test, acme.id, 'create');
const guide = await seedSpace(test, acme.id);

describe('publishing', () => {
  it('publishes and unpublishes a site, and returns it', async () => {
    const site = await seedSite(test, acme, { spaces: [guide] });
    const { status, body } = await site.ask('POST', '/publish');
    expect([status, body.object, body.published]).toEqual([200, 'site', true]);
    expect(await site.read()).toEqual(body);
    const back = await site.ask('POST', '/unpublish');
    expect([back.status, back.body.published]).toEqual([200, false]);
    const [second, first] = await logOf(test, acme.id);
    expect([first!.action, second!.action]).toEqual(['publishSite', 'unpublishSite']);
  });

  it('changes nothing and writes nothing if the site is already in that state', async () => {
    const site = await seedSite(test, acme, { spaces: [guide] });
    await site.ask('POST', '/publish');
    const before = await logOf(test, acme.id);
    expect((await site.ask('POST', '/publish')).body.published).toBe(true);
    await site.ask('POST', '/unpublish');
    expect((await site.ask('POST', '/unpublish')).status).toBe(200);
    expect(await logOf(test, acme.id)).toHaveLength(before.length + 1);
  });

  it('returns 409 for a site without a space; a deleted space does not count', async () => {
    const empty = await seedSite(test, acme);
    const { status, body } = await empty.ask('POST', '/publish');
    const message = `The site ${empty.id} has no space: add one, then publish it`;
    expect([status, body.error.message]).toEqual([409, message]);
    const doomed = await seedSpace(test, acme.id);
    const site = await seedSite(test, acme, { spaces: [doomed] });
    await test.rest('DELETE', `/spaces/${doomed}`, acme.admin);
    expect((await site.ask('POST', '/publish')).status).toBe(409);
    await test.rest('POST', `/spaces/${doomed}/restore`, acme.admin);
    expect((await site.ask('POST', '/publish')).status).toBe(200);
  });

  it('requires the role admin', async () => {
    const site = await seedSite(test, acme, { spaces: [guide] });
    for (const path of ['/publish', '/unpublish'])
      expect((await site.ask('POST', path, undefined, creator)).status).toBe(403);
  });

  it('the visibility of a published site can be changed immediately', async () => {
    const site = await seedSite(test, acme, { spaces: [guide] });
    await site.ask('POST', '/publish');
    for (const visibility of ['share-link', 'visitor-auth', 'public'])
      expect((await site.ask('PATCH', '', { visibility })).body).toMatchObject({ visibility, published: true });
  });
});

describe('deletion', () => {
  it('removes the site and its parts; its spaces remain, and the organization has no default site', async () => {
    const site = await seedSite(test, acme, { spaces: [guide] });
    const organization = `/orgs/${acme.id}`;
    await test.rest('PATCH', organization, {
      ...acme.admin,
      body: { defaultContent: { type: 'site', site: site.id } },
    });
    await seedParts(site.id);
    expect((await site.ask('DELETE', '', undefined, creator)).status).toBe(403);
    expect((await site.ask('DELETE')).status).toBe(204);
    expect((await site.ask('GET')).status).toBe(404);
    expect((await test.rest('GET', organization, acme.admin)).body).not.toHaveProperty('defaultContent');
    expect((await test.rest('GET', `/spaces/${guide}`, acme.admin)).status).toBe(200);
    expect((await logOf(test, acme.id))[0]).toMatchObject({ action: 'deleteSiteById', targetId: site.id });
  });

  it('of a deleted site returns 204, and writes nothing', async () => {
    const site = await seedSite(test, acme);
    await site.ask('DELETE');
    const before = await logOf(test, acme.id);
    expect((await site.ask('DELETE')).status).toBe(204);
    expect(await logOf(test, acme.id)).toEqual(before);
  });

  it('allows a transfer of its spaces again', async () => {
    const { id: elsewhere } = await seedOrganization(test);
    await addMember(test, elsewhere, { id: acme.admin.id, role: 'create' });
    const space = await seedSpace(test, acme.id);
    const site = await seedSite(test, acme, { spaces: [space] });
    const transfer = async () =>
      (await test.rest('POST', `/spaces/${space}/transfer`, { ...acme.admin, body: { organization: elsewhere } }))
        .status;
    expect(await transfer()).toBe(412);
    await site.ask('DELETE');
    expect(await transfer()).toBe(200);
  });

  it('returns the id of the deleted site in GraphQL, and NOT_FOUND the second time', async () => {
    const site = await seedSite(test, acme);
    const query = 'mutation ($input: DeleteSiteInput!) { deleteSite(input: $input) { deletedId } }';
    const variables = { input: { organization: acme.id, site: site.id } };
    expect((await test.graphql(query, { ...acme.admin, variables })).data.deleteSite).toEqual({ deletedId: site.id });
    const { errors } = await test.graphql(query, { ...acme.admin, variables });
    expect(errors![0]!.extensions.code).toBe('NOT_FOUND');
  });
});

/** Moves the spaces of a site into a section in nested groups, and adds a share link. */
async function seedParts(siteId: string): Promise<void> {
  const own = { organizationId: acme.id, siteId, createdAt: new Date() };
  await test.store.transaction(async ({ prisma }) => {
    const group = { ...own, title: 'Group', position: 'a' };
    await prisma.siteSectionGroup.create({ data: { ...group, id: 'sitegr_outer' } });
    await prisma.siteSectionGroup.create({ data: { ...group, id: 'sitegr_inner', parentId: 'sitegr_outer' } });
    const place = { title: 'Section', path: 'section', position: 'a', isDefault: true, groupId: 'sitegr_inner' };
    await prisma.siteSection.create({ data: { ...own, ...place, id: 'sitesc_only' } });
    await prisma.siteSpace.updateMany({ where: { siteId }, data: { sectionId: 'sitesc_only' } });
    const link = { name: 'Link', active: true, key: 'sealed', keyHash: siteId };
    await prisma.shareLink.create({ data: { ...own, ...link, id: 'shl_only' } });
  });
}
