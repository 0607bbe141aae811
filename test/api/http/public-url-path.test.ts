import { describe, expect, it } from 'vitest';
import { seedProvider } from '../../modules/identity/sso/sso-scene.js';
import { seedSite } from '../../modules/sites/published-sites/site-kit.js';
import { testApp } from '../../support/app.js';
import { seedOrganization, seedSpace } from '../../support/seed.js';
import { seedLink, seedSessionSecret } from '../../support/seed-session.js';

const test = await testApp({ PUBLIC_URL: 'https://docs.test/base' });
const acme = await seedOrganization(test);
const provider = await seedProvider(test, acme);
await test.rest('PATCH', `/orgs/${acme.id}`, { ...acme.admin, body: { emailDomains: ['acme.example'] } });
const space = await seedSpace(test, acme.id);
const site = await seedSite(test, {
  organization: acme.id,
  spaces: [{ space, path: 'manual' }],
  visibility: 'visitor-auth',
});
const cookie = `__Host-docgraph=${await seedSessionSecret(test, { userId: acme.admin.id, organizationId: null })}`;

const get = (url: string, headers: Record<string, string> = {}) =>
  test.app.inject({ url, headers: { accept: 'text/html', ...headers } });
const post = (url: string, form: Record<string, string>) =>
  test.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin' },
    payload: String(new URLSearchParams(form)),
  });

/** Returns the addresses in a page that begin with `/`: those of links, forms, files and refreshes. */
const pathsIn = (body: string) =>
  [...body.matchAll(/(?:href="|action="|src="|url=)(\/[^"]*)/g)].map(([, path]) => path!);

describe('a PUBLIC_URL with a path', () => {
  it.each([
    ['the first page', () => get('/login?redirect=/app/spc_1'), 1],
    ['the choice of a provider', () => post('/login', { email: 'ada@acme.example', redirect: '/app/spc_1' }), 3],
    ['a sent link', () => post('/login', { email: 'ada@else.example' }), 1],
    ['a link that has ended', () => get('/login/link?token=none'), 1],
    ['a person who is signed in', () => get('/login?redirect=/app/spc_1', { cookie }), 3],
    ['the sign-out', () => get('/logout'), 1],
    ['a failure', () => get('/saml/none/start'), 1],
    ['a link on another site', () => get(`/saml/${provider}/start`, { 'sec-fetch-site': 'cross-site' }), 1],
    ['the explorer, whose addresses are relative', () => get('/graphql'), 0],
    ['the reference, whose addresses are relative', () => get('/v1/docs'), 0],
  ])('is in all paths of %s', async (_title, open, count) => {
    const paths = pathsIn((await open()).body);
    expect(paths).toEqual(Array(count).fill(expect.stringMatching(/^\/base\/(?!base)/)));
  });

  it.each([
    ['a sign-in', async () => post('/login/link', { token: await seedLink(test, acme.admin.email) }), '/graphql'],
    ['a sign-out', () => post('/logout', {}), '/login'],
    ['the link of an object', () => get(`/app/${space}`), '/graphql?query='],
    [
      'a site for members',
      () => get(`/published/${acme.id}/${site.id}`),
      `/login?redirect=${encodeURIComponent(`/published/${acme.id}/${site.id}`)}`,
    ],
  ])('is in the address to which %s redirects', async (_title, open, path) => {
    const { location } = (await open()).headers;
    expect(String(location).slice(0, `/base${path}`.length)).toBe(`/base${path}`);
  });
});
