import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { testApp } from '../../support/app.js';
import { seedGrant, seedMember, seedOrganization, seedSpace, seedTeam } from '../../support/seed.js';
import { signal } from '../../support/signal.js';
import { untilWaiting } from '../../support/waiting.js';

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
  ['a left team', (user, team) => test.rest('DELETE', `/orgs/${organization}/teams/${team}/members/${user}`, admin)],
];

const post = (path: string, body: object) => test.rest('POST', path, { ...admin, body });
const put = (path: string, body: object) => test.rest('PUT', path, { ...admin, body });

it.each(changes)(
  '%s waits for a removal under way before it holds anything that the removal needs',
  async (_, change) => {
    const { id } = await seedMember(test, organization, 'read');
    const team = await seedTeam(test, organization, { title: 'Old', members: [id] });
    await seedGrant(test, organization, { to: id, on: space, role: 'read' });
    const begun = signal();
    const removal = test.store.transaction(async (tx) => {
      await tx.lock('Organization', organization);
      begun.give();
      await untilWaiting(test);
      for (const table of ['Member', 'Grant', 'TeamMember']) {
        const lock = tx.read.provider === 'postgresql' ? sql`for update nowait` : sql``;
        const rows = sql`select "userId" from ${sql.table(table)} where "userId" = ${id} ${lock}`;
        expect(await tx.read.all(rows)).toHaveLength(1);
      }
    });
    await begun.given;
    const [{ status }] = await Promise.all([change(id, team), removal]);
    expect([200, 201, 204]).toContain(status);
  },
);
