import { beforeAll, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization } from '../../../support/seed.js';
import { type AdaptiveSite, seedAdaptiveSite } from './adaptive-kit.js';
import { allClaims } from './all-claims.js';

const test = await testApp();
const acme = await seedOrganization(test);
let site: AdaptiveSite;

beforeAll(async () => {
  site = await seedAdaptiveSite(test, acme, {
    sections: { open: null, guides: 'visitor.claims.plan == "gold"', beta: 'visitor.claims.isBeta' },
    siteSpaces: {
      'open/all': ' ',
      'guides/first': 'visitor.claims.a || visitor.claims.b',
      'beta/second': 'visitor.claims.seats > 3',
    },
  });
});

const fields = 'brokenConditions { totalCount nodes { section { id } siteSpace { id } condition fault column } }';
const brokenFor = async ({ token }: Pick<Person, 'token'> = acme.admin) => {
  const { data } = await test.graphql(`query ($id: ID!) { site(id: $id) { ${fields} } }`, {
    token,
    variables: { id: site.id },
  });
  return data.site.brokenConditions;
};

it('no condition is broken without a schema', async () => {
  expect(await brokenFor()).toEqual({ totalCount: 0, nodes: [] });
});

it('a schema that breaks conditions is accepted, and each fault is reported with its position', async () => {
  const { data } = await test.graphql(
    `mutation ($input: UpdateSiteAdaptiveSchemaInput!) { updateSiteAdaptiveSchema(input: $input) { site { ${fields} } } }`,
    { ...acme.admin, variables: { input: { organization: acme.id, site: site.id, jsonSchema: allClaims } } },
  );
  const { guides, 'guides/first': first } = site.parts;
  const broken = data.updateSiteAdaptiveSchema.site.brokenConditions;
  const there = 'there is plan, isBeta, name, seats, roles, flags, company, unsigned';
  expect(broken.nodes).toEqual([
    {
      section: { id: guides },
      siteSpace: null,
      condition: 'visitor.claims.plan == "gold"',
      fault: '`visitor.claims.plan` has one of "pro", "free", never "gold" at character 24',
      column: 24,
    },
    {
      section: null,
      siteSpace: { id: first },
      condition: 'visitor.claims.a || visitor.claims.b',
      fault: `\`visitor.claims.a\` is unknown at character 16; ${there}`,
      column: 16,
    },
    {
      section: null,
      siteSpace: { id: first },
      condition: 'visitor.claims.a || visitor.claims.b',
      fault: `\`visitor.claims.b\` is unknown at character 36; ${there}`,
      column: 36,
    },
  ]);
  expect(await brokenFor()).toEqual(broken);
});

it('conditions of spaces that the viewer does not see, and of deleted spaces, are not reported', async () => {
  const reader = await seedMember(test, acme.id, 'read');
  const places = async (as?: Person) => {
    const { nodes } = await brokenFor(as);
    return nodes.map((node: Record<string, { id: string }>) => (node.section ?? node.siteSpace!).id);
  };
  const { guides, 'guides/first': first } = site.parts;
  expect(await places(reader)).toEqual([guides, first, first]);
  const path = `/spaces/${site.spaces['guides/first']}`;
  await test.rest('PATCH', path, { ...acme.admin, body: { defaultLevel: null } });
  expect([await places(reader), await places()]).toEqual([[guides], [guides, first, first]]);
  await test.rest('DELETE', path, acme.admin);
  expect(await places()).toEqual([guides]);
});
