import type { RestAnswer, TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';

/** An organization with its admin, as `seedOrganization` makes it. */
export interface Place {
  id: string;
  admin: Person;
}

/** A team to look at: its id, its path on `/v1`, and its members' roles. */
export interface SeededTeam {
  id: string;
  path: string;
  /** Roles by user id, as the admin lists them. */
  roles(): Promise<Record<string, string>>;
  /** Sends a request below the team's path. */
  send(method: string, below: string, options: { token?: string | null; body?: unknown }): Promise<RestAnswer>;
}

/** Makes a team over `/v1` with members in their roles: `{ owner: [anna], member: [ben] }`. */
export async function makeTeam(
  test: TestApp,
  { id, admin }: Place,
  { title = 'Team', owner = [], member = [] }: { title?: string; owner?: Person[]; member?: Person[] } = {},
): Promise<SeededTeam> {
  const { body } = await test.rest('PUT', `/orgs/${id}/teams`, { ...admin, body: { title } });
  const path = `/orgs/${id}/teams/${body.id}`;
  const roleOf = (people: Person[], role: string) => people.map((person) => [person.id, { role }]);
  const memberships = Object.fromEntries([...roleOf(owner, 'owner'), ...roleOf(member, 'member')]);
  await test.rest('PUT', `${path}/members`, { ...admin, body: { memberships } });
  return {
    id: body.id,
    path,
    async roles() {
      const { body: list } = await test.rest('GET', `${path}/members?limit=1000`, admin);
      return Object.fromEntries(list.items.map((item: any) => [item.organization.id, item.team.role]));
    },
    send: (method, below, options) => test.rest(method, `${path}${below}`, options),
  };
}

/** Names of an organization's events, in their order. */
export async function eventsOf({ store }: TestApp, organizationId: string): Promise<string[]> {
  const { read } = store;
  const query = read.sql.selectFrom('Event').select('action').where('organizationId', '=', organizationId);
  return (await read.all(query.orderBy('sequence'))).map(({ action }) => action);
}
