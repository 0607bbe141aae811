import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../../support/seed.js';
import { seedSite } from '../published-sites/site-kit.js';
import { visitorOf } from './browsing.js';
import { guideFiles, guideSites } from './guide-sites.js';

const { test, acme, guide, secret, siteWith, at, setSite } = await guideSites();

describe('a page', () => {
  it('is HTML with its text, navigation and title, and has no script', async () => {
    const { status, text, headers } = await visitorOf(test).get(at(await siteWith(), '/guide/guide/install'));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<title>Install - Acme docs<\/title>/);
    expect(text).toMatch(/<meta name="description" content="How to install it">/);
    expect(text).toMatch(/Type this\./);
    expect(text).not.toMatch(/<script/i);
    expect(text).toMatch(/aria-current="page"/);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+'; font-src 'self'; img-src 'self' https:\/\/docs\.test; /,
    );
  });

  it('has a font for emoji, of which browsers load only the parts that they need', async () => {
    const site = await siteWith();
    const { text } = await visitorOf(test).get(at(site, '/~style.css'));
    const [, file] = /unicode-range: U\+1f1e6-1f1ff/.test(text) ? (/url\("(~emoji-0\.woff2)"\)/.exec(text) ?? []) : [];
    const { status, headers } = await visitorOf(test).get(at(site, `/${file}`));
    expect([status, headers['content-type'], headers['cache-control']]).toEqual([
      200,
      'font/woff2',
      expect.stringContaining('immutable'),
    ]);
    expect((await visitorOf(test).get(at(site, '/~emoji-99.woff2'))).status).toBe(404);
  });

  it('shows the lines of included files', async () => {
    const space = await seedSpace(test, acme.id, {
      'README.md': '# Home\n\n```js\n{{#include code/a.js:2:3}}\n```\n\n{{#include code/gone.js}}\n',
      'code/a.js': 'one\ntwo\nthree\nfour\n',
    });
    const { text } = await visitorOf(test).get(at(await siteWith({ spaces: [{ space, path: 'docs' }] }), '/docs'));
    expect(text).toContain('<span class="line">two\n</span><span class="line">three</span>');
    expect(text).not.toMatch(/>(?:one|four)/);
  });

  it('has its link title in the sidebar and the pagination, and its title in the heading', async () => {
    const space = await seedSpace(test, acme.id, {
      'README.md': '# Home\n',
      'install.md': 'Text.\n',
      'SUMMARY.md': '* [Home](README.md)\n* [Install the command line](install.md "Short name")\n',
    });
    const site = await siteWith({ spaces: [{ space, path: 'docs' }] });
    const [before, own] = [
      await visitorOf(test).get(at(site, '/docs')),
      await visitorOf(test).get(at(site, '/docs/install')),
    ];
    expect(before.text).not.toContain('Install the command line');
    expect(before.text.match(/Short name/g)).toHaveLength(2);
    expect(own.text).toMatch(/<h1[^>]*>Install the command line<\/h1>/);
    expect(own.text).toContain('<title>Install the command line - Acme docs</title>');
    expect(own.text.match(/Short name/g)).toHaveLength(1);
  });

  it('has links to existing pages only', async () => {
    const site = await siteWith();
    const { text } = await visitorOf(test).get(at(site, '/guide'));
    expect(text).toContain(`href="${at(site, '/guide/guide/install')}#on-linux"`);
    expect(text).toContain('nothing');
    expect(text).not.toContain('nowhere.md');
  });

  it('returns 304 if the visitor has the current version', async () => {
    const [visitor, page] = [visitorOf(test), at(await siteWith(), '/guide')];
    const { headers } = await visitor.get(page);
    const again = await visitor.get(page, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is served from the cache in two batches while nothing changes', async () => {
    const [visitor, page] = [visitorOf(test), at(await siteWith(), '/guide')];
    await visitor.get(page);
    expect(await test.batches(() => visitor.get(page))).toHaveLength(2);
  });

  it('is rendered again when its text, title, appearance or site changes', async () => {
    const site = await siteWith();
    const visitor = visitorOf(test);
    const states = [(await visitor.get(at(site, '/guide'))).headers.etag];
    const changes = [
      () => setSite(site, { title: 'Other docs' }),
      () => test.rest('PATCH', `/spaces/${guide}`, { ...acme.admin, body: { title: 'Another' } }),
      () => test.rest('PATCH', `/orgs/${acme.id}/sites/${site.id}/sections`, acme.admin),
      () => setSite(site, { visibility: 'unlisted' }),
    ];
    for (const change of changes) {
      await change();
      states.push((await visitor.get(at(site, '/guide'))).headers.etag);
    }
    expect(new Set(states).size).toBeGreaterThanOrEqual(3);
  });

  it('that does not exist returns 404 with the navigation of the site', async () => {
    const { status, text } = await visitorOf(test).get(at(await siteWith(), '/guide/none'));
    expect(status).toBe(404);
    expect(text).toContain('Acme docs');
    expect(text).toContain('noindex');
  });

  it('of a missing or unpublished site returns 404 without information about the site', async () => {
    const unpublished = await siteWith({ published: false });
    for (const page of [at(unpublished, '/guide'), `/published/${acme.id}/none`, '/published/org_none/none']) {
      const { status, text } = await visitorOf(test).get(page);
      expect([status, text.includes('Nothing is here'), text.includes('Acme docs')]).toEqual([404, true, false]);
    }
  });

  it('returns errors to programs as JSON, like /v1', async () => {
    const { status, text } = await visitorOf(test).get(`/published/${acme.id}/none`, { accept: '*/*' });
    expect([status, JSON.parse(text).error.code]).toEqual([404, 404]);
  });

  it('redirects from the id of its site to the basename', async () => {
    const site = await siteWith();
    await setSite(site, { basename: `name-${site.id.slice(-8)}` });
    const { status, location } = await visitorOf(test).get(`${at(site, '/guide/you')}?shareKey=abc`);
    expect([status, location]).toEqual([308, `/published/${acme.id}/name-${site.id.slice(-8)}/guide/you?shareKey=abc`]);
  });

  it('is the target of a redirect from the address of its site', async () => {
    const site = await siteWith();
    const { status, address } = await visitorOf(test).follow(at(site));
    expect([status, address]).toEqual([200, at(site, '/guide')]);
    expect((await visitorOf(test).get(at(site))).status).toBe(302);
  });
});

