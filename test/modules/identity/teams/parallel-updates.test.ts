import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { signal } from '../../../support/signal.js';
import { waitForBlockedTransactions } from '../../../support/waiting.js';
import { makeTeam } from './team-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
let people: Person[];

beforeAll(async () => {
  people = await Promise.all(Array.from({ length: 12 }, () => seedMember(test, acme.id, 'read')));
});

describe('parallel updates of a team', () => {
  it('are all applied', async () => {
    const team = await makeTeam(test, acme);
    const answers = await Promise.all(
      people.map(({ id }, index) => {
        const memberships = { [id]: { role: index % 2 ? 'owner' : 'member' } };
        return team.send('PUT', '/members', { ...acme.admin, body: { memberships, add: [people[0]!.id] } });
      }),
    );
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    const expected = people.map(({ id }, index) => [id, index % 2 ? 'owner' : 'member']);
    expect(await team.roles()).toEqual(Object.fromEntries(expected));
  });

  interface Changes {
    added: Record<string, string>;
    changed: Record<string, string>;
    removed: string[];
  }

  /**
   * Returns the members of a team according to the event log. Fails if an event contradicts the events before it.
   */
  async function replayEvents(team: string): Promise<Record<string, string>> {
    const { read } = test.store;
    const query = read.sql.selectFrom('Event').select('changes').where('targetId', '=', team).orderBy('sequence');
    const members = new Map<string, string>();
    for (const { changes } of (await read.all(query)).slice(1)) {
      const { added, changed, removed } = changes as unknown as Changes;
      for (const id of removed) expect(members.delete(id)).toBe(true);
      for (const [id, role] of Object.entries(changed)) {
        expect([undefined, role]).not.toContain(members.get(id));
        members.set(id, role);
      }
      for (const [id, role] of Object.entries(added)) {
        expect(members.has(id)).toBe(false);
        members.set(id, role);
      }
    }
    return Object.fromEntries(members);
  }

  it('that contradict each other have the same result as a replay of their events', async () => {
    const team = await makeTeam(test, acme);
    const [one, two, three] = people.map(({ id }) => id) as [string, string, string];
    const bodies = [
      { add: [one, two, three] },
      { remove: [two, one] },
      { memberships: { [one]: { role: 'owner' }, [three]: { role: 'member' } }, remove: [two] },
      { add: [two], memberships: { [three]: { role: 'owner' } }, remove: [one] },
    ];
    const requests = Array.from({ length: 24 }, (_, index) => bodies[index % bodies.length]);
    const answers = await Promise.all(requests.map((body) => team.send('PUT', '/members', { ...acme.admin, body })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([204]));
    expect(await team.roles()).toEqual(await replayEvents(team.id));
  });

  it('do not add members to a team that is deleted concurrently', async () => {
    const team = await makeTeam(test, acme, { owner: [people[0]!] });
    const put = ({ id }: Person) => team.send('PUT', `/members/${id}`, acme.admin);
    const [before, after] = [people.slice(0, 6), people.slice(6)];
    const answers = await Promise.all([...before.map(put), team.send('DELETE', '', acme.admin), ...after.map(put)]);
    for (const { status } of answers) expect([204, 404]).toContain(status);
    expect(answers[before.length]!.status).toBe(204);
    const { read } = test.store;
    expect(await read.all(read.sql.selectFrom('TeamMember').selectAll().where('teamId', '=', team.id))).toEqual([]);
  });

  it('delete a grant that is created while the team is deleted', async () => {
    const team = await makeTeam(test, acme);
    const spaceId = await seedSpace(test, acme.id);
    const { store } = test;
    const [granted, finish] = [signal(), signal()];
    const row = { id: newId('Grant'), organizationId: acme.id, teamId: team.id, spaceId, role: 'read' };
    const granting = store.transaction(async ({ prisma }) => {
      await prisma.grant.create({ data: { ...row, createdAt: new Date() } });
      granted.give();
      await finish.given;
    });
    await granted.given;
    const deleting = team.send('DELETE', '', acme.admin);
    await waitForBlockedTransactions(test);
    finish.give();
    await granting;
    expect((await deleting).status).toBe(204);
    const { sql, all } = store.read;
    expect(await all(sql.selectFrom('Grant').selectAll().where('teamId', '=', team.id))).toEqual([]);
  });
});
