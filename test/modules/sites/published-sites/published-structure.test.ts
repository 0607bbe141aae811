import { beforeAll, describe, expect, it } from 'vitest';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedSpace } from '../../../support/seed.js';
import { type OpenableSite, seedSite, tokenFor } from './site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
let [guide, internal, reference]: string[] = [];
let site: OpenableSite;

/** Seeds a site with sections in nested groups, some of them for paying visitors only. */
beforeAll(async () => {
  [guide, internal, reference] = await Promise.all(
    ['guide', 'internal', 'reference'].map((title) => seedTitledSpace(title)),
  );
  site = await seedSite(test, {
    organization: acme.id,
    groups: [{ name: 'More' }, { name: 'Deep', parent: 'More' }],
    sections: [
      { name: 'Paid', condition: 'visitor.claims.plan == "pro"' },
      { name: 'Guides' },
      { name: 'Below', group: 'Deep' },
    ],
    spaces: [
      { space: internal!, section: 'Paid' },
      { space: guide!, section: 'Guides', condition: 'visitor.claims.unsigned.beta' },
      { space: reference!, section: 'Below' },
    ],
  });
});

async function seedTitledSpace(title: string): Promise<string> {
  const space = await seedSpace(test, acme.id, { 'README.md': `# ${title}\n\nFor {{plan}}.\n` });
  await test.rest('PATCH', `/spaces/${space}`, { ...acme.admin, body: { title } });
  return space;
}

const query = `query ($id: ID!, $visitorToken: String, $unsignedClaims: JSONObject) {
  publishedSite(id: $id, visitorToken: $visitorToken, unsignedClaims: $unsignedClaims) {
    sections(first: 9) { nodes { title default siteSpaces(first: 9) { nodes { title default } } } }
    sectionGroups(first: 9) { nodes { title } }
    siteSpaces(first: 9) { nodes { title } }
  }
}`;

async function shownParts(brought: object): Promise<{ sections: string[]; groups: string[]; spaces: string[] }> {
  const { data } = await test.graphql(query, { variables: { id: site.id, ...brought }, token: null });
  const { sections, sectionGroups, siteSpaces } = data.publishedSite;
  const name = ({ title, default: isFirst }: { title: string; default?: boolean }) =>
    isFirst ? `${title} first` : title;
  return {
    sections: sections.nodes.map(name),
    groups: sectionGroups.nodes.map(name),
    spaces: siteSpaces.nodes.map(name),
  };
}

describe('A site with conditions', () => {
  it('shows a visitor without claims the parts without conditions; the first visible section is the default', async () => {
    expect(await shownParts({})).toEqual({
      sections: ['Below first'],
      groups: ['More', 'Deep'],
      spaces: ['reference'],
    });
  });

  it('shows a visitor the parts that its signed claims allow', async () => {
    const visitorToken = await tokenFor(site.signingKey, { plan: 'pro' });
    const sections = ['Below', 'Paid first'];
    expect(await shownParts({ visitorToken })).toMatchObject({ sections, spaces: ['reference', 'internal'] });
  });

  it('separates unsigned claims, and shows the parts that require them', async () => {
    expect(await shownParts({ unsignedClaims: { plan: 'pro' } })).toMatchObject({ spaces: ['reference'] });
    expect(await shownParts({ unsignedClaims: { beta: true } })).toMatchObject({ spaces: ['reference', 'guide'] });
  });

  it('does not accept a signed claim as an unsigned one', async () => {
    const visitorToken = await tokenFor(site.signingKey, { unsigned: { beta: true } });
    expect(await shownParts({ visitorToken })).toMatchObject({ spaces: ['reference'] });
  });

  it('ignores claims if content is not adaptive', async () => {
    const spaces = [{ space: guide!, condition: 'visitor.claims.plan == "pro"' }, { space: reference! }];
    const fixed = await seedSite(test, { organization: acme.id, adaptive: false, spaces });
    const visitorToken = await tokenFor(fixed.signingKey, { plan: 'pro' });
    const { data } = await test.graphql(query, { variables: { id: fixed.id, visitorToken }, token: null });
    expect(data.publishedSite.siteSpaces.nodes).toEqual([{ title: 'reference' }]);
  });

  it('does not show a deleted space until it is restored', async () => {
    await test.rest('DELETE', `/spaces/${reference}`, acme.admin);
    expect(await shownParts({})).toEqual({ sections: [], groups: [], spaces: [] });
    await test.rest('POST', `/spaces/${reference}/restore`, acme.admin);
    expect(await shownParts({})).toMatchObject({ spaces: ['reference'] });
  });
});

