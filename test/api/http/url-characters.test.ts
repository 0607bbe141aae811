import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';

// A NUL in a URL: SQLite compares it like other text, Postgres refuses it in the middle of a statement.

const test = await testApp();

/** A route of the server and its methods: `/saml/:id/start`. */
interface Route {
  url: string;
  methods: string[];
}

/** Returns all routes from the tree that the router prints. Each level is indented by four characters. */
function routesOf(tree: string): Route[] {
  const above: string[] = [];
  return tree
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [, branch = '', part = '', methods = ''] = /^([│ ]*[├└]── )(\S+)(?: \((.*)\))?$/.exec(line)!;
      const level = branch.length / 4 - 1;
      above.splice(level, above.length, part);
      return {
        url: above.join('').replace(/(?<!\/)\*$/, '/*'),
        methods: methods.split(', ').filter((method) => method !== ''),
      };
    })
    .filter(({ methods }) => methods.length > 0);
}

const routes = routesOf(test.app.printRoutes({ commonPrefix: false }));
/** Returns the parameters of a path; `*` is the rest of the path. */
const parametersOf = (url: string): string[] => url.match(/:\w+|\*/g) ?? [];

/** Returns the URL of a route, with `value` for one path parameter and `x` for the others. */
const filled = (url: string, replaced: string, value: string): string =>
  url.replace(/:\w+|\*/g, (name) => (name === replaced ? value : 'x')).replace('**', '*');

const statusOf = async (method: string, url: string): Promise<number> =>
  (await test.app.inject({ method: method as 'GET', url })).statusCode;

async function expectRefused(method: string, url: string, name: string): Promise<void> {
  const { statusCode, body } = await test.app.inject({ method: method as 'GET', url });
  expect([method, url, statusCode]).toEqual([method, url, 400]);
  expect(body).toContain(`\`${name}\` must be Unicode text without NUL (got`);
}

it('the tested routes cover the whole server', () => {
  const urls = routes.map(({ url }) => url);
  const known = ['/graphql', '/saml/:id/finish', '/published/:organization/:name/*', '/v1/orgs/:organizationId/teams'];
  for (const url of known) expect(urls).toContain(url);
  expect(routes.length).toBeGreaterThan(150);
});

describe.each(routes)('$url', ({ url, methods }) => {
  const address = filled(url, '', '');
  const [first = ''] = methods;

  it('refuses NUL in any parameter and names the parameter', async () => {
    for (const method of methods.filter((one) => one !== 'HEAD' && one !== 'OPTIONS')) {
      for (const parameter of parametersOf(url))
        await expectRefused(method, filled(url, parameter, 'a%00b'), parameter === '*' ? 'path' : parameter.slice(1));
      await expectRefused(method, `${address}?ticket=a&ticket=a%00b`, 'ticket');
    }
    await expectRefused(first, `${address}?a%00b=1`, 'query');
  });

  it('refuses an unpaired surrogate in a path, and reads it in a query as the original text', async () => {
    for (const parameter of parametersOf(url))
      expect(await statusOf(first, filled(url, parameter, '%ED%A0%80'))).toBe(400);
    expect(await statusOf(first, `${address}?ticket=%ED%A0%80`)).toBeLessThan(500);
  });
});
