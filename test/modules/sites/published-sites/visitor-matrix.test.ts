import { beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { visitorOf } from '../published-pages/browsing.js';
import { type OpenableSite, seedSite, seedVisitorKey, tokenFor, unsignedToken } from './site-kit.js';

/** A word in every title, text and file of the space. */
const canary = 'zebracrossing';

const visibilities = ['public', 'unlisted', 'share-link', 'visitor-auth'] as const;
const day = 86_400;

const test = await testApp();
const acme = await seedOrganization(test);
/** Sites by visibility and whether they are published. */
const sites = new Map<string, OpenableSite>();
let [another, organizationKey, space]: [OpenableSite, string, string] = [null as never, '', ''];
/** Users who can see the space only through the site. */
let member: Person;
let guest: Person;

beforeAll(async () => {
  const image = '<svg xmlns="http://www.w3.org/2000/svg" width="2" height="2"/>';
  const text = `# ${canary} page\n\n${canary} text ![${canary}](.gitbook/assets/${canary}.svg)\n`;
  space = await seedSpace(test, acme.id, { 'README.md': text, [`.gitbook/assets/${canary}.svg`]: image });
  await test.rest('PATCH', `/spaces/${space}`, {
    ...acme.admin,
    body: { title: `${canary} space`, defaultLevel: null },
  });
  [member, guest] = [await seedMember(test, acme.id, 'read'), await seedMember(test, acme.id, null)];
  organizationKey = await seedVisitorKey(test, acme.id);
  const onSite = { organization: acme.id, spaces: [{ space, path: canary }] };
  for (const visibility of visibilities)
    for (const published of [true, false])
      sites.set(
        `${visibility} ${published}`,
        await seedSite(test, { ...onSite, visibility, published }, hourFromNow()),
      );
  another = await seedSite(test, { ...onSite, visibility: 'visitor-auth' });
});

const hourFromNow = () => new Date(Date.now() + 3_600_000);

interface Credentials {
  shareKey?: string;
  visitorToken?: string;
}

/** Credentials of visitors, each with the visibility of the sites that it opens. */
const credentialCases: Record<string, { of(site: OpenableSite): Credentials | Promise<Credentials>; opens?: string }> =
  {
    nothing: { of: () => ({}) },
    'a wrong key': { of: () => ({ shareKey: 'AAAAAAAAAAAAAAAAAAAAAA' }) },
    'an empty key': { of: () => ({ shareKey: '' }) },
    'a disabled key': { of: ({ shareKeys }) => ({ shareKey: shareKeys.disabled }) },
    'a deleted key': { of: ({ shareKeys }) => ({ shareKey: shareKeys.deleted }) },
    "another site's key": { of: () => ({ shareKey: another.shareKeys.active }) },
    'the right key': { of: ({ shareKeys }) => ({ shareKey: shareKeys.active }), opens: 'share-link' },
    'a token that is not a JWT': { of: () => ({ visitorToken: 'open sesame' }) },
    'an expired token': { of: token((key) => tokenFor(key, {}, { expires: '-2m' })) },
    'a token that expired within the skew': {
      of: token((key) => tokenFor(key, {}, { expires: '-30s' })),
      opens: 'visitor-auth',
    },
    'a token that is not yet valid': { of: token((key) => tokenFor(key, {}, { notBefore: '5m' })) },
    'a token for longer than 30 days': { of: token((key) => tokenFor(key, {}, { expires: nowPlus(31 * day) })) },
    'a token that never expires': { of: token(withoutExpiry) },
    'a token of another algorithm': { of: token((key) => tokenFor(key.repeat(2), {}, { alg: 'HS512' })) },
    'an unsigned token': { of: () => ({ visitorToken: unsignedToken() }) },
    "another site's token": { of: async () => ({ visitorToken: await tokenFor(another.signingKey) }) },
    "the organization's token": {
      of: async () => ({ visitorToken: await tokenFor(organizationKey) }),
      opens: 'visitor-auth',
    },
    'a token of the old key within its hour': {
      of: async ({ oldSigningKey }) => ({ visitorToken: await tokenFor(oldSigningKey) }),
      opens: 'visitor-auth',
    },
    'the right token': { of: token((key) => tokenFor(key)), opens: 'visitor-auth' },
  };

function token(make: (key: string) => Promise<string>) {
  return async ({ signingKey }: OpenableSite): Promise<Credentials> => ({ visitorToken: await make(signingKey) });
}

function nowPlus(seconds: number): number {
  return Math.floor(Date.now() / 1000) + seconds;
}

async function withoutExpiry(key: string): Promise<string> {
  const { SignJWT } = await import('jose');
  return new SignJWT({}).setProtectedHeader({ alg: 'HS256' }).sign(new TextEncoder().encode(key));
}

const read = `query ($id: ID!, $shareKey: String, $visitorToken: String) {
  publishedSite(id: $id, shareKey: $shareKey, visitorToken: $visitorToken) {
    title hasSections urls { published }
    sections(first: 5) { totalCount nodes { title } }
    siteSpaces(first: 5) { totalCount nodes {
      title path default urls { published } space { title urls { published } }
      page(path: "") { title markdown document }
      pages(first: 5) { totalCount nodes { title path urls { published } } }
      files(first: 5) { totalCount nodes { name downloadURL } }
    } }
    search(first: 5, query: "${canary}") { totalCount nodes { title pages(first: 5) { nodes { title sections { body } } } } }
  }
}`;

async function visit(site: OpenableSite, credentials: Credentials): Promise<{ isOpen: boolean; text: string }> {
  const { data } = await test.graphql(read, { variables: { id: site.id, ...credentials }, token: null });
  return { isOpen: data.publishedSite !== null, text: JSON.stringify(data) };
}

const pageOf = ({ id }: OpenableSite): string => `/published/${acme.id}/${id}/${canary}`;

/** Returns addresses of every kind on a site. The first four have content of the site. */
const addressesOf = (site: OpenableSite): string[] => {
  const root = `/published/${acme.id}/${site.id}`;
  const map = `${root}/~sitemap/${site.siteSpaces[0]}.xml`;
  return [
    pageOf(site),
    `${pageOf(site)}.md`,
    `${root}/~search?q=${canary}`,
    map,
    `${root}/sitemap.xml`,
    `${root}/robots.txt`,
  ];
};

/** Reports whether a key or token opens a site. */
const opens = (visibility: string, published: boolean, what: string) =>
  published && (visibility === 'public' || visibility === 'unlisted' || credentialCases[what]!.opens === visibility);

describe.each(visibilities)('A %s site', (visibility) => {
  describe.each([true, false])('published: %s', (published) => {
    const site = () => sites.get(`${visibility} ${published}`)!;

    it.each(Object.keys(credentialCases))('shows a visitor with %s everything or nothing', async (what) => {
      const { isOpen, text } = await visit(site(), await credentialCases[what]!.of(site()));
      expect(isOpen).toBe(opens(visibility, published, what));
      const counts = ['space', 'page', 'text', 'svg'].filter((word) =>
        text.includes(`${canary}${word === 'svg' ? '.' : ' '}${word}`),
      );
      expect(counts).toEqual(isOpen ? ['space', 'page', 'text', 'svg'] : []);
      if (!isOpen) expect(text).not.toContain(canary);
    });

    it.each(Object.keys(credentialCases))('shows a browser with %s all of its pages or none', async (what) => {
      const credentials = await credentialCases[what]!.of(site());
      const isOpen = opens(visibility, published, what);
      const visitor = visitorOf(test);
      const keys = new URLSearchParams({
        ...(credentials.shareKey !== undefined && { shareKey: credentials.shareKey }),
        ...(credentials.visitorToken !== undefined && { jwt_token: credentials.visitorToken }),
      });
      await visitor.get(`${pageOf(site())}?${keys}`);
      const answers = await Promise.all(addressesOf(site()).map((address) => visitor.get(address)));
      const refused = published && visibility === 'visitor-auth' ? 302 : 404;
      expect(answers.map(({ status }) => status)).toEqual(answers.map(() => (isOpen ? 200 : refused)));
      // `robots.txt` and the sitemap index contain no titles or texts of pages.
      const hasCanary = answers.map(({ text }) => text.includes(canary));
      expect(hasCanary).toEqual(isOpen ? [true, true, true, true, false, false] : hasCanary.map(() => false));
      const file = /https:\/\/docs\.test(\/files\/[^"]*\.svg[^"]*)/.exec(answers[0]!.text)?.[1];
      expect(file !== undefined).toBe(isOpen);
      if (file) expect((await visitor.get(file.replaceAll('&amp;', '&').replaceAll('&#38;', '&'))).status).toBe(200);
    });

    it.each(Object.keys(credentialCases))(
      'shows its content on /v1 to a member with %s but no space access, if the visibility allows it',
      async (what) => {
        const { shareKey } = await credentialCases[what]!.of(site());
        const at = `/orgs/${acme.id}/sites/${site().id}`;
        const query = shareKey === undefined ? '' : `?shareKey=${shareKey}`;
        const answer = await test.rest('GET', `${at}/published${query}`, member);
        expect(answer.status).toBe(published ? 200 : 404);
        const isOpen = opens(visibility, published, what) || (published && visibility === 'visitor-auth');
        const withKey = isOpen && (visibility !== 'share-link' || shareKey === site().shareKeys.active);
        expect(JSON.stringify(answer.body).includes(canary)).toBe(withKey);
      },
    );

    it('finds pages for a member without space access, if it is published and requires no share key', async () => {
      const body = { query: canary, mode: 'all' };
      const found = await test.rest('POST', `/orgs/${acme.id}/sites/${site().id}/search`, { ...member, body });
      const isOpen = published && visibility !== 'share-link';
      expect([found.status, found.body.count]).toEqual([200, isOpen ? 1 : 0]);
      expect(JSON.stringify(found.body).includes(canary)).toBe(isOpen);
    });

    it('does not exist on /v1 for a guest', async () => {
      const at = `/orgs/${acme.id}/sites/${site().id}`;
      expect((await test.rest('GET', `${at}/published?shareKey=${site().shareKeys.active}`, guest)).status).toBe(404);
      const search = await test.rest('POST', `${at}/search`, { ...guest, body: { query: canary, mode: 'all' } });
      expect(search.status).toBe(404);
    });
  });
});

it('a token of the old signing key is invalid when the hour of this key is over', async () => {
  const onSite = { organization: acme.id, spaces: [{ space }], visibility: 'visitor-auth' };
  const site = await seedSite(test, onSite, new Date(Date.now() - 1));
  expect((await visit(site, { visitorToken: await tokenFor(site.oldSigningKey) })).isOpen).toBe(false);
  expect((await visit(site, { visitorToken: await tokenFor(site.signingKey) })).isOpen).toBe(true);
});

it('a visitor reaches only published data of the site', async () => {
  const site = sites.get('public true')!;
  const query = `query ($id: ID!, $space: ID!) {
    publishedSite(id: $id) { site { title } search(first: 5, query: "${canary}") { nodes { space { title } pages(first: 5) { nodes { space { id } page { title } } } } } }
    site(id: $id) { title } space(id: $space) { title } node(id: $space) { id }
  }`;
  const { data, errors } = await test.graphql(query, { variables: { id: site.id, space }, token: null });
  expect(errors).toBeUndefined();
  expect([data.site, data.space, data.node, data.publishedSite.site]).toEqual([null, null, null, null]);
  const [found] = data.publishedSite.search.nodes;
  expect([found.space, found.pages.nodes[0]]).toEqual([null, { space: null, page: null }]);
});