describe('On /v1', () => {
  it('the structure is a tree, and its spaces have only their public values', async () => {
    const { body, status } = await test.rest('GET', `/orgs/${acme.id}/sites/${site.id}/published`, acme.admin);
    expect(status).toBe(200);
    const base = `https://docs.test/published/${acme.id}/${site.id}`;
    expect(body).toMatchObject({
      object: 'published-content-site',
      site: { object: 'site', id: site.id, urls: { published: base } },
      scripts: [],
      structure: {
        type: 'sections',
        structure: [
          {
            object: 'site-section-group',
            title: 'More',
            sections: [],
            children: [
              {
                object: 'site-section-group',
                title: 'Deep',
                sections: [{ object: 'site-section', title: 'Below' }],
                children: [
                  {
                    object: 'site-section',
                    title: 'Below',
                    default: true,
                    urls: { published: `${base}/below` },
                    siteSpaces: [
                      { object: 'site-space', path: 'space-2', urls: { published: `${base}/below/space-2` } },
                    ],
                  },
                ],
              },
            ],
          },
        ],
      },
    });
    const { space } = body.structure.structure[0].children[0].children[0].siteSpaces[0];
    expect(space).toMatchObject({
      object: 'space',
      id: reference,
      title: 'reference',
      visibility: 'public',
      mergeRules: { type: 'none' },
      comments: 0,
      changeRequests: 0,
      permissions: { view: false, admin: false, edit: false },
    });
  });

  it('a site without sections lists its spaces', async () => {
    const flat = await seedSite(test, { organization: acme.id, spaces: [{ space: guide! }, { space: reference! }] });
    const { body } = await test.rest('GET', `/orgs/${acme.id}/sites/${flat.id}/published`, acme.admin);
    expect(body.structure.type).toBe('siteSpaces');
    const titlesAndDefaults = body.structure.structure.map(({ title, default: first }: never) => [title, first]);
    expect(titlesAndDefaults).toEqual([
      ['guide', true],
      ['reference', false],
    ]);
  });

  it('published addresses have the key of a share link; with an invalid key there is no address', async () => {
    const space = await seedSpace(test, acme.id);
    const spaces = [{ space, path: 'gäste' }];
    const { id, shareKeys } = await seedSite(test, { organization: acme.id, visibility: 'share-link', spaces });
    const urls = async (key: string) =>
      (await test.rest('GET', `/spaces/${space}?shareKey=${key}`, acme.admin)).body.urls;
    const published = `https://docs.test/published/${acme.id}/${id}/g%C3%A4ste?shareKey=${shareKeys.active}`;
    expect(await urls(shareKeys.active)).toMatchObject({ published });
    for (const key of [shareKeys.disabled, shareKeys.deleted, ''])
      expect(await urls(key)).not.toHaveProperty('published');
  });

  it('the public address of a space and its head is their address on a public site', async () => {
    const space = await seedSpace(test, acme.id);
    const on = { organization: acme.id, spaces: [{ space, path: 'manual' }] };
    await seedSite(test, { ...on, visibility: 'share-link' });
    const { id } = await seedSite(test, { ...on, visibility: 'public' });
    const address = `https://docs.test/published/${acme.id}/${id}/manual`;
    const { body } = await test.rest('GET', `/spaces/${space}`, acme.admin);
    expect(body.urls).toMatchObject({ published: address, public: address });
    const head = await test.rest('GET', `/spaces/${space}/content`, acme.admin);
    expect(head.body.urls).toMatchObject({ published: address, public: address });
  });
});

