import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { whileTeamIsHeld } from '../../../support/held-team.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { createSpaceOrCollection } from './grant-kit.js';

const test = await testApp();

it.each(['space', 'collection'] as const)(
  'concurrent grants on a %s result in one grant for each holder',
  async (kind) => {
    const organization = await seedOrganization(test);
    const { id } = await seedMember(test, organization.id, null);
    const team = await seedTeam(test, organization.id);
    const place = await createSpaceOrCollection(test, organization, { kind });
    const path = `/${kind}s/${place}/permissions`;
    const given = ['read', 'comment', 'edit', 'review', 'create', 'admin'];
    const answers = await Promise.all(
      given.flatMap((role) => [
        test.rest('POST', path, { ...organization.admin, body: { role, users: [id], teams: [team] } }),
        test.rest('PATCH', `${path}/users/${id}`, { ...organization.admin, body: { role } }),
      ]),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    for (const list of ['users', 'teams']) {
      const { body } = await test.rest('GET', `${path}/${list}`, organization.admin);
      expect(body.count).toBe(1);
      expect(given).toContain(body.items[0].permission);
    }
  },
);

it('concurrent grants on a space and joins with a link to the space all succeed', async () => {
  const organization = await seedOrganization(test);
  const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
  const link = await test.rest('POST', `/orgs/${organization.id}/link-invites`, {
    ...organization.admin,
    body: { level: 'edit', space },
  });
  const people = await Promise.all([1, 2, 3, 4].map(() => seedMember(test, organization.id, null)));
  const answers = await Promise.all(
    people.flatMap(({ id, token }) => [
      test.rest('POST', `/orgs/${organization.id}/invites/${link.body.id}`, { token }),
      test.rest('POST', `/spaces/${space}/permissions`, { ...organization.admin, body: { role: 'read', users: [id] } }),
    ]),
  );
  expect(answers.map(({ status }) => status)).toEqual(people.flatMap(() => [200, 204]));
  const { body } = await test.rest('GET', `/spaces/${space}/permissions/users`, organization.admin);
  expect(body.count).toBe(4);
});

it('grants to teams that are deleted concurrently return 204 or 400, and no grant remains', async () => {
  const organization = await seedOrganization(test);
  const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
  const teams = await Promise.all(Array.from({ length: 5 }, () => seedTeam(test, organization.id)));
  const answers = await Promise.all(
    teams.flatMap((team) => [
      test.rest('POST', `/spaces/${space}/permissions`, {
        ...organization.admin,
        body: { role: 'read', teams: [team] },
      }),
      test.rest('DELETE', `/orgs/${organization.id}/teams/${team}`, organization.admin),
      test.rest('POST', `/spaces/${space}/permissions`, {
        ...organization.admin,
        body: { role: 'edit', teams: [team] },
      }),
    ]),
  );
  for (const [index, { status }] of answers.entries()) expect(index % 3 === 1 ? [204] : [204, 400]).toContain(status);
  const { body } = await test.rest('GET', `/spaces/${space}/permissions/teams`, organization.admin);
  expect(body.count).toBe(0);
});

it('a grant to a team waits for a change of the team before it locks the organization', async () => {
  const organization = await seedOrganization(test);
  const space = await createSpaceOrCollection(test, organization, { kind: 'space' });
  const team = await seedTeam(test, organization.id);
  const member = await seedMember(test, organization.id, 'read');
  const body = { role: 'read', teams: [team], users: [member.id] };
  const { status } = await whileTeamIsHeld(test, { team, organization: organization.id }, () =>
    test.rest('POST', `/spaces/${space}/permissions`, { ...organization.admin, body }),
  );
  expect(status).toBe(204);
});
