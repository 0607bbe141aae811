import { describe, expect, it } from 'vitest';
import { hashOfShareKey } from '../../../../src/modules/sites/site-audience/share-key.js';
import { testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, tokenOf } from '../../../support/seed.js';
import { logOf, seedSite } from '../sites/site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const creator = await seedMember(test, acme.id, 'create');
const site = await seedSite(test, acme);

const rowOf = async (id: string) => {
  const { read } = test.store;
  return read.first(read.sql.selectFrom('ShareLink').selectAll().where('id', '=', id));
};
const keyOf = async (id: string, who = acme.admin) => {
  const query = 'query ($id: ID!) { node(id: $id) { ... on ShareLink { key site { id } } } }';
  return (await test.graphql(query, { ...who, variables: { id } })).data.node;
};

describe('a share link', () => {
  it('is created active, with a key that GraphQL shows; the row has its hash, but not the key in plain text', async () => {
    const { status, body } = await site.ask('POST', '/share-links', { name: 'Reviewers' });
    expect([status, body]).toEqual([
      201,
      { object: 'share-link', id: body.id, name: 'Reviewers', active: true, createdAt: body.createdAt, urls: {} },
    ]);
    const { key, site: opened } = await keyOf(body.id);
    expect([opened.id, key]).toEqual([site.id, expect.stringMatching(/^[\w-]{22}$/)]);
    const row = await rowOf(body.id);
    expect(row!.keyHash).toBe(hashOfShareKey(key));
    expect(JSON.stringify(row)).not.toContain(key);
  });

  it('is listed before older ones', async () => {
    const own = await seedSite(test, acme);
    for (const name of ['one', 'two', 'three']) await own.ask('POST', '/share-links', { name });
    const { body } = await own.ask('GET', '/share-links');
    expect(body.items.map(({ name }: { name: string }) => name)).toEqual(['three', 'two', 'one']);
  });

  it('can be renamed and made inactive; an update without changes writes nothing', async () => {
    const { body: link } = await site.ask('POST', '/share-links', { name: 'Old' });
    const path = `/share-links/${link.id}`;
    const before = await keyOf(link.id);
    const changed = await site.ask('PATCH', path, { name: 'New', active: false });
    expect([changed.status, changed.body]).toEqual([200, { ...link, name: 'New', active: false }]);
    const log = await logOf(test, acme.id);
    expect(log[0]).toMatchObject({ action: 'updateSiteShareLinkById', targetId: link.id });
    expect((await site.ask('PATCH', path, { name: 'New' })).body).toEqual(changed.body);
    expect((await site.ask('PATCH', path, {})).body).toEqual(changed.body);
    expect(await logOf(test, acme.id)).toEqual(log);
    expect(await keyOf(link.id)).toEqual(before);
  });

  it('can be deleted; a repeated deletion is 204 as well', async () => {
    const { body: link } = await site.ask('POST', '/share-links', { name: 'Doomed' });
    for (const _ of [1, 2]) expect((await site.ask('DELETE', `/share-links/${link.id}`)).status).toBe(204);
    expect(await keyOf(link.id)).toBeNull();
  });

  it('of another site returns 404 for an update, and is not deleted', async () => {
    const other = await seedSite(test, acme);
    const { body: link } = await other.ask('POST', '/share-links', { name: 'Other' });
    const unknown = await site.ask('PATCH', '/share-links/shl_unknown', { active: false });
    const foreign = await site.ask('PATCH', `/share-links/${link.id}`, { active: false });
    expect([foreign.status, unknown.status]).toEqual([404, 404]);
    expect(foreign.body.error.message.replace(link.id, 'shl_unknown')).toBe(unknown.body.error.message);
    expect((await site.ask('DELETE', `/share-links/${link.id}`)).status).toBe(204);
    expect((await other.ask('GET', '/share-links')).body.count).toBe(1);
  });

  it.each([[{}], [{ name: null }], [{ name: 'x'.repeat(51) }], [{ name: 'A', key: 'mine' }]])(
    'returns 400 for %j, and is not created',
    async (body) => {
      const before = (await site.ask('GET', '/share-links')).body.count;
      expect((await site.ask('POST', '/share-links', body)).status).toBe(400);
      expect((await site.ask('GET', '/share-links')).body.count).toBe(before);
    },
  );

  it('returns 409 if a site has 100 share links already', async () => {
    const full = await seedSite(test, acme);
    for (let number = 0; number < 100; number += 1) await full.ask('POST', '/share-links', { name: `${number}` });
    const { status, body } = await full.ask('POST', '/share-links', { name: 'One more' });
    const message = 'The site has 100 share links, the maximum; delete one first';
    expect([status, body.error.message]).toEqual([409, message]);
  });

  it('is for admins, and not for tokens with the scopes `read` and `agent`', async () => {
    const { body: link } = await site.ask('POST', '/share-links', { name: 'Secret' });
    const narrow = [];
    for (const scopes of [['read'], ['agent']]) narrow.push({ token: await tokenOf(test, acme.admin.id, { scopes }) });
    for (const who of [creator, ...narrow]) {
      expect((await site.ask('GET', '/share-links', undefined, who)).status).toBe(403);
      expect((await site.ask('POST', '/share-links', { name: 'Mine' }, who)).status).toBe(403);
      expect((await site.ask('PATCH', `/share-links/${link.id}`, { active: false }, who)).status).toBe(403);
      expect((await site.ask('DELETE', `/share-links/${link.id}`, undefined, who)).status).toBe(403);
      expect(await keyOf(link.id, { ...acme.admin, ...who })).toBeNull();
    }
  });

  it('can be created only with permission to view the audience, because the response shows the link', async () => {
    const token = await tokenOf(test, acme.admin.id, { scopes: ['site:updateAudience'] });
    const { status, body } = await site.ask('POST', '/share-links', { name: 'Mine' }, { token });
    expect([status, body.error.message]).toEqual([403, expect.stringContaining('site:viewAudience')]);
  });

  it('is named in the log, which does not contain its key', async () => {
    const { body: link } = await site.ask('POST', '/share-links', { name: 'Logged' });
    const { key } = await keyOf(link.id);
    const log = await logOf(test, acme.id);
    expect(log[0]).toMatchObject({ action: 'createSiteShareLink', targetId: link.id, changes: { name: 'Logged' } });
    expect(JSON.stringify(log)).not.toContain(key);
  });
});
