import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization } from '../../../support/seed.js';
import { logOf, type SeededSite, seedSite } from '../sites/site-kit.js';
import { allClaims } from './all-claims.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
let site: SeededSite;
const schemaOf = (one: SeededSite) => one.ask('GET', '/adaptive-schema');
const write = (jsonSchema: unknown, one = site) => one.ask('PUT', '/adaptive-schema', { jsonSchema });

beforeAll(async () => {
  site = await seedSite(test, acme);
});

describe('the claims schema of a site', () => {
  it('returns 404 if the site has none; its list of template conditions is empty then', async () => {
    const bare = await seedSite(test, acme);
    expect((await schemaOf(bare)).status).toBe(404);
    const templates = await bare.ask('GET', '/adaptive-schema/template-conditions');
    expect([templates.status, templates.body]).toEqual([200, { items: [] }]);
  });

  it('is read back as it was written, with its claims in order', async () => {
    const { status, body } = await write(allClaims);
    expect([status, body.object]).toEqual([200, 'site-adaptive-schema']);
    expect(JSON.stringify(body.jsonSchema)).toBe(JSON.stringify(allClaims));
    expect((await schemaOf(site)).body).toEqual(body);
    const { data } = await test.graphql(
      'query ($id: ID!) { site(id: $id) { adaptiveSchema { jsonSchema updatedAt } } }',
      { ...acme.admin, variables: { id: site.id } },
    );
    expect(data.site.adaptiveSchema).toEqual({ jsonSchema: allClaims, updatedAt: body.updatedAt });
  });

  it('has template conditions in its order', async () => {
    const { body } = await site.ask('GET', '/adaptive-schema/template-conditions');
    expect(body.items).toEqual([
      { description: 'Plan: pro', condition: 'visitor.claims.plan == "pro"' },
      { description: 'Plan: free', condition: 'visitor.claims.plan == "free"' },
      { description: 'In the beta', condition: 'visitor.claims.isBeta' },
      { description: 'Not: In the beta', condition: '!visitor.claims.isBeta' },
      { description: 'Roles: admin', condition: 'visitor.claims.roles.includes("admin")' },
      { description: 'Roles: writer', condition: 'visitor.claims.roles.includes("writer")' },
      { description: 'Flags: true', condition: 'visitor.claims.flags.includes(true)' },
      { description: 'Flags: false', condition: 'visitor.claims.flags.includes(false)' },
      { description: 'New customer', condition: 'visitor.claims.company["is-new"]' },
      { description: 'Not: New customer', condition: '!visitor.claims.company["is-new"]' },
      { description: 'System: linux', condition: 'visitor.claims.unsigned.os == "linux"' },
    ]);
    const { data } = await test.graphql(
      'query ($id: ID!) { site(id: $id) { adaptiveTemplateConditions(first: 2) { totalCount nodes { description condition } } } }',
      { ...acme.admin, variables: { id: site.id } },
    );
    expect(data.site.adaptiveTemplateConditions).toEqual({ totalCount: 11, nodes: body.items.slice(0, 2) });
  });

  it('does not change and records no event if the same schema is written; another order is a change', async () => {
    const { body } = await schemaOf(site);
    const written = async () =>
      (await logOf(test, acme.id)).filter(({ action }) => action === 'updateSiteAdaptiveSchema').length;
    const before = await written();
    expect((await write(allClaims)).body).toEqual(body);
    expect(await written()).toBe(before);
    const properties = Object.fromEntries(Object.entries(allClaims.properties).reverse());
    expect(Object.keys((await write({ ...allClaims, properties })).body.jsonSchema.properties)[0]).toBe('unsigned');
    expect(await written()).toBe(before + 1);
    expect((await logOf(test, acme.id))[0]).toMatchObject({ action: 'updateSiteAdaptiveSchema', targetId: site.id });
  });

  it.each([
    [
      { ...allClaims, properties: { plan: { type: 'date', description: '' } } },
      '`jsonSchema` at `/properties/plan/type` must be one of "boolean", "string", "number", "array", "object" (got "date")',
    ],
    [{ ...allClaims, additionalProperties: true }, '`jsonSchema` at `/additionalProperties` must be false (got true)'],
    [
      {
        type: 'object',
        properties: { constructor: { type: 'boolean', description: '' } },
        additionalProperties: false,
      },
      '`jsonSchema` at `/properties/constructor` must not have this name (got "constructor")',
    ],
    [[], '`jsonSchema` must be an object (got [])'],
    [null, '`jsonSchema` must not be null'],
  ])('returns 400 with pointer, rule and value for %j on both APIs; writes nothing', async (jsonSchema, message) => {
    const before = (await schemaOf(site)).body;
    const { status, body } = await write(jsonSchema);
    expect([status, body.error.message]).toEqual([400, message]);
    const { errors } = await test.graphql(
      'mutation ($input: UpdateSiteAdaptiveSchemaInput!) { updateSiteAdaptiveSchema(input: $input) { site { id } } }',
      { ...acme.admin, variables: { input: { organization: acme.id, site: site.id, jsonSchema } } },
    );
    expect(errors).toHaveLength(1);
    expect((await schemaOf(site)).body).toEqual(before);
  });

  it('can be read with the role read and written with the role create; outsiders get 404', async () => {
    const reader = await seedMember(test, acme.id, 'read');
    const editor = await seedMember(test, acme.id, 'edit');
    const author = await seedMember(test, acme.id, 'create');
    const statuses = (as: typeof reader) =>
      Promise.all([
        site.ask('GET', '/adaptive-schema', undefined, as),
        site.ask('GET', '/adaptive-schema/template-conditions', undefined, as),
        site.ask('PUT', '/adaptive-schema', { jsonSchema: allClaims }, as),
      ]).then((answers) => answers.map(({ status }) => status));
    expect(await statuses(reader)).toEqual([200, 200, 403]);
    expect(await statuses(editor)).toEqual([200, 200, 403]);
    expect(await statuses(author)).toEqual([200, 200, 200]);
    expect(await statuses(globex.admin)).toEqual([404, 404, 404]);
  });

  it('returns the same 404 for a site of another organization as for an unknown site', async () => {
    const at = (organization: string, id: string) =>
      test.rest('PUT', `/orgs/${organization}/sites/${id}/adaptive-schema`, {
        ...globex.admin,
        body: { jsonSchema: allClaims },
      });
    const unknown = `site_${'0'.repeat(26)}`;
    const [foreign, missing] = [await at(globex.id, site.id), await at(globex.id, unknown)];
    expect([foreign.status, missing.status]).toEqual([404, 404]);
    expect(JSON.stringify(foreign.body).replaceAll(site.id, unknown)).toBe(JSON.stringify(missing.body));
  });
});
