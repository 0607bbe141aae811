import { describe, expect, it } from 'vitest';
import { testApp } from '../../support/app.js';

// NUL in an address: SQLite compares it with anything, Postgres refuses it in the middle of a statement.

const test = await testApp();

/** A route of the server, with the methods that it serves: `/saml/:id/start`. */
interface Route {
  url: string;
  methods: string[];
}

/** All routes, of the tree that the router prints: a level of four characters for each part of a path. */
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
/** Names of the parameters of a path; `*` is all that follows. */
const parametersOf = (url: string): string[] => url.match(/:\w+|\*/g) ?? [];

/** The address of a route with one parameter of its path replaced. */
const filled = (url: string, replaced: string, value: string): string =>
  url.replace(/:\w+|\*/g, (name) => (name === replaced ? value : 'x')).replace('**', '*');

const statusOf = async (method: string, url: string): Promise<number> =>
  (await test.app.inject({ method: method as 'GET', url })).statusCode;

async function expectRefused(method: string, url: string, name: string): Promise<void> {
  const { statusCode, body } = await test.app.inject({ method: method as 'GET', url });
  expect([method, url, statusCode]).toEqual([method, url, 400]);
  expect(body).toContain(`\`${name}\` must be Unicode text without NUL (got`);
}

it('the routes are those of the whole server', () => {
  const urls = routes.map(({ url }) => url);
  const known = ['/graphql', '/saml/:id/finish', '/published/:organization/:name/*', '/v1/orgs/:organizationId/teams'];
  for (const url of known) expect(urls).toContain(url);
  expect(routes.length).toBeGreaterThan(150);
});

describe.each(routes)('$url', ({ url, methods }) => {
  const address = filled(url, '', '');
  const [first = ''] = methods;

  it('refuses NUL in a parameter, and names it', async () => {
    for (const method of methods.filter((one) => one !== 'HEAD' && one !== 'OPTIONS')) {
      for (const parameter of parametersOf(url))
        await expectRefused(method, filled(url, parameter, 'a%00b'), parameter === '*' ? 'path' : parameter.slice(1));
      await expectRefused(method, `${address}?ticket=a&ticket=a%00b`, 'ticket');
    }
    await expectRefused(first, `${address}?a%00b=1`, 'query');
  });

  it('refuses half of a surrogate pair in a path, and takes it in a query for the text that was sent', async () => {
    for (const parameter of parametersOf(url))
      expect(await statusOf(first, filled(url, parameter, '%ED%A0%80'))).toBe(400);
    expect(await statusOf(first, `${address}?ticket=%ED%A0%80`)).toBeLessThan(500);
  });
});
