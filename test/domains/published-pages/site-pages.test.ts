import { beforeAll, describe, expect, it } from 'vitest';
import { type TestApp, testApp } from '../../support/app.js';
import { moveClock } from '../../support/clock.js';
import { pagesByPath, seedOrganization, seedSpace } from '../../support/seed.js';
import { type OpenableSite, type SeededSite, seedSite, tokenFor } from '../published-sites/site-kit.js';
import { processAll } from '../specifications/processing.js';
import { visitorOf } from './browsing.js';

const test = await testApp();
const acme = await seedOrganization(test);
let [guide, secret] = ['', ''];

const files = {
  'README.md': '# Welcome\n\nRead [how to install](guide/install.md#on-linux) or [nothing](nowhere.md).\n',
  'guide/README.md': '# Guide\n\nAll of it.\n',
  'guide/install.md': '---\ndescription: How to install it\n---\n\n# Install\n\n## On Linux\n\nType this.\n',
  'hidden.md': '---\nhidden: true\n---\n\n# Hidden page\n',
  'unlisted.md': '---\nnoRobotsIndex: true\n---\n\n# Not for robots\n',
  'you.md': '# You\n\nYour plan is <code class="expression">visitor.claims.plan</code>.\n',
  'SUMMARY.md': [
    '* [Welcome](README.md)',
    '* [Guide](guide/README.md)',
    '  * [Install](guide/install.md)',
    '* [Hidden page](hidden.md)',
    '* [Not for robots](unlisted.md)',
    '* [You](you.md)',
    '',
  ].join('\n'),
};

beforeAll(async () => {
  guide = await seedSpace(test, acme.id, files);
  secret = await seedSpace(test, acme.id, { 'README.md': '# Secret plans\n\nWe will win.\n' });
});

const siteWith = (site: Partial<SeededSite> = {}): Promise<OpenableSite> =>
  seedSite(test, { organization: acme.id, spaces: [{ space: guide, path: 'guide' }], ...site });
const at = ({ id }: OpenableSite, path = ''): string => `/published/${acme.id}/${id}${path}`;

async function setSite({ id }: OpenableSite, data: object, app: TestApp = test): Promise<void> {
  await app.store.transaction(async ({ prisma }) => void (await prisma.site.update({ where: { id }, data })));
}

describe('a page', () => {
  it('is HTML with its text, its navigation and its title, and runs no script', async () => {
    const { status, text, headers } = await visitorOf(test).ask(at(await siteWith(), '/guide/guide/install'));
    expect([status, headers['content-type']]).toEqual([200, 'text/html; charset=utf-8']);
    expect(text).toMatch(/<title>Install - Acme docs<\/title>/);
    expect(text).toMatch(/<meta name="description" content="How to install it">/);
    expect(text).toMatch(/Type this\./);
    expect(text).not.toMatch(/<script/i);
    expect(text).toMatch(/aria-current="page"/);
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'self' 'sha256-[\w+/=]+'; img-src 'self' https:\/\/docs\.test; /,
    );
  });

  it('links to the pages that it refers to, and nowhere where they are not', async () => {
    const site = await siteWith();
    const { text } = await visitorOf(test).ask(at(site, '/guide'));
    expect(text).toContain(`href="${at(site, '/guide/guide/install')}#on-linux"`);
    expect(text).toContain('nothing');
    expect(text).not.toContain('nowhere.md');
  });

  it('is not sent again to who has it', async () => {
    const [visitor, page] = [visitorOf(test), at(await siteWith(), '/guide')];
    const { headers } = await visitor.ask(page);
    const again = await visitor.ask(page, { 'if-none-match': String(headers.etag) });
    expect([again.status, again.text]).toEqual([304, '']);
  });

  it('is from memory while nothing of it moves: two batches, and not a point', async () => {
    const [visitor, page] = [visitorOf(test), at(await siteWith(), '/guide')];
    await visitor.ask(page);
    expect(await test.batches(() => visitor.ask(page))).toHaveLength(2);
  });

  it('is made anew when its text, its title, its look or its site changes', async () => {
    const site = await siteWith();
    const visitor = visitorOf(test);
    const states = [(await visitor.ask(at(site, '/guide'))).headers.etag];
    const changes = [
      () => setSite(site, { title: 'Other docs' }),
      () => test.rest('PATCH', `/spaces/${guide}`, { ...acme.admin, body: { title: 'Another' } }),
      () => test.rest('PATCH', `/orgs/${acme.id}/sites/${site.id}/sections`, acme.admin),
      () => setSite(site, { visibility: 'unlisted' }),
    ];
    for (const change of changes) {
      await change();
      states.push((await visitor.ask(at(site, '/guide'))).headers.etag);
    }
    expect(new Set(states).size).toBeGreaterThanOrEqual(3);
  });

  it('that is not there says so, with the navigation of the site', async () => {
    const { status, text } = await visitorOf(test).ask(at(await siteWith(), '/guide/none'));
    expect(status).toBe(404);
    expect(text).toContain('Acme docs');
    expect(text).toContain('noindex');
  });

  it('of a site that is not there, or not published, says nothing of it', async () => {
    const unpublished = await siteWith({ published: false });
    for (const page of [at(unpublished, '/guide'), `/published/${acme.id}/none`, '/published/org_none/none']) {
      const { status, text } = await visitorOf(test).ask(page);
      expect([status, text.includes('Nothing is here'), text.includes('Acme docs')]).toEqual([404, true, false]);
    }
  });

  it('answers programs with the errors of /v1', async () => {
    const { status, text } = await visitorOf(test).ask(`/published/${acme.id}/none`, { accept: '*/*' });
    expect([status, JSON.parse(text).error.code]).toEqual([404, 404]);
  });

  it('is found at the basename of its site, where its id leads to', async () => {
    const site = await siteWith();
    await setSite(site, { basename: `name-${site.id.slice(-8)}` });
    const { status, location } = await visitorOf(test).ask(`${at(site, '/guide/you')}?shareKey=abc`);
    expect([status, location]).toEqual([308, `/published/${acme.id}/name-${site.id.slice(-8)}/guide/you?shareKey=abc`]);
  });

  it('stands in for the addresses above it', async () => {
    const site = await siteWith();
    const { status, address } = await visitorOf(test).follow(at(site));
    expect([status, address]).toEqual([200, at(site, '/guide')]);
    expect((await visitorOf(test).ask(at(site))).status).toBe(302);
  });
});