describe('a moved page or space', () => {
  it('redirects permanently to its current address in one step, also as Markdown', async () => {
    const space = await seedSpace(test, acme.id, { 'README.md': '# Home\n', 'old.md': '# Old\n\nText.\n' });
    const site = await siteWith({ spaces: [{ space, path: 'docs' }] });
    const old = at(site, '/docs/old');
    expect((await visitorOf(test).get(old)).status).toBe(200);
    const page = (await pagesByPath(test, space, acme.admin.token)).get('old')!;
    const input = { space, changes: [{ updatePage: { page, slug: 'new' } }] };
    const query = 'mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { space { id } } }';
    const { errors } = await test.graphql(query, { ...acme.admin, variables: { input } });
    expect(errors).toBeUndefined();
    const moved = await visitorOf(test).get(old);
    expect([moved.status, moved.location]).toEqual([308, at(site, '/docs/new')]);
    expect((await visitorOf(test).get(`${old}.md`)).location).toBe(at(site, '/docs/new.md'));
    await test.rest('PATCH', `/orgs/${acme.id}/sites/${site.id}/site-spaces/${site.siteSpaces[0]}`, {
      ...acme.admin,
      body: { path: 'handbook' },
    });
    const { status, text, address } = await visitorOf(test).follow(old);
    expect([status, address, text.includes('Text.')]).toEqual([200, at(site, '/handbook/new'), true]);
    expect((await visitorOf(test).get(old)).location).toBe(address);
  });

  it('does not redirect visitors who may not see it', async () => {
    const condition = 'visitor.claims.vip';
    const site = await siteWith({ spaces: [{ space: guide }, { space: secret, path: 'before', condition }] });
    await test.rest('PATCH', `/orgs/${acme.id}/sites/${site.id}/site-spaces/${site.siteSpaces[1]}`, {
      ...acme.admin,
      body: { path: 'after' },
    });
    const { status, location } = await visitorOf(test).get(at(site, '/before'));
    expect([status, location]).toEqual([404, undefined]);
  });
});

describe('on another host', () => {
  it('links of a site use the address of its proxy, or its own hostname', async () => {
    const site = await siteWith();
    await setSite(site, { proxyOrigin: 'www.acme.test/docs', confirmedHostname: `${site.id.slice(-8)}.acme.test` });
    const ask = (host: string, path: string) => visitorOf(test).get(at(site, path), { host });
    const proxied = await ask('www.acme.test', '/guide');
    expect(proxied.text).toContain('href="/docs/guide/guide/install#on-linux"');
    expect(proxied.text).toContain('<link rel="canonical" href="https://www.acme.test/docs/guide">');
    expect((await ask('www.acme.test', '')).location).toBe('/docs/guide');
    const own = await ask(`${site.id.slice(-8)}.acme.test`, '/guide');
    expect(own.text).toContain('href="/guide/guide/install#on-linux"');
    expect((await ask(`${site.id.slice(-8)}.acme.test`, '')).location).toBe('/guide');
    expect(own.text).toContain('<a href="/" class="site-name">');
    expect((await ask(`${site.id.slice(-8)}.acme.test`, '//evil.test/?theme=dark')).location).toBe('/evil.test/');
    expect((await ask('elsewhere.test', '/guide')).text).toContain(
      `href="${at(site, '/guide/guide/install')}#on-linux"`,
    );
  });

  it('stores cookies for the path that visitors see', async () => {
    const site = await siteWith({ visibility: 'share-link' });
    await setSite(site, { proxyOrigin: 'www.acme.test/docs' });
    const visitor = visitorOf(test);
    const { location } = await visitor.get(at(site, `/guide?shareKey=${site.shareKeys.active}`), {
      host: 'www.acme.test',
    });
    expect(location).toBe('/docs/guide');
    expect([...visitor.cookies.values()]).toEqual([expect.stringContaining('Path=/docs;')]);
  });
});

it('requests of visitors are limited by their address; cached pages do not count', async () => {
  const limited = await testApp({ RATE_LIMIT: '4' });
  const organization = await seedOrganization(limited);
  const space = await seedSpace(limited, organization.id, guideFiles);
  const site = await seedSite(limited, { organization: organization.id, spaces: [{ space, path: 'guide' }] });
  const visitor = visitorOf(limited);
  const page = (path: string) => visitor.get(`/published/${organization.id}/${site.id}/guide${path}`);
  const statuses: number[] = [];
  for (const path of ['', '/guide', '/guide/install', '', '', '', '/you', '/unlisted', ''])
    statuses.push((await page(path)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 200]);
  const refused = await page('/unlisted');
  expect(refused.text).toContain('Too many pages at once');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
