import { expect, it } from 'vitest';
import { newId, prefixes } from '../../../src/platform/base/ids.js';
import { seedOidcProvider } from '../../modules/identity/oidc/oidc-settings.js';
import { testApp } from '../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../support/seed.js';

const test = await testApp();
const { id, admin } = await seedOrganization(test);
const other = await seedOrganization(test, 'Other');
const { token } = admin;
const files = {
  'README.md': '# Welcome\n',
  'logo.svg': '<svg/>',
  'SUMMARY.md': '* [Welcome](README.md)\n* [Out](https://example.org)\n',
};
const space = await seedSpace(test, id, files);

const found = await test.graphql(
  `query ($space: ID!) { space(id: $space) {
    revision { id pages(first: 10) { nodes { id } } files(first: 10) { nodes { id } } }
  } }`,
  { token, variables: { space } },
);
const { revision } = found.data.space;
const changeRequest = (await test.rest('POST', `/spaces/${space}/change-requests`, { token, body: {} })).body.id;
const site = (await test.rest('POST', `/orgs/${id}/sites`, { token, body: { title: 'Site', type: 'basic' } })).body?.id;
const samlProvider = (await test.rest('POST', `/orgs/${id}/saml`, { token, body: { label: 'Login' } })).body.id;
const oidcProvider = await seedOidcProvider(test, { id, admin });

const objects: Record<string, { id: string; type: string | RegExp }> = {
  'an organization': { id, type: 'Organization' },
  'a user': { id: admin.id, type: 'User' },
  'a space': { id: space, type: 'Space' },
  'a revision': { id: revision.id, type: 'Revision' },
  'a page': { id: revision.pages.nodes[0].id, type: /^(Document|Link|Group|Computed)Page$/ },
  'another page': { id: revision.pages.nodes[1].id, type: /^(Document|Link|Group|Computed)Page$/ },
  'a file': { id: revision.files.nodes[0].id, type: 'File' },
  'a change request': { id: changeRequest, type: 'ChangeRequest' },
  'a site': { id: site, type: 'Site' },
  'an identity provider': { id: samlProvider, type: 'SamlProvider' },
  'an OpenID provider': { id: oidcProvider, type: 'OidcProvider' },
};

const node = (of: string, as: string | null) =>
  test.graphql('query ($id: ID!) { node(id: $id) { __typename id } }', { token: as, variables: { id: of } });

for (const [what, object] of Object.entries(objects)) {
  it(`${what} is found by its id`, async () => {
    const { data, errors } = await node(object.id, token);
    expect(errors).toBeUndefined();
    expect(data.node).toEqual({ __typename: expect.stringMatching(object.type), id: object.id });
  });

  it(`${what} of another organization is null without an error, for a non-member and for an anonymous caller`, async () => {
    for (const as of [other.admin.token, null]) {
      expect(await node(object.id, as)).toEqual({ status: 200, data: { node: null }, extensions: expect.anything() });
    }
  });
}

it('an unused id of an existing kind is null without an error', async () => {
  for (const kind of Object.keys(prefixes) as (keyof typeof prefixes)[]) {
    expect(await node(newId(kind), token)).toMatchObject({ status: 200, data: { node: null } });
  }
});

it('a malformed id is null without an error', async () => {
  const malformedIds = [
    '',
    '1',
    'x',
    'org_',
    `${id}x`,
    id.toUpperCase(),
    ` ${id}`,
    `${id}\u0000`,
    `nop_${id.slice(4)}`,
  ];
  const { data, errors } = await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    token,
    variables: { ids: malformedIds.filter((malformed) => !malformed.includes('\0')) },
  });
  expect([errors, data.nodes]).toEqual([undefined, malformedIds.slice(1).map(() => null)]);
});

it("a valid prefix with the rest of another kind's id is null", async () => {
  const mixed = Object.values(prefixes).map((prefix) => `${prefix}_${space.split('_')[1]}`);
  const { data } = await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    token,
    variables: { ids: mixed },
  });
  expect(data.nodes).toEqual(mixed.map((mixedId) => (mixedId === space ? { id: space } : null)));
});

it('nodes have the order of the requested ids, including duplicates', async () => {
  const ids = [space, 'nothing', id, space, other.id];
  const { data } = await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    token,
    variables: { ids },
  });
  expect(data.nodes).toEqual([{ id: space }, null, { id }, { id: space }, null]);
});

it('250 ids are read in a single batch, and 251 are refused', async () => {
  const spaces = Array.from({ length: 249 }, () => newId('Space'));
  const ask = (ids: string[]) =>
    test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', { token, variables: { ids } });
  let answer: Awaited<ReturnType<typeof ask>> | undefined;
  const batches = await test.batches(async () => {
    answer = await ask([...spaces, space]);
  });
  expect(answer!.data.nodes.filter(Boolean)).toEqual([{ id: space }]);
  expect(batches).toHaveLength(1);
  const { errors } = await ask([...spaces, space, id]);
  expect(errors![0]).toMatchObject({ message: '`ids` must have at most 250 ids (got 251)', path: ['nodes'] });
});

it("a guest sees its own organization but not the organization's spaces", async () => {
  const guest = await seedMember(test, id, null);
  const { data } = await test.graphql('query ($ids: [ID!]!) { nodes(ids: $ids) { id } }', {
    token: guest.token,
    variables: { ids: [space, revision.id, changeRequest, id] },
  });
  expect(data.nodes).toEqual([null, null, null, { id }]);
});
