import type { RestResponse, TestApp } from '../../../support/app.js';
import { type Person, seedOrganization } from '../../../support/seed.js';

/** A site, and requests on it as a member of the organization. */
export interface SiteScene {
  organization: string;
  admin: Person;
  site: string;
  /** Sends a request below the site. */
  ask(request: string, body?: unknown, as?: Person): Promise<RestResponse>;
  /** Sends a request that must succeed. Returns the body. */
  requestOk(request: string, body?: unknown): Promise<any>;
  /** Creates a space. Returns its id. */
  space(title: string): Promise<string>;
  /** Structure of the site as titles: sections with their spaces, and groups with their content. */
  outline(as?: Person): Promise<unknown[]>;
}

/** Creates an organization with a site that shows spaces of these titles. */
export async function siteScene(test: TestApp, titles: string[] = []): Promise<SiteScene> {
  const { id: organization, admin } = await seedOrganization(test);
  const space = async (title: string): Promise<string> =>
    (await test.rest('POST', `/orgs/${organization}/spaces`, { ...admin, body: { title } })).body.id;
  const spaces: string[] = [];
  for (const title of titles) spaces.push(await space(title));
  const response = await test.rest('POST', `/orgs/${organization}/sites`, { ...admin, body: { spaces } });
  const site: string = response.body.id;
  const ask: SiteScene['ask'] = (request, body, as = admin) => {
    const [method = '', path = ''] = request.split(' ');
    return test.rest(method, `/orgs/${organization}/sites/${site}${path}`, { token: as.token, body });
  };
  return {
    organization,
    admin,
    site,
    ask,
    space,
    async requestOk(request, body) {
      const answer = await ask(request, body);
      if (answer.status >= 300) throw new Error(`${request}: ${answer.status} ${JSON.stringify(answer.body)}`);
      return answer.body;
    },
    outline: async (as) => (await ask('GET /structure', undefined, as)).body.structure.map(outlineOf),
  };
}

/** Returns a part of a structure as titles. The default of several parts has a star. */
function outlineOf(item: any): unknown {
  const name = item.default ? `${item.title}*` : item.title;
  if (item.object === 'site-section-group') return { [name]: item.children.map(outlineOf) };
  return item.object === 'site-section' ? [name, ...item.siteSpaces.map(outlineOf)] : name;
}
