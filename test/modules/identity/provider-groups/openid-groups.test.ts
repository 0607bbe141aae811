import { expect, it } from 'vitest';
import { signIn } from '../../../../src/modules/identity/sso/sign-in.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { oidcSettings, seedOidcProvider } from '../oidc/oidc-settings.js';
import { teamsOf } from './group-kit.js';

const test = await testApp();

it('groups of an OpenID provider can be mapped, applied and tried in a dry run, like those of SAML', async () => {
  const organization = await seedOrganization(test);
  const { id: organizationId, admin } = organization;
  const providerId = await seedOidcProvider(test, organization);
  const team = await seedTeam(test, organizationId, { title: 'Writers' });
  const mutation = `mutation ($input: SetProviderGroupsInput!) {
    setProviderGroups(input: $input) { samlProvider { id } oidcProvider { groupMode groups { nodes { group } } } } }`;
  const groups = [{ group: 'writers', team }];
  const input = { organization: organizationId, provider: providerId, mode: 'AUTHORITATIVE', groups };
  const { data } = await test.graphql(mutation, { ...admin, variables: { input } });
  expect(data.setProviderGroups).toEqual({
    samlProvider: null,
    oidcProvider: { groupMode: 'AUTHORITATIVE', groups: { nodes: [{ group: 'writers' }] } },
  });
  const member = await seedMember(test, organizationId, 'read');
  const { issuer, clientId } = oidcSettings;
  const checkedWith = { issuer, clientId };
  const place = { kind: 'oidc' as const, organizationId, providerId, checkedWith, providerSessionId: null };
  const device = { userAgent: null, address: '127.0.0.1', formerSecret: undefined };
  const person = { nameId: 'sub-1', email: member.email, displayName: null };
  const signInWith = (names: string[]) => signIn(test.store, { ...place, device }, { ...person, groups: names });
  await signInWith(['writers']);
  expect(await teamsOf(test, member.id)).toEqual({ Writers: 'member' });
  const list = `groupChanges(provider: "${providerId}", groups: []) { totalCount }
    other: groupChanges(provider: "${providerId}", groups: [{ group: "other", team: "${team}" }]) {
      nodes { loses { title } } }`;
  const dryRun = await test.graphql(`{ organization(id: "${organizationId}") { ${list} } }`, admin);
  expect(dryRun.data.organization).toEqual({
    groupChanges: { totalCount: 0 },
    other: { nodes: [{ loses: [{ title: 'Writers' }] }] },
  });
  await signInWith([]);
  expect(await teamsOf(test, member.id)).toEqual({});
});
