import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedSpace, seedTeam } from '../../../support/seed.js';
import { signal } from '../../../support/signal.js';
import { waitForBlockedTransactions } from '../../../support/waiting.js';

const test = await testApp();
const { id: organization, admin } = await seedOrganization(test);
const space = await seedSpace(test, organization);

/**
 * Changes that refer to a member or to rows of the member. With the wrong lock order, a change deadlocks with the
 * removal of the member.
 */
const changes: [name: string, change: (user: string, team: string) => Promise<{ status: number }>][] = [
  ['a grant', (user) => post(`/spaces/${space}/permissions`, { role: 'edit', users: [user] })],
  ['a revoked grant', (user) => test.rest('DELETE', `/spaces/${space}/permissions/users/${user}`, admin)],
  ['a new team', (user) => put(`/orgs/${organization}/teams`, { title: 'New', members: [user] })],
  [
    'an update of a team',
    (user, team) => put(`/orgs/${organization}/teams/${team}/members`, { memberships: { [user]: { role: 'owner' } } }),
  ],
  [
    'a membership of a team',
    (user, team) => put(`/orgs/${organization}/teams/${team}/members/${user}`, { role: 'owner' }),
  ],
  ['a changed link', async (user) => patch(await linkPath(user), { role: 'edit' })],
  ['a deleted link', async (user) => test.rest('DELETE', await linkPath(user), admin)],
  [
    'a removal from a team',
    (user, team) => test.rest('DELETE', `/orgs/${organization}/teams/${team}/members/${user}`, admin),
  ],
];

const post = (path: string, body: object) => test.rest('POST', path, { ...admin, body });
const put = (path: string, body: object) => test.rest('PUT', path, { ...admin, body });
const patch = (path: string, body: object) => test.rest('PATCH', path, { ...admin, body });

/** Returns the path of the invite link that a member created. */
async function linkPath(user: string): Promise<string> {
  const { read } = test.store;
  const { id } = (await read.first(read.sql.selectFrom('InviteLink').select('id').where('createdById', '=', user)))!;
  return `/orgs/${organization}/link-invites/${id}`;
}

it.each(changes)('%s waits for a running removal before it locks any row that the removal needs', async (_, change) => {
  const { id, token } = await seedMember(test, organization, 'admin');
  await test.rest('POST', `/orgs/${organization}/link-invites`, { token, body: { role: 'read' } });
  const team = await seedTeam(test, organization, { title: 'Old', members: [id] });
  await seedGrant(test, organization, { to: id, on: space, role: 'read' });
  const begun = signal();
  const removal = test.store.transaction(async (tx) => {
    await tx.lock('Organization', organization);
    begun.give();
    await waitForBlockedTransactions(test);
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
});
