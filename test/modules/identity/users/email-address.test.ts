import { describe, expect, it } from 'vitest';
import { isEmailAddress, storedAddress } from '../../../../src/modules/identity/users/email-address.js';
import { findEqualAddresses } from '../../../../src/modules/identity/users/find-equal-addresses.js';
import { findUserByEmail } from '../../../../src/modules/identity/users/find-user.js';
import { newId } from '../../../../src/platform/base/ids.js';
import { testApp } from '../../../support/app.js';
import { seedOrganization, seedTeam } from '../../../support/seed.js';

const test = await testApp();
const acme = await seedOrganization(test);
const invite = (...emails: string[]) =>
  test.rest('POST', `/orgs/${acme.id}/invites`, { ...acme.admin, body: { emails } });

/** Stores a user with an address that is not normalized, like a row of an earlier version. */
async function seedOldUser(email: string): Promise<string> {
  const data = { id: newId('User'), email, displayName: email, createdAt: new Date() };
  await test.store.transaction(({ prisma }) => prisma.user.create({ data, select: { id: true } }));
  return data.id;
}

describe('a new e-mail address', () => {
  it.each([
    ['upper case', 'Ada@Corp.Test', 'ada@corp.test'],
    ['full-width letters', 'ａｄａ＠corp.test', 'ada@corp.test'],
    ['a ligature', 'o\uFB03ce@corp.test', 'office@corp.test'],
    ['a letter and its accent apart', 'e\u0301mile@corp.test', 'émile@corp.test'],
    ['modifier capitals, which are capitals after NFKC', '\u1D2Cda@corp.test', 'ada@corp.test'],
  ])('with %s is stored in its normalized form', (_, given, stored) => {
    expect([isEmailAddress(given), storedAddress(given)]).toEqual([true, stored]);
    expect(storedAddress(stored)).toBe(stored);
  });

  it.each([
    ['a zero-width space', '\u200B'],
    ['a soft hyphen', '\u00AD'],
    ['a right-to-left override', '\u202E'],
    ['a Hangul filler', '\u3164'],
    ['a variation selector', '\uFE0F'],
    ['a no-break space', '\u00A0'],
    ['a blank Braille pattern', '\u2800'],
    ['half a surrogate pair', '\uD800'],
    ['a tag character', '\u{E0041}'],
    ['a control character', '\u0007'],
  ])('is invalid with an invisible character, such as %s', (_, character) =>
    expect(isEmailAddress(`a${character}da@corp.test`)).toBe(false),
  );

  it('with an invisible character is refused, and the message shows the character', async () => {
    const { status, body } = await invite('ok@corp.test', 'a\u200Bda@corp.test');
    const rule = 'an e-mail address of at most 254 characters, none of them a space or invisible';
    const message = `\`emails[1]\` must be ${rule} (got "a\\u{200b}da@corp.test")`;
    expect([status, body.error.message]).toEqual([400, message]);
    expect(await findUserByEmail(test.store.read, 'ok@corp.test')).toBe(undefined);
  });

  it('identifies one user in all of its forms', async () => {
    const { body } = await invite('Grace@Corp.Test', 'ｇrace@corp.test');
    expect(body).toMatchObject({ invited: 1, users: [expect.any(String)] });
    expect((await invite('ＧRACE@corp.test')).body).toMatchObject({ invited: 0, users: body.users });
    expect(await findUserByEmail(test.store.read, 'gｒace@corp.test')).toEqual({
      id: body.users[0],
      email: 'grace@corp.test',
    });
  });
});

describe('an address that was stored before normalization', async () => {
  const [old, plain] = [await seedOldUser('ｌin@old.test'), await seedOldUser('lin@old.test')];
  const alone = await seedOldUser('ｍax@old.test');

  it('is found by its exact form first, then by its normalized form', async () => {
    const find = async (email: string) => (await findUserByEmail(test.store.read, email))?.id;
    expect(await find('ｌIN@Old.Test')).toBe(old);
    expect(await find('lin@old.test')).toBe(plain);
    expect(await find('ｌｉn@old.test')).toBe(plain);
    expect(await find('ｍax@old.test')).toBe(alone);
  });

  it('can be used to invite its user or to add it to a team, not the user with the normalized address', async () => {
    expect((await invite('ｌin@old.test')).body).toMatchObject({ invited: 1, users: [old] });
    const team = await seedTeam(test, acme.id);
    const add = (email: string) =>
      test.rest('PUT', `/orgs/${acme.id}/teams/${team}/members`, { ...acme.admin, body: { add: [email] } });
    expect((await add('lin@old.test')).status).toBe(400);
    expect((await add('ｌin@old.test')).status).toBeLessThan(300);
    expect((await invite('lin@old.test')).body).toMatchObject({ invited: 1, users: [plain] });
  });

  it('is reported and not changed if another user has the same normalized address', async () => {
    const twice = [await seedOldUser('ａn@old.test'), await seedOldUser('ａｎ@old.test')];
    const listed = await findEqualAddresses(test.store);
    expect(listed.filter(({ stored }) => stored.endsWith('@old.test'))).toEqual([
      { normalized: 'an@old.test', stored: expect.any(String), users: expect.arrayContaining(twice) },
      { normalized: 'lin@old.test', stored: 'ｌin@old.test', users: [plain, old] },
    ]);
    expect(await findUserByEmail(test.store.read, 'ａｎ@old.test')).toEqual({ id: twice[1], email: 'ａｎ@old.test' });
  });
});
