import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { whileTeamIsHeld } from '../../../support/held-team.js';
import { seedOrganization, seedTeam } from '../../../support/seed.js';
import { seedProvider, settingsOf } from './sso-scene.js';

const test = await testApp();
const organization = await seedOrganization(test);
const team = await seedTeam(test, organization.id, {});
const provider = await seedProvider(test, organization);
const path = `/orgs/${organization.id}/saml`;

describe('the lock order of single sign-on', () => {
  it.each([
    ['a new provider', { method: 'POST', to: path, body: { ...settingsOf(), defaultTeam: team } }],
    ['a changed provider', { method: 'PATCH', to: `${path}/${provider}`, body: { defaultTeam: team } }],
  ] as const)('makes %s wait for a change of its default team before it locks the organization', async (_, request) => {
    const { method, to, body } = request;
    const { status } = await whileTeamIsHeld(test, { team, organization: organization.id }, () =>
      test.rest(method, to, { ...organization.admin, body }),
    );
    expect([200, 201]).toContain(status);
  });

  it('makes a change of the teams of groups wait for a change of a team before it locks the organization', async () => {
    const mutation =
      'mutation ($input: SetProviderGroupsInput!) { setProviderGroups(input: $input) { samlProvider { id } } }';
    const input = { organization: organization.id, provider, mode: 'ADDITIVE', groups: [{ group: 'a', team }] };
    const { errors } = await whileTeamIsHeld(test, { team, organization: organization.id }, () =>
      test.graphql(mutation, { ...organization.admin, variables: { input } }),
    );
    expect(errors).toBe(undefined);
  });
});
