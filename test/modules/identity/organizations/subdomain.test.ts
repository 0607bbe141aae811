import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);

const subdomain = async (hostname: string) => {
  await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { hostname } });
  const query = 'query ($id: ID!) { organization(id: $id) { subdomain { subdomain isActive target { id } } } }';
  return (await test.graphql(query, { ...acme.admin, variables: { id: acme.id } })).data.organization.subdomain;
};

describe('the subdomain of an organization', () => {
  it('is its hostname, and is not active', async () => {
    expect(await subdomain('acme-docs')).toEqual({ subdomain: 'acme-docs', isActive: false, target: { id: acme.id } });
  });

  it('is null for a hostname that is not a valid subdomain', async () => {
    for (const hostname of ['acme.docs', 'Acme', '-acme']) expect(await subdomain(hostname)).toBeNull();
  });
});
