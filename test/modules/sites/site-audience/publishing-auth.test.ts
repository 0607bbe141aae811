import { describe, expect, it } from 'vitest';
import { signingKeysOf } from '../../../../src/modules/sites/site-audience/keys.js';
import { createSealedKey, createSealer } from '../../../../src/platform/secrets/sealed.js';
import { sealer, testApp } from '../../../support/app.js';
import { seedMember, seedOrganization, tokenOf } from '../../../support/seed.js';
import { logOf, type SeededSite, seedSite } from '../sites/site-kit.js';

const test = await testApp();
const acme = await seedOrganization(test);
const creator = await seedMember(test, acme.id, 'create');
const formerSealer = createSealer({ current: 'the secret that the server had before', previous: null });
const hour = 3_600_000;

const make = () => seedSite(test, acme, { visibility: 'visitor-auth' });
const read = async (site: SeededSite) => (await site.ask('GET', '/publishing/auth')).body;
const rowOf = async ({ id }: SeededSite) => {
  const { read } = test.store;
  return (await read.first(read.sql.selectFrom('Site').selectAll().where('id', '=', id)))!;
};
const write = ({ id }: SeededSite, data: object) =>
  test.store.transaction(async ({ prisma }) => void (await prisma.site.update({ where: { id }, data })));

describe('the signing key', () => {
  it('is created with the site, does not change, has 256 bits, and is stored sealed', async () => {
    const site = await make();
    const { status, body } = await site.ask('GET', '/publishing/auth');
    expect([status, body]).toEqual([
      200,
      { object: 'publishing-auth', backend: 'custom', privateKey: expect.stringMatching(/^[\w-]{43}$/) },
    ]);
    expect(await read(site)).toEqual(body);
    const row = await rowOf(site);
    expect(JSON.stringify(row)).not.toContain(body.privateKey);
    expect(signingKeysOf(sealer, row, new Date())).toEqual([body.privateKey]);
  });

  it('of a site without one is created by the first read; concurrent reads return the same key', async () => {
    const site = await make();
    await write(site, { signingKey: null });
    const log = await logOf(test, acme.id);
    const keys = await Promise.all([1, 2, 3, 4].map(async () => (await read(site)).privateKey));
    expect(new Set([...keys, (await read(site)).privateKey]).size).toBe(1);
    expect(await logOf(test, acme.id)).toEqual(log);
  });

  it('returns 500 until it is regenerated if no secret of the server can decrypt it', async () => {
    const site = await make();
    await write(site, { signingKey: createSealedKey(formerSealer, 'signing-key') });
    expect((await site.ask('GET', '/publishing/auth')).status).toBe(500);
    const row = await rowOf(site);
    expect(() => signingKeysOf(sealer, row, new Date())).toThrow('neither SECRET nor SECRET_PREVIOUS');
    const { status, body } = await site.ask('POST', '/publishing/auth/regenerate');
    expect(status).toBe(200);
    expect(await read(site)).toEqual(body);
    expect(signingKeysOf(sealer, await rowOf(site), new Date())).toEqual([body.privateKey]);
  });
});

