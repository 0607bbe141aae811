import type { RestResponse, TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';

/** An organization and its admin, as `seedOrganization` creates them. */
export interface OwnedOrganization {
  id: string;
  admin: Person;
}

/** A team for tests: its id, its path on `/v1`, and the roles of its members. */
export interface SeededTeam {
  id: string;
  path: string;
  /** Returns the roles in the team by user id. */
  roles(): Promise<Record<string, string>>;
  /** Sends a request to a path below the path of the team. */
  send(method: string, below: string, options: { token?: string | null; body?: unknown }): Promise<RestResponse>;
}

/** Creates a team over `/v1` with members by role: `{ owner: [anna], member: [ben] }`. */
export async function makeTeam(
  test: TestApp,
  { id, admin }: OwnedOrganization,
  { title = 'Team', owner = [], member = [] }: { title?: string; owner?: Person[]; member?: Person[] } = {},
): Promise<SeededTeam> {
  const { body } = await test.rest('PUT', `/orgs/${id}/teams`, { ...admin, body: { title } });
  const path = `/orgs/${id}/teams/${body.id}`;
  const withRole = (people: Person[], role: string) => people.map((person) => [person.id, { role }]);
  const memberships = Object.fromEntries([...withRole(owner, 'owner'), ...withRole(member, 'member')]);
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

/** Returns the actions of the events of an organization, in order. */
export async function eventsOf({ store }: TestApp, organizationId: string): Promise<string[]> {
  const { read } = store;
  const query = read.sql.selectFrom('Event').select('action').where('organizationId', '=', organizationId);
  return (await read.all(query.orderBy('sequence'))).map(({ action }) => action);
}
