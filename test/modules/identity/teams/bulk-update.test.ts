import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedStranger } from '../../../support/seed.js';
import { eventsOf, makeTeam, type SeededTeam } from './team-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const otherOrganization = await seedOrganization(test, 'Other');
let anna: Person;
let ben: Person;
let guest: Person;

beforeAll(async () => {
  [anna, ben, guest] = [
    await seedMember(test, acme.id, 'edit'),
    await seedMember(test, acme.id, 'read'),
    await seedMember(test, acme.id, null),
  ];
});

const update = (team: SeededTeam, body: unknown, person: { token?: string | null } = acme.admin) =>
  team.send('PUT', '/members', { ...person, body });

describe('a bulk update of a team', () => {
  it('adds members by id and by e-mail address, regardless of case', async () => {
    const team = await makeTeam(test, acme);
    const { status, body } = await update(team, { add: [anna.id, ben.email.toUpperCase(), guest.email] });
    expect([status, body]).toEqual([204, undefined]);
    expect(await team.roles()).toEqual({ [anna.id]: 'member', [ben.id]: 'member', [guest.id]: 'member' });
  });

  it('removes members by id and by e-mail address', async () => {
    const team = await makeTeam(test, acme, { owner: [anna], member: [ben, guest] });
    expect((await update(team, { remove: [anna.email.toUpperCase(), ben.id] })).status).toBe(204);
    expect(await team.roles()).toEqual({ [guest.id]: 'member' });
  });

  it('accepts only ids from a guest who owns the team, and refuses every e-mail address in the same way', async () => {
    const team = await makeTeam(test, acme, { owner: [guest], member: [anna] });
    const before = await team.roles();
    for (const email of [anna.email, ben.email, 'nobody@else.test'])
      for (const body of [{ add: [email] }, { remove: [email] }, { add: [ben.id], remove: [email] }]) {
        const { status, body: answer } = await update(team, body, guest);
        expect([status, answer.error.message]).toEqual([403, 'member.view needs the role read; yours is guest']);
      }
    expect(await team.roles()).toEqual(before);
    expect((await update(team, { add: [ben.id], remove: [anna.id] }, guest)).status).toBe(204);
    expect(await team.roles()).toEqual({ [guest.id]: 'owner', [ben.id]: 'member' });
  });

  it('sets the roles of existing and new members with `memberships`', async () => {
    const team = await makeTeam(test, acme, { member: [anna] });
    const memberships = { [anna.id]: { role: 'owner' }, [ben.id]: { role: 'member' }, [guest.id]: { role: 'owner' } };
    expect((await update(team, { memberships })).status).toBe(204);
    expect(await team.roles()).toEqual({ [anna.id]: 'owner', [ben.id]: 'member', [guest.id]: 'owner' });
  });

  it('does not change the role of a member in `add`, and sets the role of an added member with `memberships`', async () => {
    const team = await makeTeam(test, acme, { owner: [anna] });
    await update(team, { add: [anna.id, ben.id, ben.email], memberships: { [ben.id]: { role: 'owner' } } });
    expect(await team.roles()).toEqual({ [anna.id]: 'owner', [ben.id]: 'owner' });
  });

  it('removes a user in `remove` by id or e-mail address, even if also in `add` or `memberships`', async () => {
    const team = await makeTeam(test, acme, { member: [anna] });
    const memberships = { [anna.id]: { role: 'owner' } };
    await update(team, {
      add: [ben.id, anna.id, guest.id],
      memberships,
      remove: [anna.email, ben.email.toUpperCase()],
    });
    expect(await team.roles()).toEqual({ [guest.id]: 'member' });
  });

  it('ignores users in `remove` who are unknown or not in the team', async () => {
    const team = await makeTeam(test, acme, { member: [anna] });
    const remove = [
      ben.id,
      otherOrganization.admin.id,
      otherOrganization.admin.email,
      'nobody@else.test',
      'nonsense',
      '',
    ];
    expect((await update(team, { remove })).status).toBe(204);
    expect(await team.roles()).toEqual({ [anna.id]: 'member' });
  });

  it.each([undefined, {}, { add: [], remove: [], memberships: {} }])(
    'returns 204 for %j, without changes or events',
    async (body) => {
      const team = await makeTeam(test, acme, { member: [anna] });
      const before = await eventsOf(test, acme.id);
      expect((await update(team, body)).status).toBe(204);
      expect(await eventsOf(test, acme.id)).toEqual(before);
    },
  );

  it('returns 400 for a user outside the organization in `add`, and changes nothing', async () => {
    const team = await makeTeam(test, acme, { member: [anna] });
    const stranger = await seedStranger(test);
    for (const name of [
      otherOrganization.admin.id,
      otherOrganization.admin.email,
      stranger.email,
      'usr_00000000000000000000000000',
      '',
    ]) {
      const { status, body } = await update(team, { add: [ben.id, name], remove: [anna.id] });
      const message = `\`add[1]\` must be the id or e-mail address of a member of the organization (got "${name}")`;
      expect([status, body.error.message]).toEqual([400, message]);
    }
    expect(await team.roles()).toEqual({ [anna.id]: 'member' });
  });

  it('returns 400 for a user outside the organization or an address in `memberships`, even if it is also removed', async () => {
    const team = await makeTeam(test, acme, { member: [anna] });
    for (const id of [otherOrganization.admin.id, 'usr_00000000000000000000000000', ben.email]) {
      const { status, body } = await update(team, { memberships: { [id]: { role: 'member' } }, remove: [id, anna.id] });
      const message = `\`memberships\` must be a map whose keys are each the id of a member of the organization (got "${id}")`;
      expect([status, body.error.message]).toEqual([400, message]);
    }
    expect(await team.roles()).toEqual({ [anna.id]: 'member' });
  });

  it.each([
    [{ add: null }, '`add` must not be null'],
    [{ remove: null }, '`remove` must not be null'],
    [{ memberships: null }, '`memberships` must not be null'],
    [{ add: 'usr_1' }, '`add` must be an array'],
    [{ add: [1] }, '`add[0]`'],
    [{ memberships: [] }, '`memberships` must be an object'],
    [{ memberships: { usr_1: {} } }, '`memberships.usr_1.role` is required'],
    [{ memberships: { usr_1: { role: 'admin' } } }, '`memberships.usr_1.role` must be one of'],
    [{ memberships: { usr_1: null } }, '`memberships.usr_1`'],
    [{ members: [] }, 'unknown field `members`'],
    [{ add: Array(251).fill('usr_1') }, '`add` must name at most 250 members (got 251)'],
    [{ remove: Array(251).fill('usr_1') }, '`remove` must name at most 250 members (got 251)'],
    [
      {
        memberships: Object.fromEntries(Array.from({ length: 251 }, (_, index) => [`usr_${index}`, { role: 'owner' }])),
      },
      '`memberships` must name at most 250 members (got 251)',
    ],
  ])('returns 400 for %j', async (body, message) => {
    const team = await makeTeam(test, acme, { member: [anna] });
    const answer = await update(team, body);
    expect([answer.status, answer.body.error.message]).toEqual([400, expect.stringContaining(message)]);
    expect(await team.roles()).toEqual({ [anna.id]: 'member' });
  });

  it('accepts 250 users in `add` and 250 users in `remove`', async () => {
    const team = await makeTeam(test, acme, { member: [anna] });
    const nobody = Array.from({ length: 249 }, (_, index) => `usr_${index}`);
    const body = { add: Array(250).fill(ben.id), remove: [...nobody, anna.id] };
    expect((await update(team, body)).status).toBe(204);
    expect(await team.roles()).toEqual({ [ben.id]: 'member' });
  });

  it('returns 403 to a member who may see the team but not change it, and 404 to users who may not see it', async () => {
    const team = await makeTeam(test, acme, { member: [anna, guest] });
    const body = { add: [ben.id] };
    expect((await update(team, body, anna)).status).toBe(403);
    expect((await update(team, body, guest)).status).toBe(404);
    expect((await update(team, body, otherOrganization.admin)).status).toBe(404);
    expect((await update(team, body, { token: null })).status).toBe(401);
  });
});
