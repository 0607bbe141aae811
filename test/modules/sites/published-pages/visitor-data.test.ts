import { describe, expect, it } from 'vitest';
import { moveClock } from '../../../support/clock.js';
import { tokenFor } from '../published-sites/site-kit.js';
import { visitorOf } from './browsing.js';
import { guideSites } from './guide-sites.js';

const { test, guide, secret, siteWith, at, setSite } = await guideSites();

describe('visitor data in a site address', () => {
  it('is stored in cookies for the site only, and removed from the address by a redirect', async () => {
    const site = await siteWith({ visibility: 'share-link' });
    const visitor = visitorOf(test);
    const { status, location } = await visitor.get(`${at(site, '/guide')}?shareKey=${site.shareKeys.active}&q=1`);
    expect([status, location]).toEqual([302, `${at(site, '/guide')}?q=1`]);
    const [cookie] = [...visitor.cookies.values()];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure; /);
    expect(cookie).toContain(`Path=${at(site)};`);
    expect((await visitor.get(location!)).status).toBe(200);
  });

  it('gives no access if it is invalid', async () => {
    const site = await siteWith({ visibility: 'share-link' });
    const visitor = visitorOf(test);
    expect((await visitor.follow(`${at(site, '/guide')}?shareKey=${site.shareKeys.disabled}`)).status).toBe(404);
    expect((await visitor.follow(`${at(site, '/guide')}?shareKey=${encodeURIComponent('a; Path=/')}`)).status).toBe(
      404,
    );
    expect([...visitor.cookies.keys()].every((name) => name.startsWith(at(site)))).toBe(true);
  });

  it('is checked again at each request', async () => {
    const site = await siteWith({ visibility: 'visitor-auth' });
    const visitor = visitorOf(test);
    const token = await tokenFor(site.signingKey, {}, { expires: '10m' });
    expect((await visitor.follow(`${at(site, '/guide')}?jwt_token=${token}`)).status).toBe(200);
    moveClock(20 * 60_000);
    expect((await visitor.get(at(site, '/guide'))).status).toBe(302);
  });

  it('can be a token of 8,000 characters', async () => {
    const site = await siteWith({ visibility: 'visitor-auth', adaptive: true });
    const visitor = visitorOf(test);
    const token = await tokenFor(site.signingKey, { plan: 'pro', more: 'x'.repeat(5_700) });
    expect(token.length).toBeGreaterThan(7_000);
    const { status, text } = await visitor.follow(`${at(site, '/guide/you')}?jwt_token=${token}`);
    expect([status, text.includes('Your plan is pro.')]).toEqual([200, true]);
    // A long token is stored in several cookies. A short token must replace all of them.
    const short = await tokenFor(site.signingKey, { plan: 'free' });
    expect((await visitor.follow(`${at(site, '/guide/you')}?jwt_token=${short}`)).text).toContain('Your plan is free.');
  });

  it('redirects visitors without a token to the sign-in page of the server, or to the sign-in address of the site', async () => {
    const site = await siteWith({ visibility: 'visitor-auth' });
    const refused = await visitorOf(test).get(at(site, '/guide?q=a'));
    const signIn = `/login?${new URLSearchParams({ redirect: at(site, '/guide?q=a') })}`;
    expect([refused.status, refused.location]).toEqual([302, signIn]);
    const program = await visitorOf(test).get(at(site, '/guide'), { accept: 'application/json' });
    expect([program.status, program.text.includes('Welcome')]).toEqual([401, false]);
    await setSite(site, { fallbackUrl: 'https://app.acme.test/login' });
    const { status, location } = await visitorOf(test).get(at(site, '/guide'));
    expect([status, location]).toEqual([302, 'https://app.acme.test/login']);
  });

  it('can be unsigned claims', async () => {
    const condition = 'visitor.claims.unsigned.beta';
    const site = await siteWith({
      spaces: [
        { space: guide, path: 'guide' },
        { space: secret, path: 'secret', condition },
      ],
    });
    const visitor = visitorOf(test);
    expect((await visitor.get(at(site, '/secret'))).status).toBe(404);
    expect((await visitor.follow(`${at(site, '/secret')}?visitor.beta=true`)).text).toContain('Secret plans');
    expect((await visitor.follow(`${at(site, '/secret')}?visitor.beta=false`)).status).toBe(404);
  });

  it('can be a theme', async () => {
    const site = await siteWith();
    const visitor = visitorOf(test);
    expect((await visitor.get(at(site, '/guide'))).text).toContain('data-theme="light"');
    const { text, address } = await visitor.follow(`${at(site, '/guide')}?theme=dark`);
    expect([address, text.includes('data-theme="dark"')]).toEqual([at(site, '/guide'), true]);
  });
});

it('a visitor does not see the content for another visitor', async () => {
  const site = await siteWith({ visibility: 'visitor-auth' });
  const plans = ['free', 'pro', 'free'];
  const texts = await Promise.all(
    plans.map(async (plan) => {
      const token = await tokenFor(site.signingKey, { plan });
      return (await visitorOf(test).follow(`${at(site, '/guide/you')}?jwt_token=${token}`)).text;
    }),
  );
  expect(texts.map((text) => /Your plan is (\w+)\./.exec(text)?.[1])).toEqual(plans);
});