describe('what an address brings along', () => {
  it('is kept in cookies for the site alone, and led away from the address', async () => {
    const site = await siteWith({ visibility: 'share-link' });
    const visitor = visitorOf(test);
    const { status, location } = await visitor.ask(`${at(site, '/guide')}?shareKey=${site.shareKeys.active}&q=1`);
    expect([status, location]).toEqual([302, `${at(site, '/guide')}?q=1`]);
    const [cookie] = [...visitor.cookies.values()];
    expect(cookie).toMatch(/; HttpOnly; SameSite=Lax; Secure; /);
    expect(cookie).toContain(`Path=${at(site)};`);
    expect((await visitor.ask(location!)).status).toBe(200);
  });

  it('opens nothing where it is wrong', async () => {
    const site = await siteWith({ visibility: 'share-link' });
    const visitor = visitorOf(test);
    expect((await visitor.follow(`${at(site, '/guide')}?shareKey=${site.shareKeys.disabled}`)).status).toBe(404);
    expect((await visitor.follow(`${at(site, '/guide')}?shareKey=${encodeURIComponent('a; Path=/')}`)).status).toBe(
      404,
    );
    expect([...visitor.cookies.keys()].every((name) => name.startsWith(at(site)))).toBe(true);
  });

  it('is judged anew at each request', async () => {
    const site = await siteWith({ visibility: 'visitor-auth' });
    const visitor = visitorOf(test);
    const token = await tokenFor(site.signingKey, {}, { expires: '10m' });
    expect((await visitor.follow(`${at(site, '/guide')}?jwt_token=${token}`)).status).toBe(200);
    moveClock(20 * 60_000);
    expect((await visitor.ask(at(site, '/guide'))).status).toBe(401);
  });

  it('can be a token of 8,000 characters', async () => {
    const site = await siteWith({ visibility: 'visitor-auth', adaptive: true });
    const visitor = visitorOf(test);
    const token = await tokenFor(site.signingKey, { plan: 'pro', more: 'x'.repeat(5_700) });
    expect(token.length).toBeGreaterThan(7_000);
    const { status, text } = await visitor.follow(`${at(site, '/guide/you')}?jwt_token=${token}`);
    expect([status, text.includes('Your plan is pro.')]).toEqual([200, true]);
    // A short one takes the place of all of it.
    const short = await tokenFor(site.signingKey, { plan: 'free' });
    expect((await visitor.follow(`${at(site, '/guide/you')}?jwt_token=${short}`)).text).toContain('Your plan is free.');
  });

  it('without a token leads to where visitors sign in', async () => {
    const site = await siteWith({ visibility: 'visitor-auth' });
    const refused = await visitorOf(test).ask(at(site, '/guide'));
    expect([refused.status, refused.text.includes('Welcome')]).toEqual([401, false]);
    await setSite(site, { fallbackUrl: 'https://app.acme.test/login' });
    const { status, location } = await visitorOf(test).ask(at(site, '/guide'));
    expect([status, location]).toEqual([302, 'https://app.acme.test/login']);
  });

  it('can be claims that nobody signed', async () => {
    const condition = 'visitor.claims.unsigned.beta';
    const site = await siteWith({
      spaces: [
        { space: guide, path: 'guide' },
        { space: secret, path: 'secret', condition },
      ],
    });
    const visitor = visitorOf(test);
    expect((await visitor.ask(at(site, '/secret'))).status).toBe(404);
    expect((await visitor.follow(`${at(site, '/secret')}?visitor.beta=true`)).text).toContain('Secret plans');
    expect((await visitor.follow(`${at(site, '/secret')}?visitor.beta=false`)).status).toBe(404);
  });

  it('can be a theme', async () => {
    const site = await siteWith();
    const visitor = visitorOf(test);
    expect((await visitor.ask(at(site, '/guide'))).text).toContain('data-theme="light"');
    const { text, address } = await visitor.follow(`${at(site, '/guide')}?theme=dark`);
    expect([address, text.includes('data-theme="dark"')]).toEqual([at(site, '/guide'), true]);
  });
});

