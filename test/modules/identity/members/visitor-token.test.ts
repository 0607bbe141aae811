import { jwtVerify } from 'jose';
import { describe, expect, it } from 'vitest';
import { visitorKeyOf } from '../../../../src/modules/identity/members/visitor-key.js';
import { createSealedKey, createSealer } from '../../../../src/platform/secrets/sealed.js';
import { sealer, testApp } from '../../../support/app.js';
import { type Person, seedMember, seedOrganization, tokenOf } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const reader = await seedMember(test, acme.id, 'read');
const unknownSealer = createSealer({ current: 'the secret that the server had before', previous: null });
const day = 86_400;

const ping = (who: Pick<Person, 'token'>, organization = acme.id) =>
  test.rest('POST', `/orgs/${organization}/ping`, who);
const rowOf = async (id: string) => {
  const { read } = test.store;
  return (await read.first(read.sql.selectFrom('Organization').selectAll().where('id', '=', id)))!;
};
const keyOf = async (id: string) => visitorKeyOf(sealer, await rowOf(id));
const verify = async (token: string, id = acme.id) =>
  (await jwtVerify(token, new TextEncoder().encode((await keyOf(id))!), { algorithms: ['HS256'] })).payload;

describe('the visitor token', () => {
  it('from a ping lasts a day, identifies the member, and is signed with the key of the organization', async () => {
    const { status, body } = await ping(reader);
    expect(status).toBe(200);
    const claims = await verify(body.serviceVisitorClaims);
    const { iat = 0, exp = 0, ...who } = claims;
    expect(who).toEqual({ sub: reader.id, email: reader.email, organization: acme.id, role: 'read' });
    expect(exp - iat).toBe(day);
  });

  it('is not returned to a guest, or to an access token that may not view sites', async () => {
    const guest = await seedMember(test, acme.id, null);
    const narrow = { token: await tokenOf(test, reader.id, { scopes: ['viewer:ping'] }) };
    for (const who of [guest, narrow]) expect(await ping(who)).toMatchObject({ status: 200, body: {} });
    expect((await ping(narrow)).body).toEqual({});
  });

  it('is signed with the same key by concurrent first pings', async () => {
    const { id, admin } = await seedOrganization(test);
    expect(await keyOf(id)).toBeNull();
    const answers = await Promise.all([1, 2, 3].map(() => ping(admin, id)));
    for (const { body } of answers) expect((await verify(body.serviceVisitorClaims, id)).sub).toBe(admin.id);
  });

  it('causes a 500 if no secret of the server can decrypt the key, and the key is not replaced', async () => {
    const { id, admin } = await seedOrganization(test);
    const visitorKey = createSealedKey(unknownSealer, 'visitor-key');
    await test.store.transaction(async ({ prisma }) => {
      await prisma.organization.update({ where: { id }, data: { visitorKey } });
    });
    expect((await ping(admin, id)).status).toBe(500);
    expect((await rowOf(id)).visitorKey).toBe(visitorKey);
  });

  it('has a key that is stored sealed', async () => {
    const key = await keyOf(acme.id);
    expect(key).toMatch(/^[\w-]{43}$/);
    expect(JSON.stringify(await rowOf(acme.id))).not.toContain(key);
  });
});
