import { describe, expect, it } from 'vitest';
import { createUser } from '../../../../src/modules/identity/members/user-actions.js';
import { createToken } from '../../../../src/modules/identity/tokens/operator-actions.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test, 'Acme');
const globex = await seedOrganization(test, 'Globex');
const closed = await seedOrganization(test, 'Closed');
for (const { id, admin } of [acme, globex])
  await test.rest('PATCH', `/orgs/${id}`, { ...admin, body: { emailDomains: ['other.test', 'corp.test'] } });
await test.rest('PATCH', `/orgs/${closed.id}`, { ...closed.admin, body: { emailDomains: ['xcorp.test'] } });

async function seedAddress(email: string, organization?: string): Promise<Person> {
  const actor = { store: test.store, viewer: test.operator };
  const id = await createUser(actor, { email, name: 'Someone', organization });
  return { ...(await createToken(actor, { user: id })), id, email };
}
const listFor = async (domain: string, person: Person) => {
  const { status, body } = await test.rest('GET', `/email-domains/${encodeURIComponent(domain)}/orgs`, person);
  return { status, ids: body.organizations?.map(({ id }: { id: string }) => id) };
};
const someone = await seedAddress('someone@corp.test');

describe('the organizations for an e-mail domain', () => {
  it('are those that accept the domain, newest first, in two batches', async () => {
    const batches = await test.batches(async () =>
      expect(await listFor('corp.test', someone)).toEqual({ status: 200, ids: [globex.id, acme.id] }),
    );
    expect(batches).toHaveLength(2);
  });

  it.each(['CORP.test', 'corp.test.', 'ｃｏｒｐ.test', 'corp。test'])(
    'are the same for the spelling %s',
    async (domain) => {
      expect((await listFor(domain, someone)).ids).toHaveLength(2);
    },
  );

  it.each(['other.test', 'unknown.test', 'xcorp.test', 'corp', 'corp.test/x', '%', '@corp.test'])(
    'are not listed for %s, which is not the domain of the caller',
    async (domain) => {
      expect(await listFor(domain, someone)).toEqual({ status: 200, ids: [] });
    },
  );

  it('are not listed if the address of the caller is unverified', async () => {
    const person = await seedAddress('unverified@corp.test');
    await test.store.transaction(({ prisma }) =>
      prisma.user.update({ where: { id: person.id }, data: { emailVerifiedAt: null }, select: { id: true } }),
    );
    expect(await listFor('corp.test', person)).toEqual({ status: 200, ids: [] });
  });

  it('include organizations of which the caller is a member', async () => {
    const member = await seedAddress('member@corp.test', acme.id);
    expect((await listFor('corp.test', member)).ids).toEqual([globex.id, acme.id]);
  });

  it('return 401 without a token, and an empty list in GraphQL', async () => {
    expect((await test.rest('GET', '/email-domains/corp.test/orgs')).status).toBe(401);
    const { data } = await test.graphql('{ organizationsForEmailDomain(domain: "corp.test") { id } }');
    expect(data).toEqual({ organizationsForEmailDomain: [] });
  });

  it('expose only basic fields, and only in this list', async () => {
    const query = `query ($id: ID!) {
    organizationsForEmailDomain(domain: "corp.test") {
      id title billing { interval } permissions { view admin listMembers }
      spaces { totalCount } sites { totalCount } collections { totalCount } changeRequests { totalCount }
      member(user: "${acme.admin.id}") { id }
    }
    organization(id: $id) { id } node(id: $id) { id } organizations { totalCount }
  }`;
    const { data } = await test.graphql(query, { ...someone, variables: { id: acme.id } });
    expect(data).toMatchObject({ organization: null, node: null, organizations: { totalCount: 0 } });
    expect(data.organizationsForEmailDomain[1]).toEqual({
      id: acme.id,
      title: 'Acme',
      billing: null,
      permissions: { view: false, admin: false, listMembers: false },
      spaces: { totalCount: 0 },
      sites: { totalCount: 0 },
      collections: { totalCount: 0 },
      changeRequests: { totalCount: 0 },
      member: null,
    });
  });

  it.each(['members { totalCount }', 'agentInstructions { updatedAt }'])(
    'refuse the field `%s` if the caller is not a member',
    async (field) => {
      const query = `{ organizationsForEmailDomain(domain: "corp.test") { ${field} } }`;
      const { errors } = await test.graphql(query, someone);
      expect(errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    },
  );
});
