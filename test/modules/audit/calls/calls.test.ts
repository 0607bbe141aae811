import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedOrganization, tokenOf } from '../../../support/seed.js';

const test = await testApp({ RATE_LIMIT: '1000' });
const { id, admin } = await seedOrganization(test);

const estimateCost = async (document: string, furtherArguments = '') => {
  const query = `query ($document: String!) { costOf(document: $document ${furtherArguments}) { estimate largestList } }`;
  const { data, errors } = await test.graphql(query, { ...admin, variables: { document } });
  return data?.costOf ?? errors!.map(({ message }) => message).join();
};

describe('the estimated cost of a document', () => {
  it('has the value that docs/graphql.md explains, and names the list that adds most to it', async () => {
    const document = '{ organizations(first: 5) { nodes { spaces(first: 10) { nodes { title } } } } }';
    expect(await estimateCost(document)).toEqual({ estimate: 61, largestList: null });
    const large = document.replace('first: 10', 'first: 500');
    expect(await estimateCost(large)).toEqual({ estimate: 2511, largestList: 'organizations.nodes.spaces' });
  });

  it('depends on the variables of the call', async () => {
    const document = 'query ($first: Int) { organizations(first: $first) { nodes { id } } }';
    expect(await estimateCost(document, ', variables: { first: 3 }')).toMatchObject({ estimate: 4 });
  });

  it.each([
    ['a text that is not a document', '{', 'Syntax Error'],
    ['an unknown field', '{ nothing }', 'Cannot query field'],
    ['a text over a limit', `{ ${'a: viewer { id } '.repeat(50)} }`, 'aliases'],
  ])('is refused for %s', async (_what, document, message) => {
    expect(await estimateCost(document)).toContain(message);
  });
});

describe('the remaining budget and the permissions of a call', () => {
  it('are returned with the maximum cost of this call', async () => {
    const { data, extensions } = await test.graphql(
      '{ rateLimit { limit remaining resetAt cost } viewer { id } }',
      admin,
    );
    expect(data.rateLimit).toMatchObject({ limit: 1000, cost: 2 });
    expect(data.rateLimit.remaining).toBeLessThan(1000);
    expect(Date.parse(data.rateLimit.resetAt)).toBeGreaterThan(Date.now());
    expect(extensions).toEqual({ cost: 2 });
  });

  it('include no budget on a server without limits', async () => {
    const free = await testApp();
    const { admin: other } = await seedOrganization(free);
    expect((await free.graphql('{ rateLimit { limit } }', other)).data).toEqual({ rateLimit: null });
  });

  it('include the permissions that the token allows, but no permissions of other users', async () => {
    const query = `{ viewer { permissions } organization(id: "${id}") { members { nodes { user { permissions } } } } }`;
    const all = await test.graphql(query, admin);
    expect(all.data.viewer.permissions).toContain('SPACE_UPDATE');
    expect(all.data.organization.members.nodes.map(({ user }: any) => user.permissions !== null)).toEqual([true]);
    const token = await tokenOf(test, admin.id, { scopes: ['read'] });
    const narrowed = await test.graphql('{ viewer { permissions } }', { token });
    expect(narrowed.data.viewer.permissions).toContain('SPACE_VIEW');
    expect(narrowed.data.viewer.permissions).not.toContain('SPACE_UPDATE');
    expect((await test.graphql(`{ user(id: "${test.operator.userId}") { permissions } }`, admin)).data.user).toBe(null);
  });
});
