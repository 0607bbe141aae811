import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedSpace, seedTeam } from '../../../support/seed.js';
import { signal } from '../../../support/signal.js';
import { untilWaiting } from '../../../support/waiting.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const space = await seedSpace(test, organization);

/** What refers to a member or its rows, and would wait for a removal while the removal waits for it. */
const changes: [name: string, change: (user: string, team: string) => Promise<{ status: number }>][] = [
  ['a grant', (user) => post(`/spaces/${space}/permissions`, { role: 'edit', users: [user] })],
  ['a taken grant', (user) => test.rest('DELETE', `/spaces/${space}/permissions/users/${user}`, admin)],
  ['a new team', (user) => put(`/orgs/${organization}/teams`, { title: 'New', members: [user] })],
  [
    'an update of a team',
    (user, team) => put(`/orgs/${organization}/teams/${team}/members`, { memberships: { [user]: { role: 'owner' } } }),
  ],
  ['a place in a team', (user, team) => put(`/orgs/${organization}/teams/${team}/members/${user}`, { role: 'owner' })],
  ['a changed link', async (user) => patch(await linkOf(user), { role: 'edit' })],
  ['a deleted link', async (user) => test.rest('DELETE', await linkOf(user), admin)],
  ['a left team', (user, team) => test.rest('DELETE', `/orgs/${organization}/teams/${team}/members/${user}`, admin)],
];

const post = (path: string, body: object) => test.rest('POST', path, { ...admin, body });
const put = (path: string, body: object) => test.rest('PUT', path, { ...admin, body });
const patch = (path: string, body: object) => test.rest('PATCH', path, { ...admin, body });

/** The path of the invite link that a member made. */
async function linkOf(user: string): Promise<string> {
  const { read } = test.store;
  const { id } = (await read.first(read.sql.selectFrom('InviteLink').select('id').where('createdById', '=', user)))!;
  return `/orgs/${organization}/link-invites/${id}`;
}

it.each(changes)(
  '%s waits for a removal under way before it holds anything that the removal needs',
  async (_, change) => {
    const { id, token } = await seedMember(test, organization, 'admin');
    await test.rest('POST', `/orgs/${organization}/link-invites`, { token, body: { role: 'read' } });
    const team = await seedTeam(test, organization, { title: 'Old', members: [id] });
    await seedGrant(test, organization, { to: id, on: space, role: 'read' });
    const begun = signal();
    const removal = test.store.transaction(async (tx) => {
      await tx.lock('Organization', organization);
      begun.give();
      await untilWaiting(test);
      const columns = { Member: 'userId', Grant: 'userId', TeamMember: 'userId', InviteLink: 'createdById' };
      for (const [table, column] of Object.entries(columns)) {
        const lock = tx.read.provider === 'postgresql' ? sql`for update nowait` : sql``;
        const rows = sql`select 1 from ${sql.table(table)} where ${sql.ref(column)} = ${id} ${lock}`;
        expect(await tx.read.all(rows)).toHaveLength(1);
      }
    });
    await begun.given;
    const [{ status }] = await Promise.all([change(id, team), removal]);
    expect([200, 201, 204]).toContain(status);
  },
);
