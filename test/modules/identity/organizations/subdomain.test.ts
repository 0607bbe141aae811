import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);

const subdomain = async (hostname: string) => {
  await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { hostname } });
  const query = 'query ($id: ID!) { organization(id: $id) { subdomain { subdomain isActive target { id } } } }';
  return (await test.graphql(query, { ...acme.admin, variables: { id: acme.id } })).data.organization.subdomain;
};

it('an organization has the subdomain that its hostname names, at which nothing is served', async () => {
  expect(await subdomain('acme-docs')).toEqual({ subdomain: 'acme-docs', isActive: false, target: { id: acme.id } });
});

it('a hostname that is no name of a subdomain gives none', async () => {
  for (const hostname of ['acme.docs', 'Acme', '-acme']) expect(await subdomain(hostname)).toBeNull();
});
