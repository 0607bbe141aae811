import { describe, expect, it } from 'vitest';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, seedSpace } from '../../../support/seed.js';
import { logOf, seedSite } from './site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const globex = await seedOrganization(test);
const creator = await seedMember(test, acme.id, 'create');
const site = await seedSite(test, acme, { title: 'Guides' });

const events = async () => (await logOf(test, acme.id)).length;

describe('updating a site', () => {
  it.each([
    ['title', { title: 'Ärzte' }, { title: 'Ärzte' }],
    ['basename', { basename: 'guides-2' }, { basename: 'guides-2' }],
    ['adaptiveContent', { adaptiveContent: { enabled: true } }, { adaptiveContent: { enabled: true } }],
    ['agentsContext', { agentsContext: 'excluded' }, { agentsContext: 'excluded' }],
    [
      'proxy',
      { proxy: 'www.acme.test/docs' },
      { proxy: { origin: 'www.acme.test/docs', target: expect.stringContaining(site.id) } },
    ],
  ])('sets `%s` with the role create, and the log records it', async (_name, changes, expectedFields) => {
    const { status, body } = await site.ask('PATCH', '', changes, creator);
    expect([status, body]).toEqual([200, expect.objectContaining(expectedFields)]);
    expect(await site.read()).toEqual(body);
    const [event] = await logOf(test, acme.id);
    expect(event).toMatchObject({ action: 'updateSiteById', targetId: site.id, actorId: creator.id });
  });

  it('lets the site be found by its new title', async () => {
    const { body } = await test.rest('GET', `/orgs/${acme.id}/sites?title=arzte`, acme.admin);
    expect(body.items.map(({ id }: { id: string }) => id)).toEqual([site.id]);
  });

  it('removes the proxy with `proxy: null`', async () => {
    const { body } = await site.ask('PATCH', '', { proxy: null });
    expect(body).not.toHaveProperty('proxy');
  });

  it('returns the site without writing if nothing changes', async () => {
    const [before, count] = [await site.read(), await events()];
    for (const body of [{}, { title: before.title, basename: before.basename, visibility: before.visibility }])
      expect((await site.ask('PATCH', '', body)).body).toEqual(before);
    expect(await events()).toBe(count);
  });

  it.each([
    ['title', 'x'],
    ['title', 'x'.repeat(129)],
    ['title', null],
    ['basename', ''],
    ['basename', 'x'.repeat(101)],
    ['basename', 'Guides'],
    ['basename', '-guides'],
    ['basename', 'a/b'],
    ['basename', null],
    ['adaptiveContent', {}],
    ['adaptiveContent', null],
    ['agentsContext', 'maybe'],
    ['visibility', 'private'],
    ['proxy', 'https://acme.test/docs'],
    ['proxy', 'acme.test'],
    ['proxy', `acme.test/${'x'.repeat(512)}`],
    ['hostname', 'docs.acme.test'],
    ['published', true],
  ])('returns 400 that names the field for `%s: %j`, and changes nothing', async (field, value) => {
    const before = await site.read();
    const { status, body } = await site.ask('PATCH', '', { agentsContext: 'included', [field]: value });
    expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
    expect(await site.read()).toEqual(before);
  });

  it('returns 400 for a basename of another site in the organization; a basename in another organization is free', async () => {
    const other = await seedSite(test, acme);
    await other.ask('PATCH', '', { basename: 'taken' });
    const { status, body } = await site.ask('PATCH', '', { basename: 'taken' });
    const rule = '`basename` must be free in the organization (got "taken", which another site uses)';
    expect([status, body.error.message]).toEqual([400, rule]);
    const foreign = await seedSite(test, globex);
    expect((await foreign.ask('PATCH', '', { basename: 'taken' })).status).toBe(200);
  });

  it('gives a basename that two sites set concurrently to only one of them', async () => {
    const both = [await seedSite(test, acme), await seedSite(test, acme)];
    const answers = await Promise.all(both.map(({ ask }) => ask('PATCH', '', { basename: 'wanted' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('requires the role admin for `visibility`; without it, no setting of the request changes', async () => {
    const before = await site.read();
    const { status, body } = await site.ask('PATCH', '', { title: 'Other', visibility: 'unlisted' }, creator);
    expect([status, body.error.message]).toEqual([403, 'site.publish needs the role admin; yours is create']);
    expect(await site.read()).toEqual(before);
    expect((await site.ask('PATCH', '', { visibility: 'share-link' })).body.visibility).toBe('share-link');
  });

  it('sets the default part together with other settings, and logs it; an unknown part returns 400', async () => {
    const two = await seedSite(test, acme, {
      spaces: [await seedSpace(test, acme.id), await seedSpace(test, acme.id)],
    });
    const rows = async () => {
      const { read } = test.store;
      const parts = read.sql.selectFrom('SiteSpace').select(['id', 'isDefault']).where('siteId', '=', two.id);
      return read.all(parts.orderBy('position'));
    };
    const second = (await rows())[1]!.id;
    for (const field of ['defaultSiteSpace', 'defaultSiteSection']) {
      const { status, body } = await two.ask('PATCH', '', { title: 'Refused', [field]: 'sitesp_unknown' });
      expect([status, body.error.message]).toEqual([400, expect.stringContaining(field)]);
    }
    expect((await two.read()).title).toBe('Untitled');
    expect((await two.ask('PATCH', '', { defaultSiteSpace: second })).status).toBe(200);
    expect((await rows()).map(({ isDefault }) => isDefault)).toEqual([false, true]);
    const log = await logOf(test, acme.id);
    expect(log[0]!.changes).toEqual({ defaultSiteSpace: second });
    expect((await two.ask('PATCH', '', { defaultSiteSpace: second })).status).toBe(200);
    expect(await logOf(test, acme.id)).toEqual(log);
  });

  it('returns the changed site and the permissions of the caller in GraphQL', async () => {
    const query = `mutation ($input: UpdateSiteInput!) { updateSite(input: $input) {
    site { title organization { id } permissions { view update publish customize viewAudience updateAudience delete } } } }`;
    const input = { organization: acme.id, site: site.id, title: 'By the graph' };
    const { data } = await test.graphql(query, { ...creator, variables: { input } });
    const may = { view: true, update: true, publish: false, customize: false };
    const permissions = { ...may, viewAudience: false, updateAudience: false, delete: false };
    expect(data.updateSite.site).toEqual({ title: 'By the graph', organization: { id: acme.id }, permissions });
  });

  it('returns 404 for a site of another organization, below that organization and below the own one', async () => {
    const foreign = await seedSite(test, globex);
    for (const at of [globex.id, acme.id]) {
      const request = { ...acme.admin, body: { title: 'Mine' } };
      expect((await test.rest('PATCH', `/orgs/${at}/sites/${foreign.id}`, request)).status).toBe(404);
    }
  });
});