it('what a page says to one visitor it does not say to another', async () => {
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

describe('for programs', () => {
  it('each page is there as Markdown, whose links lead to Markdown', async () => {
    const site = await siteWith();
    const install = await visitorOf(test).ask(at(site, '/guide/guide/install.md'));
    expect([install.status, install.headers['content-type']]).toEqual([200, 'text/markdown; charset=utf-8']);
    expect(install.text).toBe('> How to install it\n\n# Install\n\n## On Linux\n\nType this.\n');
    expect(install.headers.link).toBe(`<https://docs.test${at(site, '/guide/guide/install')}>; rel="canonical"`);
    const { text } = await visitorOf(test).ask(at(site, '/guide.md'));
    expect(text).toContain(`[how to install](https://docs.test${at(site, '/guide/guide/install.md')}#on-linux)`);
    expect(text).toContain('[nothing](nowhere.md)');
  });

  it('sitemaps list the pages that are neither hidden nor kept from robots', async () => {
    const site = await siteWith();
    const index = (await visitorOf(test).ask(at(site, '/sitemap.xml'))).text;
    const [map] = [...index.matchAll(/<loc>https:\/\/docs\.test([^<]+)<\/loc>/g)].map(([, address]) => address!);
    const { text, headers } = await visitorOf(test).ask(map!);
    const pages = [...text.matchAll(/<loc>https:\/\/docs\.test([^<]+)<\/loc><lastmod>/g)].map(
      ([, address]) => address!,
    );
    expect(headers['content-type']).toBe('application/xml; charset=utf-8');
    expect(pages).toEqual(
      ['/guide', '/guide/guide', '/guide/guide/install', '/guide/you'].map((path) => at(site, path)),
    );
    for (const page of pages) expect((await visitorOf(test).ask(page)).status).toBe(200);
  });

  it('robots are welcome where anybody may find the site, and agents may read it', async () => {
    const robots = async (site: OpenableSite) => (await visitorOf(test).ask(at(site, '/robots.txt'))).text;
    const site = await siteWith();
    expect(await robots(site)).toBe(`User-agent: *\nAllow: /\nSitemap: https://docs.test${at(site)}/sitemap.xml\n`);
    expect(await robots(await siteWith({ visibility: 'unlisted' }))).toBe('User-agent: *\nDisallow: /\n');
    await setSite(site, { agentsContext: 'excluded' });
    expect(await robots(site)).toBe('User-agent: *\nDisallow: /\n');
    expect((await visitorOf(test).ask(at(site, '/guide.md'))).status).toBe(404);
    expect((await visitorOf(test).ask(at(site, '/guide'))).text).not.toContain('.md"');
  });

  it('pages say whether they are to be listed', async () => {
    const tag = async (site: OpenableSite, path: string) =>
      (await visitorOf(test).ask(at(site, path))).headers['x-robots-tag'];
    expect(await tag(await siteWith(), '/guide')).toBeUndefined();
    expect(await tag(await siteWith(), '/guide/unlisted')).toBe('noindex');
    expect(await tag(await siteWith({ visibility: 'unlisted' }), '/guide')).toBe('noindex');
  });
});

describe('what moved', () => {
  it('leads to where it is now, in one step and for good, as Markdown too', async () => {
    const space = await seedSpace(test, acme.id, { 'README.md': '# Home\n', 'old.md': '# Old\n\nText.\n' });
    const site = await siteWith({ spaces: [{ space, path: 'docs' }] });
    const old = at(site, '/docs/old');
    expect((await visitorOf(test).ask(old)).status).toBe(200);
    const page = (await pagesByPath(test, space, acme.admin.token)).get('old')!;
    const input = { space, changes: [{ updatePage: { page, slug: 'new' } }] };
    const query = 'mutation ($input: UpdateSpaceContentInput!) { updateSpaceContent(input: $input) { space { id } } }';
    const { errors } = await test.graphql(query, { ...acme.admin, variables: { input } });
    expect(errors).toBeUndefined();
    const moved = await visitorOf(test).ask(old);
    expect([moved.status, moved.location]).toEqual([308, at(site, '/docs/new')]);
    expect((await visitorOf(test).ask(`${old}.md`)).location).toBe(at(site, '/docs/new.md'));
    await test.rest('PATCH', `/orgs/${acme.id}/sites/${site.id}/site-spaces/${site.siteSpaces[0]}`, {
      ...acme.admin,
      body: { path: 'handbook' },
    });
    const { status, text, address } = await visitorOf(test).follow(old);
    expect([status, address, text.includes('Text.')]).toEqual([200, at(site, '/handbook/new'), true]);
    expect((await visitorOf(test).ask(old)).location).toBe(address);
  });

  it('is not told to whom it is not shown', async () => {
    const condition = 'visitor.claims.vip';
    const site = await siteWith({ spaces: [{ space: guide }, { space: secret, path: 'before', condition }] });
    await test.rest('PATCH', `/orgs/${acme.id}/sites/${site.id}/site-spaces/${site.siteSpaces[1]}`, {
      ...acme.admin,
      body: { path: 'after' },
    });
    const { status, location } = await visitorOf(test).ask(at(site, '/before'));
    expect([status, location]).toEqual([404, undefined]);
  });
});

it('a block of a specification shows what the newest version of that says', async () => {
  const operation = { summary: 'List all pets', responses: { 200: { description: 'Every pet' } } };
  const document = (paths: object) =>
    JSON.stringify({ openapi: '3.0.3', info: { title: 'Pets', version: '1' }, paths });
  const at = `/orgs/${acme.id}/openapi/pets`;
  const give = async (paths: object) => {
    await test.rest('PUT', at, { ...acme.admin, body: { source: { text: document(paths) } } });
    await processAll(test);
  };
  const block = '{% openapi-operation spec="pets" path="/pets" method="get" %}\n{% endopenapi-operation %}\n';
  const space = await seedSpace(test, acme.id, { 'README.md': `# Pets\n\n${block}` });
  const page = `/published/${acme.id}/${(await siteWith({ spaces: [{ space, path: 'pets' }] })).id}/pets`;
  expect((await visitorOf(test).ask(page)).text).not.toContain('List all pets');
  await give({ '/pets': { get: operation } });
  const { text } = await visitorOf(test).ask(page);
  expect(text).toContain('List all pets');
  expect(text).toContain('Every pet');
  await give({ '/pets': { get: { ...operation, summary: 'List some pets' } } });
  expect((await visitorOf(test).ask(page)).text).toContain('List some pets');
});

describe('on another host', () => {
  it('a site has the addresses of its proxy, or of its own hostname', async () => {
    const site = await siteWith();
    await setSite(site, { proxyOrigin: 'www.acme.test/docs', confirmedHostname: `${site.id.slice(-8)}.acme.test` });
    const ask = (host: string, path: string) => visitorOf(test).ask(at(site, path), { host });
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

  it('keeps what addresses bring along for the path that its visitors see', async () => {
    const site = await siteWith({ visibility: 'share-link' });
    await setSite(site, { proxyOrigin: 'www.acme.test/docs' });
    const visitor = visitorOf(test);
    const { location } = await visitor.ask(at(site, `/guide?shareKey=${site.shareKeys.active}`), {
      host: 'www.acme.test',
    });
    expect(location).toBe('/docs/guide');
    expect([...visitor.cookies.values()]).toEqual([expect.stringContaining('Path=/docs;')]);
  });
});

describe('the search of a site', () => {
  it('finds pages with the places that were found, and leads to them', async () => {
    const site = await siteWith();
    const { status, text } = await visitorOf(test).ask(`${at(site, '/~search')}?q=linux`);
    expect(status).toBe(200);
    expect(text).toContain(`href="${at(site, '/guide/guide/install')}#on-linux"`);
    expect(text).toContain('value="linux"');
  });

  it('finds nothing of what the visitor is not shown', async () => {
    const site = await siteWith({ spaces: [{ space: guide }, { space: secret, condition: 'visitor.claims.vip' }] });
    const { status, text } = await visitorOf(test).ask(`${at(site, '/~search')}?q=plans`);
    expect([status, text.includes('We will win')]).toEqual([200, false]);
  });

  it('takes any query', async () => {
    const site = await siteWith();
    for (const query of ['', '%', '"', '<script>alert(1)</script>', 'x'.repeat(5_000), '%00'])
      expect((await visitorOf(test).ask(`${at(site, '/~search')}?q=${encodeURIComponent(query)}`)).status).toBe(200);
  });
});

describe('a preview', () => {
  const previewOf = async (
    { id }: OpenableSite,
    claims: object | null,
    token = acme.admin.token,
  ): Promise<string | null> => {
    const query = 'query ($id: ID!, $claims: JSONObject) { site(id: $id) { preview(claims: $claims) { url } } }';
    const { data } = await test.graphql(query, { token, variables: { id, claims } });
    return data.site.preview && new URL(data.site.preview.url).pathname;
  };

  it('shows a site that is not published as a visitor with the claims would see it', async () => {
    const spaces = [
      { space: guide, path: 'guide' },
      { space: secret, path: 'secret', condition: 'visitor.claims.vip' },
    ];
    const site = await siteWith({ published: false, spaces });
    const [plain, vip] = [await previewOf(site, null), await previewOf(site, { vip: true })];
    const { status, text, address } = await visitorOf(test).follow(plain!);
    expect([status, address, text.includes('noindex')]).toEqual([200, `${plain}/guide`, true]);
    expect(text).toContain(`href="${plain}/guide/guide/install#on-linux"`);
    expect((await visitorOf(test).ask(`${plain}/secret`)).status).toBe(404);
    expect((await visitorOf(test).ask(`${vip}/secret`)).text).toContain('We will win');
  });

  it('ends after a day, and opens to nobody who changes it', async () => {
    const preview = (await previewOf(await siteWith(), { vip: false }))!;
    const [payload, signature] = preview.slice('/preview/'.length).split('.') as [string, string];
    const other = Buffer.from(Buffer.from(payload, 'base64url').toString().replace('false', 'true')).toString(
      'base64url',
    );
    for (const token of [`${other}.${signature}`, payload, `${payload}.`, 'x.y', `${payload}.${signature}x`])
      expect((await visitorOf(test).ask(`/preview/${token}/guide`)).status).toBe(404);
    moveClock(25 * 3_600_000);
    expect((await visitorOf(test).ask(`${preview}/guide`)).status).toBe(404);
  });

  it('is for who may update the site', async () => {
    const site = await siteWith();
    const { seedMember } = await import('../../support/seed.js');
    const reader = await seedMember(test, acme.id, 'read');
    expect(await previewOf(site, null, reader.token)).toBeNull();
  });

  it('is where the address for people of a site leads', async () => {
    const { location } = await visitorOf(test).ask(`/app/${(await siteWith()).id}`);
    const query = new URL(location!, 'https://docs.test').searchParams.get('query')!;
    const { data, errors } = await test.graphql(query, acme.admin);
    expect([errors, data.node.preview.url]).toEqual([undefined, expect.stringContaining('/preview/')]);
  });
});

it('visitors have a budget by their address, of which pages in memory take nothing', async () => {
  const limited = await testApp({ RATE_LIMIT: '4' });
  const organization = await seedOrganization(limited);
  const space = await seedSpace(limited, organization.id, files);
  const site = await seedSite(limited, { organization: organization.id, spaces: [{ space, path: 'guide' }] });
  const visitor = visitorOf(limited);
  const page = (path: string) => visitor.ask(`/published/${organization.id}/${site.id}/guide${path}`);
  const statuses: number[] = [];
  for (const path of ['', '/guide', '/guide/install', '', '', '', '/you', '/unlisted', ''])
    statuses.push((await page(path)).status);
  expect(statuses).toEqual([200, 200, 200, 200, 200, 200, 200, 429, 200]);
  const refused = await page('/unlisted');
  expect(refused.text).toContain('Too many pages at once');
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
});
