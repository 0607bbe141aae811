import { expect, it } from 'vitest';
import { findSiteNamed } from '../../../../src/modules/sites/published-sites/find-site.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';
import { type Addresses, addresses, visitorContext } from './address-kit.js';

const test = await testApp();

const named = async ({ organization }: Pick<Addresses, 'organization'>, name: string) =>
  (await findSiteNamed(visitorContext(test), organization, name))?.id ?? null;
const rename = ({ requestOk: done }: Addresses, basename: string) => done('PATCH ', { basename });

it('a site is found by its id, its basename and every former basename', async () => {
  const site = await addresses(test);
  expect(await named(site, 'docs')).toBeNull();
  for (const basename of ['docs', 'manual', 'guide', 'manual']) await rename(site, basename);
  for (const name of [site.site, 'docs', 'manual', 'guide']) expect(await named(site, name)).toBe(site.site);
});

it('a basename that another site takes leads to that site, even after the other site changes it', async () => {
  const site = await addresses(test);
  for (const basename of ['docs', 'manual']) await rename(site, basename);
  const other = await test.rest('POST', `/orgs/${site.organization}/sites`, { ...site.admin, body: {} });
  const path = `/orgs/${site.organization}/sites/${other.body.id}`;
  const take = (basename: string) => test.rest('PATCH', path, { ...site.admin, body: { basename } });
  expect((await take('manual')).status).toBe(400);
  expect((await take('docs')).status).toBe(200);
  expect(await named(site, 'docs')).toBe(other.body.id);
  expect((await take('others')).status).toBe(200);
  expect(await named(site, 'docs')).toBe(other.body.id);
  await test.rest('DELETE', path, site.admin);
  expect(await named(site, 'docs')).toBeNull();
  expect(await named(site, 'manual')).toBe(site.site);
});

it('a site is not found in another organization, or by an invalid name', async () => {
  const [site, other] = [await addresses(test), await seedOrganization(test)];
  await rename(site, 'docs');
  for (const name of [site.site, 'docs']) expect(await named({ organization: other.id }, name)).toBeNull();
  for (const name of ['', 'do/cs', 'docs\0', '\ud800', 'x'.repeat(101)]) expect(await named(site, name)).toBeNull();
  expect(await named({ organization: `${site.organization}/x` }, 'docs')).toBeNull();
});

it('former page paths move with a transferred space; a deleted site loses its former paths and basenames', async () => {
  const [site, to] = [await addresses(test), await seedOrganization(test)];
  const { space, siteSpace } = await site.show('Linux', { 'README.md': '# Home\n', 'use.md': '# Use\n' });
  await site.change(space, { updatePage: { page: await site.page(space, 'use'), slug: 'usage' } });
  await site.requestOk(`PATCH /site-spaces/${siteSpace}`, { path: 'gnu' });
  await rename(site, 'docs');
  await rename(site, 'manual');
  await site.requestOk(`DELETE /site-spaces/${siteSpace}`);
  await test.store.transaction(async ({ prisma }) => {
    const data = { organizationId: to.id, userId: site.admin.id, role: 'admin', disabled: false, sso: false };
    await prisma.member.create({ data: { ...data, joinedAt: new Date() } });
  });
  const transferred = await test.rest('POST', `/spaces/${space}/transfer`, {
    ...site.admin,
    body: { organization: to.id },
  });
  expect(transferred.status).toBeLessThan(300);
  const rows = async (table: 'FormerPagePath' | 'FormerSitePath' | 'FormerBasename') => {
    const query = test.store.read.sql.selectFrom(table as 'FormerPagePath').selectAll();
    return (await test.store.read.all(query)).filter(({ organizationId }) =>
      [site.organization, to.id].includes(organizationId),
    );
  };
  expect(await rows('FormerPagePath')).toMatchObject([{ organizationId: to.id, path: 'use' }]);
  expect((await rows('FormerSitePath')).map(({ path }) => path).sort()).toEqual(['gnu', 'linux']);
  expect((await site.ask('DELETE ')).status).toBe(204);
  expect([...(await rows('FormerSitePath')), ...(await rows('FormerBasename'))]).toEqual([]);
});

it('GraphQL returns the page of an old address, with its current address', async () => {
  const site = await addresses(test);
  const { space, siteSpace } = await site.show('Linux', { 'README.md': '# Home\n', 'use.md': '# Use\n' });
  await site.change(space, { updatePage: { page: await site.page(space, 'use'), slug: 'usage' } });
  await site.requestOk(`PATCH /site-spaces/${siteSpace}`, { path: 'gnu' });
  const query = `query ($id: ID!, $siteSpace: ID!) { publishedSite(id: $id) {
    old: page(address: "linux/use") { title path urls { published } }
    gone: page(address: "linux/none") { title }
    siteSpace(id: $siteSpace) { old: page(path: "use") { title path } gone: page(path: "none") { title } odd: page(path: "\\u0001") { title } }
  } }`;
  const { data, errors } = await test.graphql(query, { token: null, variables: { id: site.site, siteSpace } });
  expect(errors).toBeUndefined();
  const published = `https://docs.test/published/${site.organization}/${site.site}/gnu/usage`;
  expect(data.publishedSite).toEqual({
    old: { title: 'Use', path: 'usage', urls: { published } },
    gone: null,
    siteSpace: { old: { title: 'Use', path: 'usage' }, gone: null, odd: null },
  });
});