describe('regenerating', () => {
  it('creates another key; the previous one is valid for an hour', async () => {
    const site = await make();
    const before = await read(site);
    const { status, body } = await site.ask('POST', '/publishing/auth/regenerate');
    expect(status).toBe(200);
    expect(body.privateKey).not.toBe(before.privateKey);
    const row = await rowOf(site);
    const ends = new Date(row.oldSigningKeyEndsAt!).getTime();
    const at = (time: number) => signingKeysOf(sealer, row, new Date(time));
    expect(at(ends - 1)).toEqual([body.privateKey, before.privateKey]);
    expect(at(ends)).toEqual([body.privateKey]);
    const [event] = await logOf(test, acme.id);
    expect(event).toMatchObject({ action: 'regenerateSitePublishingAuthById', targetId: site.id });
    expect(ends - new Date(event!.at).getTime()).toBe(hour);
  });

  it('twice makes the first key invalid immediately', async () => {
    const site = await make();
    const first = (await read(site)).privateKey;
    for (const _ of [1, 2]) await site.ask('POST', '/publishing/auth/regenerate');
    expect(signingKeysOf(sealer, await rowOf(site), new Date())).not.toContain(first);
  });

  it('in concurrent requests leaves the last two keys valid', async () => {
    const site = await make();
    const answers = await Promise.all([1, 2, 3].map(() => site.ask('POST', '/publishing/auth/regenerate')));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const keys = signingKeysOf(sealer, await rowOf(site), new Date());
    expect([keys.length, keys[0]]).toEqual([2, (await read(site)).privateKey]);
  });

  it('shows the previous key in GraphQL, with the end of its validity', async () => {
    const site = await make();
    const before = await read(site);
    const query = 'query ($id: ID!) { site(id: $id) { publishingAuth { oldPrivateKey oldPrivateKeyEndsAt } } }';
    const ask = async () =>
      (await test.graphql(query, { ...acme.admin, variables: { id: site.id } })).data.site.publishingAuth;
    expect(await ask()).toEqual({ oldPrivateKey: null, oldPrivateKeyEndsAt: null });
    await site.ask('POST', '/publishing/auth/regenerate');
    expect(await ask()).toEqual({ oldPrivateKey: before.privateKey, oldPrivateKeyEndsAt: expect.any(String) });
  });

  it('with an `Idempotency-Key` happens once, and its repeat returns the same key', async () => {
    const site = await make();
    const path = `/orgs/${acme.id}/sites/${site.id}/publishing/auth/regenerate`;
    const send = () => test.rest('POST', path, { ...acme.admin, headers: { 'idempotency-key': `once-${site.id}` } });
    const [first, again] = [await send(), await send()];
    expect([again.status, again.body]).toEqual([200, first.body]);
  });
});

describe('the settings', () => {
  it('set `fallbackURL`, and remove it with null; an update without changes writes nothing', async () => {
    const site = await make();
    const fallbackURL = 'https://login.acme.test/docs';
    const { status, body } = await site.ask('PATCH', '/publishing/auth', { backend: 'custom', fallbackURL });
    expect([status, body]).toEqual([200, { ...(await read(site)), fallbackURL }]);
    const log = await logOf(test, acme.id);
    expect(log[0]).toMatchObject({ action: 'updateSitePublishingAuthById', changes: { fallbackURL } });
    for (const same of [{ backend: 'custom' }, { fallbackURL }, {}])
      expect((await site.ask('PATCH', '/publishing/auth', same)).body).toEqual(body);
    expect(await logOf(test, acme.id)).toEqual(log);
    const cleared = await site.ask('PATCH', '/publishing/auth', { fallbackURL: null });
    expect(cleared.body).not.toHaveProperty('fallbackURL');
  });

  it.each([
    [{ backend: 'integration' }, '`backend` must be "custom" (got "integration"): no integration is installed'],
    [{ backend: 'saml' }, expect.stringContaining('`backend`')],
    [{ backend: null }, expect.stringContaining('`backend`')],
    [
      { fallbackURL: 'https://me:pass@acme.test/' },
      expect.stringContaining('`fallbackURL` must not contain a user name'),
    ],
    [{ backend: 'custom', fallbackURL: 'javascript:alert(1)' }, expect.stringContaining('`fallbackURL`')],
    [{ backend: 'custom', fallbackURL: '/login' }, expect.stringContaining('`fallbackURL`')],
    [{ backend: 'custom', privateKey: 'mine' }, expect.stringContaining('`privateKey`')],
  ])('return 400 for %j', async (body, message) => {
    const site = await make();
    const refused = await site.ask('PATCH', '/publishing/auth', body);
    expect([refused.status, refused.body.error.message]).toEqual([400, message]);
  });

  it('are for admins, and not for tokens with the scopes `read` and `agent`', async () => {
    const site = await make();
    const narrow = [];
    for (const scopes of [['read'], ['agent'], ['site:updateAudience']])
      narrow.push({ token: await tokenOf(test, acme.admin.id, { scopes }) });
    for (const who of [creator, ...narrow])
      for (const [method, path] of [
        ['GET', ''],
        ['PATCH', ''],
        ['POST', '/regenerate'],
      ]) {
        const body = method === 'PATCH' ? { backend: 'custom' } : undefined;
        expect((await site.ask(method!, `/publishing/auth${path}`, body, who)).status).toBe(403);
      }
  });

  it('write no key to events', async () => {
    const site = await make();
    await site.ask('POST', '/publishing/auth/regenerate');
    const log = JSON.stringify(await logOf(test, acme.id));
    expect(log).not.toContain((await read(site)).privateKey);
    expect(log).not.toContain((await rowOf(site)).signingKey);
  });
});
