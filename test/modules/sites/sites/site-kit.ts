import type { RestResponse, TestApp } from '../../../support/app.js';
import type { Person } from '../../../support/seed.js';

/** A site of an organization, and requests to its address. */
export interface SeededSite {
  id: string;
  /**
   * Sends a request to the address of the site plus `path`: `ask('PATCH', '', { title })`. It is sent as the admin of
   * the organization, unless `as` is given.
   */
  ask(method: string, path?: string, body?: unknown, as?: Pick<Person, 'token'>): Promise<RestResponse>;
  /** Returns the site. */
  read(): Promise<RestResponse['body']>;
}

/** Creates a site. */
export async function seedSite(
  test: TestApp,
  { id: organization, admin }: { id: string; admin: Person },
  body: object = {},
): Promise<SeededSite> {
  const { body: site } = await test.rest('POST', `/orgs/${organization}/sites`, { ...admin, body });
  // biome-ignore lint/complexity/useMaxParams: it reads as the request that it sends.
  const ask: SeededSite['ask'] = (method, path = '', given, as = admin) =>
    test.rest(method, `/orgs/${organization}/sites/${site.id}${path}`, { token: as.token, body: given });
  return { id: site.id, ask, read: async () => (await ask('GET')).body };
}

/** Returns the events of an organization, latest first. */
export async function logOf({ store: { read } }: TestApp, organization: string) {
  const query = read.sql.selectFrom('Event').selectAll().where('organizationId', '=', organization);
  return read.all(query.orderBy('sequence', 'desc'));
}