it('a site of 200 sections and 1,000 spaces is read in at most seven batches', async () => {
  const spaces = await manySpaces(1_000);
  const sections = Array.from({ length: 200 }, (_, index) => ({ name: `S${index}` }));
  const onSite = spaces.map((space, index) => ({ space, section: `S${index % 200}` }));
  const large = await seedSite(test, { organization: acme.id, sections, spaces: onSite });
  let body: any;
  const batches = await test.batches(async () => {
    ({ body } = await test.rest('GET', `/orgs/${acme.id}/sites/${large.id}/published`, acme.admin));
  });
  expect(body.structure.structure).toHaveLength(200);
  console.log(`a site of 200 sections and 1,000 spaces: ${batches.length} batches, organization and counts among them`);
  expect(batches.length).toBeLessThanOrEqual(7);
});

/** Creates copies of a space that differ only in their ids. Returns the ids. */
async function manySpaces(count: number): Promise<string[]> {
  return test.store.transaction(async ({ prisma }) => {
    const { id: _, ...row } = (await prisma.space.findUniqueOrThrow({ where: { id: guide! } })) as { id: string };
    const ids = Array.from({ length: count }, () => newId('Space'));
    await prisma.space.createMany({ data: ids.map((id) => ({ ...row, id })) as never });
    return ids;
  });
}

describe('A simulation', () => {
  const simulate = async (of: OpenableSite, brought: object) => {
    const query = `query ($site: ID!, $claims: JSONObject, $visitorToken: String, $shareKey: String) {
      simulateVisitor(site: $site, claims: $claims, visitorToken: $visitorToken, shareKey: $shareKey) {
        refusal claims siteSpaces(first: 9) { nodes { shown because { reason part } siteSpace { title } } }
      }
    }`;
    return test.graphql(query, { ...acme.admin, variables: { site: of.id, ...brought } });
  };
  const visibleSpaceTitles = ({ data }: Awaited<ReturnType<typeof simulate>>): string[] =>
    data.simulateVisitor.siteSpaces.nodes.flatMap(({ shown: shownParts, siteSpace }: never) =>
      shownParts ? [(siteSpace as any).title] : [],
    );

  it('shows the same parts as a visitor with the same claims sees, from `claims` or from a token', async () => {
    for (const claims of [{}, { plan: 'pro' }, { plan: 'free' }]) {
      const visitorToken = await tokenFor(site.signingKey, claims);
      const { spaces } = await shownParts({ visitorToken });
      expect(visibleSpaceTitles(await simulate(site, { claims }))).toEqual(spaces);
      expect(visibleSpaceTitles(await simulate(site, { visitorToken }))).toEqual(spaces);
    }
  });

  it('reports that a site refuses a key or a token, also before the site is published', async () => {
    const spaces = [{ space: guide! }];
    const on = { organization: acme.id, published: false, spaces };
    const shared = await seedSite(test, { ...on, visibility: 'share-link' });
    const authenticated = await seedSite(test, { ...on, visibility: 'visitor-auth' });
    const refused = await simulate(shared, { shareKey: shared.shareKeys.disabled });
    expect(refused.data.simulateVisitor).toMatchObject({
      refusal: 'NO_SHARE_KEY',
      siteSpaces: { nodes: [{ shown: false, because: { reason: 'VISIBILITY', part: null } }] },
    });
    expect(visibleSpaceTitles(await simulate(shared, { shareKey: shared.shareKeys.active }))).toEqual(['guide']);
    const expired = await tokenFor(authenticated.signingKey, {}, { expires: '-1h' });
    const late = await simulate(authenticated, { visitorToken: expired });
    expect(late.data.simulateVisitor.refusal).toBe('NO_TOKEN');
  });

  it('accepts either claims or a token', async () => {
    const { errors } = await simulate(site, { claims: {}, visitorToken: 'x' });
    expect(errors![0]!.message).toContain('exclude each other');
  });
});
