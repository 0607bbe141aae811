import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedTeam } from '../../../support/seed.js';
import { seedGroupScene } from './group-kit.js';

const test = await testApp();
const scene = await seedGroupScene(test);
const [docs, support] = [await seedTeam(test, scene.id, {}), await seedTeam(test, scene.id, {})];

/** Returns the code and the message of the first error. */
const refusal = ({ errors }: Awaited<ReturnType<typeof scene.set>>) => [
  errors?.[0]?.extensions.code,
  errors?.[0]?.message,
];

describe('the teams of groups', () => {
  it('replace the former teams, and are listed by group, each pair once', async () => {
    await scene.set('ADDITIVE', [{ group: 'old', team: docs }]);
    const pairs = [
      { group: 'writers', team: docs },
      { group: 'agents', team: support },
      { group: 'writers', team: docs },
      { group: 'Writers', team: support },
    ];
    const { data } = await scene.set('AUTHORITATIVE', pairs);
    expect(data.setProviderGroups.samlProvider).toEqual({
      groupMode: 'AUTHORITATIVE',
      groups: {
        nodes: [
          { group: 'Writers', team: { id: support } },
          { group: 'agents', team: { id: support } },
          { group: 'writers', team: { id: docs } },
        ],
      },
    });
  });

  it('are recorded as an event', async () => {
    await scene.set('ADDITIVE', [{ group: 'writers', team: docs }]);
    const { read } = test.store;
    const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', scene.id);
    const event = await read.first(query.where('action', '=', 'setProviderGroups').orderBy('sequence', 'desc'));
    expect(event).toMatchObject({
      targetId: scene.provider,
      actorId: scene.admin.id,
      changes: { mode: 'additive', groups: [{ group: 'writers', team: docs }] },
    });
  });

  it('may be an empty list', async () => {
    const { data } = await scene.set('ADDITIVE', []);
    expect(data.setProviderGroups.samlProvider.groups.nodes).toEqual([]);
  });

  it('are limited to 500 pairs', async () => {
    const pairs = (count: number) => Array.from({ length: count }, (_, index) => ({ group: `${index}`, team: docs }));
    expect((await scene.set('ADDITIVE', pairs(500))).errors).toBe(undefined);
    expect(refusal(await scene.set('ADDITIVE', pairs(501)))).toEqual([
      'BAD_USER_INPUT',
      '`groups` must have at most 500 items (got 501)',
    ]);
  });

  it('must belong to groups with names of 1 to 255 characters', async () => {
    for (const group of ['', 'a'.repeat(256)])
      expect(refusal(await scene.set('ADDITIVE', [{ group, team: docs }]))[0]).toBe('BAD_USER_INPUT');
  });

  it('must be teams of the organization', async () => {
    const foreign = await seedTeam(test, (await seedOrganization(test)).id, {});
    for (const team of [foreign, 'team_00000000000000000000000000'])
      expect(
        refusal(
          await scene.set('ADDITIVE', [
            { group: 'a', team: docs },
            { group: 'b', team },
          ]),
        ),
      ).toEqual(['BAD_USER_INPUT', `\`groups[1].team\` must be a team of the organization (got "${team}")`]);
  });

  it('are removed with the team or with the provider', async () => {
    const { id, admin, provider, set } = await seedGroupScene(test);
    const [gone, stays] = [await seedTeam(test, id, {}), await seedTeam(test, id, {})];
    await set('ADDITIVE', [
      { group: 'a', team: gone },
      { group: 'a', team: stays },
    ]);
    await test.rest('DELETE', `/orgs/${id}/teams/${gone}`, admin);
    expect(await storedTeams(id)).toEqual([stays]);
    await test.rest('DELETE', `/orgs/${id}/saml/${provider}`, admin);
    expect(await storedTeams(id)).toEqual([]);
  });
});

async function storedTeams(organizationId: string): Promise<string[]> {
  const { read } = test.store;
  const query = read.sql.selectFrom('ProviderGroup').select('teamId').where('organizationId', '=', organizationId);
  return (await read.all(query)).map(({ teamId }) => teamId);
}

describe('a caller who is not an admin of the organization', () => {
  it('cannot set groups, and does not see them', async () => {
    for (const role of ['create', null] as const) {
      const { token } = await seedMember(test, scene.id, role);
      expect(refusal(await scene.set('ADDITIVE', [], token))[0]).toBe('FORBIDDEN');
      const list = `{ organization(id: "${scene.id}") { groupChanges(provider: "${scene.provider}") { totalCount } } }`;
      expect((await test.graphql(list, { token })).errors?.[0]?.extensions.code).toBe('FORBIDDEN');
    }
  });

  it('cannot find a provider of another organization', async () => {
    const other = await seedGroupScene(test);
    expect(refusal(await scene.set('ADDITIVE', [], other.admin.token))[0]).toBe('NOT_FOUND');
    const list = `{ organization(id: "${other.id}") { groupChanges(provider: "${scene.provider}") { totalCount } } }`;
    expect((await test.graphql(list, other.admin)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
  });
});
