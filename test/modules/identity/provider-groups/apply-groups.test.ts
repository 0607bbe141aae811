import { describe, expect, it } from 'vitest';
import { findUserByEmail } from '../../../../src/modules/identity/users/find-user.js';
import { tokenFor } from '../../../api/http/saml-kit.js';
import { testApp } from '../../../support/app.js';
import { seedTeam } from '../../../support/seed.js';
import { type GroupScene, seedGroupScene, seedSigner, teamsOf, updateProvider } from './group-kit.js';

const test = await testApp();

/** Creates a provider with the groups `writers` and `agents`, each with a team of the same title. */
async function seedWriters(mode: string) {
  const scene = await seedGroupScene(test);
  const team = (title: string) => seedTeam(test, scene.id, { title });
  const teams = { writers: await team('writers'), agents: await team('agents'), unmapped: await team('unmapped') };
  const pairs = ['writers', 'agents'].map((group) => ({ group, team: teams[group as 'writers'] }));
  await scene.set(mode, pairs);
  return { ...scene, teams };
}

/** Gives a user a role in a team. */
function addToTeam({ id, admin }: GroupScene, team: string, member: { user: string; role: string }) {
  const { user, role } = member;
  return test.rest('PUT', `/orgs/${id}/teams/${team}/members/${user}`, { ...admin, body: { role } });
}

async function teamEvents(organizationId: string) {
  const { read } = test.store;
  const query = read.sql.selectFrom('Event').select(['actorId', 'targetId', 'changes']).orderBy('sequence');
  const own = query.where('organizationId', '=', organizationId);
  return read.all(own.where('action', '=', 'updateMembersInOrganizationTeam'));
}

describe('the groups of a person who signs in', () => {
  it('add the person to teams but remove the person from none if the mode is additive', async () => {
    const scene = await seedWriters('ADDITIVE');
    const person = await seedSigner(test, scene);
    await person.signIn('writers', 'unknown');
    expect(await person.teams()).toEqual({ writers: 'member' });
    await person.signIn('agents');
    expect(await person.teams()).toEqual({ writers: 'member', agents: 'member' });
  });

  it('move the person between the mapped teams if the mode is authoritative, and the change is recorded', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    const person = await seedSigner(test, scene);
    await addToTeam(scene, scene.teams.unmapped, { user: person.id, role: 'member' });
    await person.signIn('writers');
    await person.signIn('agents');
    expect(await person.teams()).toEqual({ agents: 'member', unmapped: 'member' });
    const event = (targetId: string, changes: object) => ({
      ...{ actorId: person.id, targetId },
      changes: { added: {}, changed: {}, removed: [], ...changes },
    });
    expect(await teamEvents(scene.id)).toEqual([
      event(scene.teams.writers, { added: { [person.id]: 'member' } }),
      event(scene.teams.agents, { added: { [person.id]: 'member' } }),
      event(scene.teams.writers, { removed: [person.id] }),
    ]);
  });

  it('remove a person without groups from all mapped teams if the mode is authoritative', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    const person = await seedSigner(test, scene);
    await person.signIn('writers', 'agents');
    await person.signIn();
    expect(await person.teams()).toEqual({});
  });

  it('never remove the owner of a team, or change the role of the owner', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    const person = await seedSigner(test, scene);
    for (const team of [scene.teams.writers, scene.teams.agents])
      await addToTeam(scene, team, { user: person.id, role: 'owner' });
    await person.signIn('writers');
    expect(await person.teams()).toEqual({ writers: 'owner', agents: 'owner' });
  });

  it('never remove rights from the last admin of the organization', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    const admin = await seedSigner(test, scene, 'admin');
    await admin.signIn('writers');
    await test.rest('DELETE', `/orgs/${scene.id}/members/${scene.admin.id}`, admin);
    const token = await admin.signIn();
    expect(await admin.teams()).toEqual({});
    const change = await test.rest('PATCH', `/orgs/${scene.id}`, { token, body: { title: 'Still mine' } });
    expect(change).toMatchObject({ status: 200, body: { title: 'Still mine' } });
  });

  it('decide whether a new person stays in the default team of the provider', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    await updateProvider(test, scene, { defaultTeam: scene.teams.writers });
    for (const [groups, teams] of [
      [['writers'], { writers: 'member' }],
      [['agents'], { agents: 'member' }],
    ] as const) {
      const email = `new-${groups[0]}@idp.test`;
      await tokenFor(test, { id: scene.provider, nameId: email, attributes: { email, groups: [...groups] } });
      expect(await teamsOf(test, (await findUserByEmail(test.store.read, email))!.id)).toEqual(teams);
    }
  });

  it('are ignored if the provider has no attribute for them', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    const person = await seedSigner(test, scene);
    await person.signIn('writers');
    await updateProvider(test, scene, { groupsAttribute: '' });
    await person.signIn('agents');
    expect(await person.teams()).toEqual({ writers: 'member' });
  });

  it('are refused if a name has more than 255 characters, and the page says what to do', async () => {
    const scene = await seedWriters('ADDITIVE');
    const person = await seedSigner(test, scene);
    const { statusCode, body } = await person.response('writers', 'a'.repeat(256));
    expect([statusCode, body]).toEqual([403, expect.stringContaining('names a group of 256 characters')]);
    expect(body).toContain('an administrator must let it send fewer groups');
    expect(await person.teams()).toEqual({});
  });

  it('add a person to a team once if the person signs in twice concurrently', async () => {
    const scene = await seedWriters('AUTHORITATIVE');
    const person = await seedSigner(test, scene);
    await Promise.all([person.signIn('writers'), person.signIn('writers')]);
    expect(await person.teams()).toEqual({ writers: 'member' });
    expect(await teamEvents(scene.id)).toHaveLength(1);
  });
});
