import { describe, expect, it } from 'vitest';
import { displayNameOf, emailOf, groupsOf } from '../../../src/api/oidc/person.js';
import { oidcScene } from './oidc-scene.js';
import { ada } from './open-provider.js';

const reasonOf = (run: () => unknown): string => {
  try {
    run();
  } catch (error) {
    return ((error as Error).cause as Error).message;
  }
  return 'accepted';
};

describe('an e-mail address', () => {
  it('is read in lower case, and is null if the provider says that it is not verified', () => {
    expect(emailOf({ email: 'Ada@IdP.test' })).toBe('ada@idp.test');
    expect(emailOf({ email: 'ada@idp.test', email_verified: true })).toBe('ada@idp.test');
    for (const email_verified of [false, 'false']) expect(emailOf({ email: 'a@idp.test', email_verified })).toBe(null);
    for (const email of [undefined, null, '']) expect(emailOf({ email })).toBe(null);
  });
});

describe('a display name', () => {
  it('is the name, otherwise the given and family names, otherwise the user name, on one line', () => {
    expect(displayNameOf({ name: ' Ada\nLovelace ', given_name: 'A' })).toBe('Ada Lovelace');
    expect(displayNameOf({ given_name: 'Ada', family_name: 'Lovelace', preferred_username: 'ada' })).toBe(
      'Ada Lovelace',
    );
    expect(displayNameOf({ preferred_username: 'ada' })).toBe('ada');
    expect(displayNameOf({ name: 5 })).toBe(null);
    expect(displayNameOf({ name: 'a'.repeat(300) })).toHaveLength(255);
  });
});

describe('groups', () => {
  it('are the texts of the claim, each once', () => {
    expect(groupsOf({ groups: ['a', 'b', 'a'] }, 'groups')).toEqual(['a', 'b']);
    expect(groupsOf({ groups: 'a' }, 'groups')).toEqual(['a']);
    expect(groupsOf({ groups: [] }, 'groups')).toEqual([]);
    for (const absent of [{}, { groups: null }, { _claim_names: { other: 'src1' } }])
      expect(groupsOf(absent, 'groups')).toEqual([]);
    expect(groupsOf({ groups: ['a'] }, null)).toBe(null);
  });

  it('are refused if they are not texts, too long or too many', () => {
    for (const groups of [[1], { a: 1 }, ['a'.repeat(256)], [['a']]])
      expect(reasonOf(() => groupsOf({ groups }, 'groups'))).toMatch(/must list texts of at most 255/);
    const groups = Array.from({ length: 1001 }, (_, index) => `g${index}`);
    expect(reasonOf(() => groupsOf({ groups }, 'groups'))).toMatch(/1001 groups; let the provider send at most 1000/);
    expect(reasonOf(() => groupsOf({}, '__proto__'))).toMatch(/must list texts/);
  });

  it.each([
    { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: 'https://idp.test/groups' } } },
    { hasgroups: true },
  ])('are refused if the provider sends a link in place of them: %j', (claims) => {
    const run = () => groupsOf(claims, 'groups');
    expect(run).toThrow(/sends a link in place of your groups. An administrator must let it send fewer groups/);
    expect(reasonOf(run)).toMatch(/sends a link instead of the groups/);
    expect(groupsOf(claims, null)).toBe(null);
  });

  it('come from the UserInfo endpoint, like the address, if the ID token has none', async () => {
    const scene = await oidcScene({ groupsClaim: 'groups' });
    scene.provider.account = { ...ada, groups: ['writers', 'readers'] };
    scene.tamper = async (path, json) => {
      if (path !== '/token') return json;
      const { decodeJwt } = await import('jose');
      const { sign } = await import('./forgeries.js');
      const { email: _email, name: _name, groups: _groups, ...claims } = decodeJwt(json.id_token);
      return { ...json, id_token: await sign(claims, scene.provider.key) };
    };
    expect(await scene.signIn()).toMatchObject({
      email: 'ada@idp.test',
      displayName: 'Ada Lovelace',
      groups: ['writers', 'readers'],
    });
  });
});
